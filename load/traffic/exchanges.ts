/** Samples of k6 -> exchanges as the contract half knows them, masked. */
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Masks } from '../../fixtures/client/mask.ts';
import { keySettings } from '../../fixtures/config/keys.ts';
import type { Sampled } from './user/sample.ts';

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
      headers: Object.entries(sampled.headers).map(([name, value]) => [
        masks.keys(name),
        masks.keys(value),
      ]),
      body: masks.response(body, sent ?? undefined),
    },
    times: { startedAt, durationMs },
  };
}

/** As many of one route and status as are worth a judgement, so that a flood of one kind hides no other. */
const mostOfAKind = 120;

/** Takes samples as they come, as many as are worth it. */
export class Kept {
  readonly exchanges: Exchange[] = [];
  readonly #masks: Masks;
  readonly #most: number;
  readonly #kinds = new Map<string, number>();

  /** @param most samples that were asked for; those of odd answers come on top. */
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
