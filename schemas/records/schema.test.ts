import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from '#test';
import { statementSchema } from '../../reports/certificate/statement.ts';
import { limiterResultSchema, probesSchema } from './limiter.ts';
import { leftBehindSchema, logLineSchema } from './log-entry.ts';
import { nightSchema } from './night.ts';
import { resultSchema } from './result.ts';
import { runSchema } from './run.ts';
import { trafficSchema } from './traffic.ts';
import { replaySchema } from './transcript.ts';
import { waiversSchema } from './waivers.ts';

// A run compiles the schemas without validating them.
test('every schema of a record is a valid schema', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  for (const [name, schema] of Object.entries({
    leftBehindSchema,
    limiterResultSchema,
    logLineSchema,
    nightSchema,
    probesSchema,
    replaySchema,
    resultSchema,
    runSchema,
    statementSchema,
    trafficSchema,
    waiversSchema: waiversSchema(['auth.missing-key']),
  }))
    expect(() => ajv.compile(schema), name).not.toThrow();
});
