/** Says if a repeated case still fails, and shows what was sent and received. */
import { counted } from '../schemas/counted.ts';
import { cut, harmless, short } from '../harness/output/sanitize.ts';
import { paint } from '../reports/terminal/screen.ts';
import { asText } from '../reports/summary/words.ts';
import type { Exchange } from '../schemas/records/exchange.ts';
import { verdictOf, type CaseResult, type Verdict } from '../schemas/records/result.ts';

/** Limits the characters of a body and of a value, and the exchanges of a case. */
const longest = { body: 2000, value: 600 };
const mostExchanges = 3;

/**
 * Returns the case of a repetition. A check that failed before its first case may have cases now, and then its worst case counts.
 *
 * @param cases Cases of its requirement in the repetition.
 */
export function findAgain({ id }: CaseResult, cases: readonly CaseResult[]): CaseResult {
  const worst = id === 'all' ? cases.find(each => each.verdict === verdictOf(cases)) : undefined;
  const found =
    cases.find(each => each.id === id) ?? cases.find(each => each.id === 'all') ?? worst;
  const reason =
    'the check has no such case any more, or another check sent it: run ./gv conformance';
  return found ?? { id, verdict: 'not-exercised', reason, evidence: [] };
}

const words: Readonly<Record<Verdict, string>> = {
  failed: 'still fails',
  warning: 'still warns',
  error: 'ended in an error',
  passed: 'passes now',
  'not-applicable': 'does not apply now',
  'not-exercised': 'was not exercised',
};

const styles = { failed: 'red', warning: 'yellow', error: 'magenta', passed: 'green' } as const;

/** Returns the verdict of a repeated case in one line. */
export function verdictLine(id: string, { verdict, reason }: CaseResult): string {
  const style = verdict in styles ? styles[verdict as keyof typeof styles] : 'yellow';
  const why = reason === undefined ? '' : `: ${reason}`;
  return `${paint(style, words[verdict])}  ${harmless(`case ${id}${why}`, Infinity)}`;
}

/** Returns the requests of a repeated case with their responses, and what was compared. */
export function evidenceLines(
  { verdict, doubt, judged, expected, actual, compared, exchange, evidence }: CaseResult,
  exchanges: ReadonlyMap<string, Exchange>,
): string[] {
  const decisive = compared ?? (exchange === undefined ? evidence : [exchange]);
  // What a write created is often read by another request, and that request fails.
  const writes = evidence.filter(id => exchanges.get(id)?.request.method !== 'GET');
  const sent = [...new Set([...writes, ...decisive])].flatMap(each => exchanges.get(each) ?? []);
  const isContradicted = verdict === 'failed' || verdict === 'warning';
  const fact = (name: string, value: unknown) =>
    `  ${name.padEnd(10)}${short(asText(value), longest.value)}`;
  const lines = [
    ...(isContradicted && judged !== undefined ? [fact('judged', judged)] : []),
    ...(isContradicted ? [fact('expected', expected), fact('actual', actual)] : []),
    ...(doubt === undefined ? [] : [fact('doubt', doubt)]),
    ...sent.slice(0, mostExchanges).flatMap(exchangeLines),
    ...(sent.length > mostExchanges
      ? [`  and ${counted(sent.length - mostExchanges, 'more request')}`]
      : []),
  ];
  return lines.map(each => harmless(each, Infinity));
}

/** Returns a request and its response as HTTP. Keys stay variables. */
function exchangeLines({ request, response, times }: Exchange): string[] {
  const body = (text: string | undefined) =>
    text === undefined || text === '' ? [] : ['', ...cut(text, longest.body).split('\n')];
  const sent = [
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ...body(request.body),
  ];
  const received = [
    `${response.status} in ${Math.round(times.durationMs)} ms`,
    ...response.headers.map(([name, value]) => `${name}: ${value}`),
    ...body(response.body),
  ];
  return [...sent.map(line => `  > ${line}`), ...received.map(line => `  < ${line}`)];
}
