/**
 * Writes JUnit XML: one suite per area, one test case per requirement. A requirement that was not judged is skipped with the reason. A
 * requirement that warns passes, and its output contains the warning.
 */
import type { ConformanceResult, RequirementResult } from '../../schemas/records/result.ts';
import { areaOf } from '../../contract/statements.ts';
import { harmless, harmlessLine } from '../../harness/output/sanitize.ts';
import { group } from '../../schemas/group.ts';
import { partText, waiverText, wholeRun } from '../summary/requirements.ts';

type Attributes = Readonly<Record<string, string | number>>;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, each => escapes[each]!);

/** Returns an XML element. Its content is already XML. */
function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const head = [
    name,
    ...Object.entries(attributes).map(
      ([key, value]) => `${key}="${escaped(harmlessLine(String(value)))}"`,
    ),
  ].join(' ');
  return content.length === 0 ? `<${head}/>` : `<${head}>${content.join('\n')}</${name}>`;
}

const textOf = (text: string): string => escaped(harmless(text));

export function junit(result: ConformanceResult): string {
  const requirements = [...result.requirements, ...wholeRun(result)];
  const suites = [...group(requirements, ({ id }) => areaOf(id))].map(([area, own]) =>
    suite(result, area, own),
  );
  const of = { name: 'Gift Voucher Business API', ...counts(requirements) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', of, ...suites)}\n`;
}

function suite(
  result: ConformanceResult,
  area: string,
  requirements: readonly RequirementResult[],
): string {
  const skipped = requirements.filter(
    each => each.verdict.startsWith('not-') || each.waived,
  ).length;
  const of = { name: area, ...counts(requirements), skipped, timestamp: result.startedAt };
  return element(
    'testsuite',
    of,
    properties(propertiesOf(result)),
    ...requirements.map(each => testCase(area, each)),
  );
}

const properties = (all: Readonly<Record<string, string>>): string =>
  element(
    'properties',
    {},
    ...Object.entries(all).map(([name, value]) => element('property', { name, value })),
  );

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

function testCase(area: string, requirement: RequirementResult): string {
  const { id, anchor, text, implied, inPart, durationMs } = requirement;
  const about = {
    ...(implied && { 'implied by': implied }),
    ...(inPart && { 'shown in part': partText(inPart) }),
  };
  return element(
    'testcase',
    { classname: area, name: `${id} ${text} (${anchor})`, time: seconds(durationMs) },
    ...(Object.keys(about).length > 0 ? [properties(about)] : []),
    ...outcome(requirement),
  );
}

/** Returns the content of a test case that did not simply pass. */
function outcome(requirement: RequirementResult): string[] {
  const { verdict, reason = '', waived, doubt = '' } = requirement;
  if (waived)
    return [element('skipped', { message: `waived ${waiverText(waived)}`, type: 'waived' })];
  if (verdict === 'passed') return [];
  const says = failureText(requirement);
  if (verdict === 'warning')
    return [element('system-out', {}, textOf(`warning: ${doubt}\n\n${says}`))];
  if (verdict === 'failed' || verdict === 'error') {
    const of = { message: failureTitle(requirement), type: verdict };
    return [element(verdict === 'failed' ? 'failure' : 'error', of, textOf(says))];
  }
  // An unknown verdict does not count as a pass.
  return [element('skipped', { message: `${verdict}: ${reason}`, type: verdict })];
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

const decisiveCases = ({ verdict, cases }: RequirementResult) =>
  cases.filter(each => each.verdict === verdict);

/** Returns a title like `2 of 17 cases: …`. */
function failureTitle(requirement: RequirementResult): string {
  const wrong = decisiveCases(requirement);
  const [first] = wrong;
  const what = first?.message?.split('\n', 2).join(', ') ?? first?.reason ?? requirement.reason;
  return [`${wrong.length} of ${requirement.cases.length} cases`, what].filter(Boolean).join(': ');
}

/** Describes each case with the verdict of its requirement. */
const failureText = (requirement: RequirementResult): string =>
  decisiveCases(requirement)
    .map(({ id, message, reason = '' }) => `case ${id}\n${message ?? reason}`)
    .join('\n\n');

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);
