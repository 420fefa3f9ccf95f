/** Reads the samples of a load from the log of k6, and keeps them as masked exchanges, like those of a contract run. */
import type { Masks } from '../../harness/client/mask.ts';
import { keySettings } from '../../harness/config/keys.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import type { Sampled } from './user/pacing.ts';

interface Sample extends Sampled {
  /** Base64. */
  readonly body: string;
}

/** Returns the sample in a line, or undefined for other output of k6. */
export function fromLine(run: string, line: string): Sample | undefined {
  if (!line.startsWith(`${run} `)) return undefined;
  const [sampled = '', body = ''] = line.slice(run.length + 1).split('\t');
  return { ...(JSON.parse(sampled) as Sampled), body };
}

function toExchange(sample: Sample, id: string, masks: Masks): Exchange {
  const { method, url, sent, status, startedAt, durationMs } = sample;
  const body = Buffer.from(sample.body, 'base64').toString();
  return {
    id,
    route: sample.route,
    key: sample.key,
    request: {
      method,
      url: masks.keys(url),
      headers: {
        'X-API-Key': `\${${keySettings[sample.key]}}`,
        ...(sent === null ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(sent === null ? {} : { body: masks.keys(sent) }),
    },
    response: {
      status,
      headers: masks.headers(Object.entries(sample.headers)),
      body: masks.response(body, sent ?? undefined),
    },
    times: { startedAt, durationMs },
  };
}

/** Limits the samples per route and status, so that a flood of one kind does not hide others. */
const mostOfAKind = 120;

/** Collects samples up to a limit. They become exchanges after the load, because masking would take time from k6 and the target. */
export class Kept {
  readonly #samples: Sample[] = [];
  readonly #most: number;
  readonly #kinds = new Map<string, number>();

  /** @param most Number of requested samples of reads. Samples of purchases come on top. */
  constructor(most: number) {
    this.#most = 2 * most;
  }

  add(sample: Sample): void {
    const kind = `${sample.route} ${sample.status}`;
    const count = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, count + 1);
    if (count < mostOfAKind && this.#samples.length < this.#most) this.#samples.push(sample);
  }

  exchanges(masks: Masks): Exchange[] {
    return this.#samples.map((sample, index) => toExchange(sample, `t${index + 1}`, masks));
  }
}
