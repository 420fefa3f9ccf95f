/** Reads the samples of a load from the log of k6, and keeps them as masked exchanges, like those of a contract run. */
import type { Masks } from '../../harness/client/mask.ts';
import { keySettings } from '../../harness/config/keys.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Sampled } from './user/pacing.ts';

/** Returns the sample in a line, or undefined for other output of k6. */
export function fromLine(run: string, line: string): Sampled | undefined {
  if (!line.startsWith(`${run} `)) return undefined;
  return JSON.parse(line.slice(run.length + 1)) as Sampled;
}

function toExchange(sampled: Sampled, id: string, masks: Masks): Exchange {
  const { method, url, sent, status, body, startedAt, durationMs } = sampled;
  return {
    id,
    route: sampled.route,
    key: sampled.key,
    request: {
      method,
      url: masks.keys(url),
      headers: {
        'X-API-Key': `\${${keySettings[sampled.key]}}`,
        ...(sent === null ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(sent === null ? {} : { body: masks.keys(sent) }),
    },
    response: {
      status,
      headers: masks.headers(Object.entries(sampled.headers)),
      body: masks.response(body, sent ?? undefined),
    },
    times: { startedAt, durationMs },
  };
}

/** Limits the samples per route and status, so that a flood of one kind does not hide others. */
const mostOfAKind = 120;

/** Collects samples up to a limit. */
export class Kept {
  readonly exchanges: Exchange[] = [];
  readonly #masks: Masks;
  readonly #most: number;
  readonly #kinds = new Map<string, number>();

  /** @param most Number of requested samples of reads. Samples of purchases come on top. */
  constructor(masks: Masks, most: number) {
    this.#masks = masks;
    this.#most = 2 * most;
  }

  add(sampled: Sampled): void {
    const kind = `${sampled.route} ${sampled.status}`;
    const count = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, count + 1);
    if (count >= mostOfAKind || this.exchanges.length >= this.#most) return;
    this.exchanges.push(toExchange(sampled, `t${this.exchanges.length + 1}`, this.#masks));
  }
}
