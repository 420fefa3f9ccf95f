/** Follows a load through k6's REST API. */
import { createServer, type AddressInfo } from 'node:net';
import { metrics as own } from './user/pacing.ts';
import { ofLoad, partNames, submetrics } from './plan.ts';

/** Body of a response to `GET /v1/metrics`. */
interface Observed {
  readonly data: readonly {
    readonly id: string;
    readonly attributes: { readonly sample: Readonly<Record<string, number>> };
  }[];
}

/** Returns a free loopback address for `K6_ADDRESS`. If another process takes it meanwhile, k6 runs without its API. */
export async function freeAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return `127.0.0.1:${port}`;
}

const everyMs = 1000;

/**
 * Reports the progress of a load once a second: time, rate, response times, and problems.
 *
 * @param ms Planned duration of the load.
 * @returns a function that stops the reports.
 */
export function followLoad(
  address: string,
  ms: number,
  onProgress: (parts: readonly string[]) => void,
): () => void {
  let begunAt: number | undefined;
  let last: { readonly at: number; readonly sent: number } | undefined;
  const partsOf = ({ data }: Observed, at: number): string[] => {
    const values = new Map(data.map(({ id, attributes }) => [id, attributes.sample]));
    const value = (metric: string, stat: string) => values.get(metric)?.[stat] ?? 0;
    const sent = value(`http_reqs{${ofLoad}}`, 'count');
    if (sent === 0) return ['before the load', `${value('http_reqs', 'count')} requests`];
    const since = last ?? { at: at - 1000, sent: 0 };
    const rate = ((sent - since.sent) * 1000) / Math.max(at - since.at, 1);
    last = { at, sent };
    begunAt ??= at;
    const share = value(`http_req_failed{${ofLoad}}`, 'rate');
    const limited = partNames.reduce(
      (sum, name) => sum + value(submetrics.limited(name), 'count'),
      0,
    );
    const p95 = value(`http_req_duration{${ofLoad},status:200}`, 'p(95)');
    const late = value(own.late, 'count');
    return [
      `${Math.round((at - begunAt) / 1000)} of ${Math.round(ms / 1000)} s`,
      ...(late > 0 ? [`${late} late`] : []),
      ...(limited > 0 ? [`${limited} limited`] : []),
      `${sent} requests`,
      `${rate.toFixed(rate < 10 ? 1 : 0)} a second`,
      `p95 ${p95.toFixed(p95 < 10 ? 1 : 0)} ms`,
      `${Math.round(share * sent)} failed${share > 0 ? ` (${(share * 100).toFixed(1)} %)` : ''}`,
    ];
  };
  const ended = new AbortController();
  const look = async () => {
    try {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(everyMs)]);
      const response = await fetch(`http://${address}/v1/metrics`, { signal });
      const parts = partsOf((await response.json()) as Observed, Date.now());
      if (!ended.signal.aborted) onProgress(parts);
    } catch {
      // k6 has not started, or has ended and will print its summary.
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  return () => {
    clearInterval(timer);
    ended.abort();
  };
}
