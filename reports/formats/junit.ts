/**
 * JUnit XML: a suite an area, a test case a requirement. What was not judged is skipped, with the reason. A test case that
 * warns passes, and its output says why.
 */
import { create } from 'xmlbuilder2';
import type { ConformanceResult, RequirementResult } from '../../schemas/records/result.ts';
import { areaOf } from '../../contract/statements.ts';
import { harmless, harmlessLine } from '../../fixtures/output/sanitize.ts';
import { group } from '../../schemas/group.ts';
import { partText, waiverText, wholeRun } from '../summary/requirements.ts';

/** The library takes `&name;` for a reference and leaves it as it is: here it is text. */
const literal = (text: string): string => text.replaceAll('&', '&amp;');
const line = (text: string): string => literal(harmlessLine(text));
const block = (text: string): string => literal(harmless(text));

type Attributes = Readonly<Record<string, string | number>>;
type Element = ReturnType<typeof create>;

export function junit(result: ConformanceResult): string {
  const requirements = [...result.requirements, ...wholeRun(result)];
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: 'Gift Voucher Business API',
    ...counts(requirements),
  });
  for (const [area, own] of group(requirements, ({ id }) => areaOf(id)))
    suite(root, result, area, own);
  return `${root.end({ prettyPrint: true })}\n`;
}

function suite(
  root: Element,
  result: ConformanceResult,
  area: string,
  requirements: readonly RequirementResult[],
): void {
  const skipped = requirements.filter(
    each => each.verdict.startsWith('not-') || each.waived,
  ).length;
  const of = { name: area, ...counts(requirements), skipped, timestamp: result.startedAt };
  const element = root.ele('testsuite', of);
  const properties = element.ele('properties');
  for (const [name, value] of Object.entries(propertiesOf(result)))
    properties.ele('property', { name, value: line(value) });
  for (const requirement of requirements) testCase(element, area, requirement);
}

const propertiesOf = ({
  target,
  profile,
  seed,
  suite: { version, spec },
  verdict,
}: ConformanceResult) => ({
  target: target.baseUrl,
  profile,
  seed: String(seed),
  'suite version': version,
  'spec version': spec,
  verdict,
});

function testCase(parent: Element, area: string, requirement: RequirementResult): void {
  const {
    id,
    anchor,
    text,
    implied,
    verdict,
    inPart,
    durationMs,
    reason = '',
    waived,
  } = requirement;
  const name = line(`${id} ${text} (${anchor})`);
  const element = parent.ele('testcase', { classname: area, name, time: seconds(durationMs) });
  const properties = [
    ...(implied ? [{ name: 'implied by', value: line(implied) }] : []),
    ...(inPart ? [{ name: 'shown in part', value: partText(inPart) }] : []),
  ];
  if (properties.length > 0) {
    const parts = element.ele('properties');
    for (const each of properties) parts.ele('property', each);
  }
  if (waived)
    element.ele('skipped', { message: line(`waived ${waiverText(waived)}`), type: 'waived' });
  else if (verdict === 'failed' || verdict === 'error')
    element
      .ele(verdict === 'failed' ? 'failure' : 'error', {
        message: line(failureTitle(requirement)),
        type: verdict,
      })
      .txt(block(failureText(requirement)));
  else if (verdict === 'warning')
    element
      .ele('system-out')
      .txt(block(`warning: ${requirement.doubt ?? ''}\n\n${failureText(requirement)}`));
  // An unknown verdict is no pass either.
  else if (verdict !== 'passed')
    element.ele('skipped', { message: line(`${verdict}: ${reason}`), type: verdict });
}

function counts(requirements: readonly RequirementResult[]): Attributes {
  const having = (verdict: string) =>
    requirements.filter(each => each.verdict === verdict && !each.waived).length;
  return {
    tests: requirements.length,
    failures: having('failed'),
    errors: having('error'),
    time: seconds(requirements.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

const decisive = ({ verdict, cases }: RequirementResult) =>
  cases.filter(each => each.verdict === verdict);

/** `2 of 17 cases: …` */
function failureTitle(requirement: RequirementResult): string {
  const wrong = decisive(requirement);
  const [first] = wrong;
  const what = first?.message?.split('\n', 2).join(', ') ?? first?.reason ?? requirement.reason;
  return [`${wrong.length} of ${requirement.cases.length} cases`, what].filter(Boolean).join(': ');
}

/** Each case that has the verdict of its requirement, as a person reads it. */
const failureText = (requirement: RequirementResult): string =>
  decisive(requirement)
    .map(({ id, message, reason = '' }) => `case ${id}\n${message ?? reason}`)
    .join('\n\n');

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);
