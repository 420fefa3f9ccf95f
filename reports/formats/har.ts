/** Writes HAR 1.2 with every exchange of the evidence, and with the cases that it shows. */
import type { Content, Entry, Har, Header, PostData } from 'har-format';
import { type Exchange, brokenOff, header, notKept } from '../../schemas/records/exchange.ts';
import type { ConformanceResult, Verdict } from '../../schemas/records/result.ts';
import { wholeExchange } from '../../schemas/records/texts.ts';
import { cut, harmless, harmlessJson } from '../../harness/output/sanitize.ts';
import { urlIn } from '../../schemas/schema.ts';

/** Creator in the file. The reader of recordings recognises our files by this name. */
const creator = 'gift-voucher-conformance';

/** Longer bodies are left out, because a part would be taken for the whole. */
const longestBody = 2_000_000;

/** Limits the size of all headers, because third-party servers accept no more. */
const longestHeader = 20_000;

interface OwnEntry extends Entry {
  /** Role of the key. The header contains a mask. */
  readonly _key: string;
  /** Milliseconds before the request was written. `timings.blocked` is not used, because it would be part of `time`. */
  readonly _waitedMs?: number;
}

/** Yields the file in parts, because the whole may be longer than the longest string. */
export function* har(result: ConformanceResult): Generator<string> {
  const evidence = evidenceOf(result);
  const stored = Object.entries(result.exchanges).toSorted(
    ([, a], [, b]) => a.times.startedAt - b.times.startedAt,
  );
  const about: Omit<Har['log'], 'entries'> = {
    version: '1.2',
    creator: { name: creator, version: result.suite.version },
    comment: harmless(`${result.verdict}: ${result.target.baseUrl}, profile ${result.profile}`),
  };
  yield `{"log":${onOneLine(about).slice(0, -1)},"entries":[`;
  for (const [at, [id, each]] of stored.entries()) {
    const entry = toEntry(wholeExchange({ id, ...each }, result.texts), evidence.get(id) ?? []);
    yield `${at === 0 ? '' : ','}\n${onOneLine(entry)}`;
  }
  yield '\n]}}\n';
}

const onOneLine = (value: object): string => harmlessJson(value, 0).trimEnd();

/** Returns what each exchange is evidence of: failures first, then warnings. */
function evidenceOf({ requirements, observations }: ConformanceResult): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (ids: readonly string[], line: string) => {
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), line]);
  };
  const rank = (verdict: Verdict) => ['failed', 'warning'].indexOf(verdict);
  for (const now of [0, 1, -1])
    for (const { id, anchor, cases } of requirements)
      for (const { id: name, verdict, evidence } of cases)
        if (rank(verdict) === now) add(evidence, `${verdict} ${id} (${anchor}), case ${name}`);
  for (const { id, anchor, evidence } of observations) add(evidence, `observed ${id} (${anchor})`);
  return found;
}

function toEntry(exchange: Exchange, evidence: readonly string[]): OwnEntry {
  const { request, response, times, id, key, route } = exchange;
  const sent = Object.entries(request.headers).map(([name, value]) => ({ name, value }));
  const received = response.headers.map(([name, value]) => ({
    name,
    value: cut(value, longestHeader),
  }));
  const end = brokenOff(exchange);
  const { shortened, unrecorded } = exchange;
  const left = [
    ...(end === undefined ? [] : [end]),
    ...(shortened
      ? [notKept(shortened)]
      : unrecorded
        ? [`not recorded: ${unrecorded.join(', ')}`]
        : []),
  ];
  return {
    startedDateTime: new Date(times.startedAt).toISOString(),
    time: times.durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: sent,
      queryString: queryOf(request.url),
      ...(request.body === undefined ? {} : { postData: postData(request.body, sent) }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? ''),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: received,
      content: contentOf(exchange),
      redirectURL: header(exchange, 'location') ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: times.durationMs, receive: 0 },
    comment: harmless([`${id}, ${route}, key: ${key}`, ...left, ...evidence].join('\n'), 4000),
    _key: key,
    ...(times.waitedMs === undefined ? {} : { _waitedMs: times.waitedMs }),
  };
}

function contentOf(exchange: Exchange): Content {
  const { body } = exchange.response;
  const size = Buffer.byteLength(body);
  const mimeType = header(exchange, 'content-type') ?? 'x-unknown';
  if (exchange.shortened)
    return { size: -1, mimeType, comment: harmless(`${notKept(exchange.shortened)}: ${body}`) };
  if (exchange.unrecorded?.includes('response body')) return { size: 0, mimeType };
  return body.length > longestBody
    ? { size, mimeType, comment: harmless(`left out: ${cut(body, 1000)}`) }
    : { size, mimeType, text: body };
}

const postData = (text: string, headers: readonly Header[]): PostData => ({
  mimeType: headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? '',
  text,
});

const queryOf = (url: string): { name: string; value: string }[] =>
  [...(urlIn(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
