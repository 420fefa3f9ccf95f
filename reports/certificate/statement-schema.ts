/** JSON Schema of what a certificate states: who signs it may write anything. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { core, featureNames } from '../../schemas/features/names.ts';
import { closed, constant, listOf, oneOf, text, texts } from '../../schemas/records/schema.ts';
import { predicateType, resultFile, statementType, type Statement } from './statement.ts';

const digest = closed({ sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } });

/** As this suite writes them: `Date.parse` takes a text with anything in parentheses behind it. */
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' };

const certificate = closed(
  {
    target: text,
    features: listOf(oneOf([core, ...featureNames])),
    leftOut: listOf(oneOf(featureNames)),
    notShown: texts,
    implied: texts,
    testedAt: time,
    issuedAt: time,
    expiresAt: time,
  },
  { challenge: text },
);

const configuration = {
  ...listOf(
    closed(
      { name: oneOf(['suite', 'spec', 'schemas', 'waivers']), digest },
      { annotations: closed({ version: text }) },
    ),
  ),
  minItems: 4,
  maxItems: 4,
};

const schema = closed({
  _type: constant(statementType),
  subject: { ...listOf(closed({ name: constant(resultFile), digest })), minItems: 1, maxItems: 1 },
  predicateType: constant(predicateType),
  predicate: closed({
    result: constant('PASSED'),
    configuration,
    passedTests: texts,
    warnedTests: texts,
    failedTests: texts,
    giftVoucherConformance: certificate,
  }),
});

const ajv = new Ajv2020();
const isStatement = ajv.compile<Statement>(schema);

/** @returns the first thing that is wrong; undefined where it has the shape of a statement. */
export const problemOf = (value: unknown): string | undefined =>
  isStatement(value) ? undefined : ajv.errorsText(isStatement.errors, { dataVar: 'it' });
