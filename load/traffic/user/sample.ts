/** Samples responses under load, a bounded share and more after odd ones, and passes them to the run that judges them. */

/** Size of the table that requests are picked from by number. A prime, so that no stride of numbers misses any. */
export const slots = 997;

/** One response as k6 prints it, keys masked. */
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

/** Characters of a body that is printed; a longer one is not judged. */
export const longestBody = 200_000;
/** Samples that one virtual user takes after odd responses, by route. */
const mostCloser = 3;

export class Sampler {
  /** Iterations below `first`, and every `stride`th of all, are sampled. */
  readonly first: number;
  readonly stride: number;
  /** Samples that this virtual user has left, in case there are more iterations than planned. */
  #left: number;
  readonly #closer = new Set<string>();
  readonly #used = new Map<string, number>();

  /** @param planned iterations; about `samples` of them are sampled. */
  constructor(samples: number, planned: number) {
    this.first = Math.floor(samples / 4);
    this.stride = primeFrom(Math.floor(planned / Math.max(samples - this.first, 1)));
    this.#left = samples === 0 ? 0 : Math.ceil(samples / 4) + 20;
  }

  /** True if iteration `number` is sampled: the first ones, every `stride`th, and those after an odd response. */
  wants(number: number, name: string): boolean {
    if (number < this.first || number % this.stride === 0)
      return this.#left > 0 && this.#left-- > 0;
    return this.#closer.size > 0 && this.#closer.delete(name);
  }

  /** A response of this part was odd: the next one is sampled, a few times. */
  odd(name: string): void {
    const used = this.#used.get(name) ?? 0;
    if (this.#left === 0 || used >= mostCloser) return;
    this.#used.set(name, used + 1);
    this.#closer.add(name);
  }
}

/** The first prime from a number on: a stride of it meets whatever is repeated at another interval. */
function primeFrom(number: number): number {
  for (let prime = Math.max(number, 1); ; prime++) {
    let factor = 2;
    while (factor * factor <= prime && prime % factor !== 0) factor++;
    if (factor * factor > prime && prime !== slots) return prime;
  }
}

/** A sample as a line for the run of that id. */
export const toLine = (run: string, sampled: Sampled, keys: readonly string[]): string =>
  keys.reduce((text, key) => text.replaceAll(key, '(key)'), `${run} ${JSON.stringify(sampled)}`);

/** Returns the sample in a line; undefined if it is any other output of k6. */
export function fromLine(run: string, line: string): Sampled | undefined {
  if (!line.startsWith(`${run} `)) return undefined;
  return JSON.parse(line.slice(run.length + 1)) as Sampled;
}
