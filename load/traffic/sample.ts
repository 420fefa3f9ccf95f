/** Which answers under load are looked at, and how they reach the judge: a bounded part of all, more where it is odd. */

/** Of the table that requests are picked from by number. A prime number, so that no stride of numbers misses any. */
export const slots = 997;

/** One answer as k6 tells it, keys masked. */
export interface Sampled {
  /** Id of the route. */
  readonly route: string;
  readonly key: 'business' | 'automation';
  readonly method: string;
  readonly url: string;
  readonly sent: string | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Characters of a body that is handed on; a longer one is not judged. */
export const longestBody = 200_000;
/** Looks of one virtual user at what followed an odd answer, by route. */
const mostCloser = 3;

export class Sampler {
  /** Iterations below the first number, and every so many of all, are looked at. */
  readonly first: number;
  readonly stride: number;
  /** Looks that this virtual user has left, should there be more iterations than planned. */
  #left: number;
  readonly #closer = new Set<string>();
  readonly #used = new Map<string, number>();

  /** @param planned iterations, of which about `samples` are looked at. */
  constructor(samples: number, planned: number) {
    this.first = Math.floor(samples / 4);
    this.stride = primeFrom(Math.floor(planned / Math.max(samples - this.first, 1)));
    this.#left = samples === 0 ? 0 : Math.ceil(samples / 4) + 20;
  }

  /** Whether the answer to iteration `number` is looked at: the first ones, every so many, and those after an odd one. */
  wants(number: number, name: string): boolean {
    if (number < this.first || number % this.stride === 0)
      return this.#left > 0 && this.#left-- > 0;
    return this.#closer.size > 0 && this.#closer.delete(name);
  }

  /** An answer of this part was odd: the next one is looked at, a few times. */
  odd(name: string): void {
    const used = this.#used.get(name) ?? 0;
    if (this.#left === 0 || used >= mostCloser) return;
    this.#used.set(name, used + 1);
    this.#closer.add(name);
  }
}

/** The first prime from a number on: every so many of it meet whatever is repeated at another interval. */
function primeFrom(number: number): number {
  for (let prime = Math.max(number, 1); ; prime++) {
    let factor = 2;
    while (factor * factor <= prime && prime % factor !== 0) factor++;
    if (factor * factor > prime && prime !== slots) return prime;
  }
}

/** A sample as a line of a run that listens for its own. */
export const toLine = (run: string, sampled: Sampled, keys: readonly string[]): string =>
  keys.reduce((text, key) => text.replaceAll(key, '(key)'), `${run} ${JSON.stringify(sampled)}`);

/** The sample in a line; undefined where it is something else that k6 tells. */
export function fromLine(run: string, line: string): Sampled | undefined {
  if (!line.startsWith(`${run} `)) return undefined;
  return JSON.parse(line.slice(run.length + 1)) as Sampled;
}
