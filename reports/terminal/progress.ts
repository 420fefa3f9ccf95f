/** Follows the progress of a run by the records of its worker, against the plan. */
import { counted } from '../../schemas/counted.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areaOf } from '../../contract/statements.ts';
import { LogLines } from '../../harness/output/exchange-log.ts';
import { linesIn, readOwnRecord } from '../../harness/output/files.ts';
import { durationText } from '../../schemas/duration.ts';
import { windowsOfProbe, type Probing } from '../../schemas/records/limiter.ts';
import { planName, type Plan } from '../../schemas/records/plan.ts';
import type { OutcomesLine, RunDescription } from '../../schemas/records/run.ts';

type Money = Readonly<Record<string, number>>;

/** Minimum before an estimate is made from what was sent, because it would be a guess. */
const soonest = { requests: 30, ms: 3000 };

export class Progress {
  readonly #out: string;
  readonly #selected: readonly string[];
  readonly #now: () => number;
  readonly #begun: number;
  /** Bytes already read of the worker's records. */
  readonly #readTo = { 'outcomes.jsonl': 0, 'exchanges.jsonl': 0 };
  readonly #lines = new LogLines();
  readonly #done = new Set<string>();
  /** Id of the check that ended last. */
  #last: string | undefined;
  #requests = 0;
  #responses = 0;
  readonly #spent: Record<string, number> = {};
  /** Times at which limiters open. */
  readonly #opens = new Map<string, number>();
  #run: RunDescription | undefined;
  #plan: Plan | undefined;
  /** Limiter that is probed, and the time at which its probe began. */
  #probing: (Probing & { readonly since: number }) | undefined;

  /**
   * @param out The results folder.
   * @param selected Ids of the checks that are counted.
   */
  constructor(out: string, selected: readonly string[], now: () => number = Date.now) {
    this.#out = out;
    this.#selected = selected;
    this.#now = now;
    this.#begun = now();
  }

  /** Records that a check ended. */
  end(id: string): void {
    if (!this.#selected.includes(id)) return;
    if (!this.#done.has(id)) this.#last = id;
    this.#done.add(id);
  }

  /** Reads the records that were added since the last call. */
  read(): void {
    const file = join(this.#out, 'run.json');
    if (existsSync(file)) this.#run ??= readOwnRecord<RunDescription>(file);
    const planned = join(this.#out, planName);
    if (existsSync(planned)) this.#plan ??= readOwnRecord<Plan>(planned);
    for (const line of this.#appendedTo('outcomes.jsonl')) {
      const entry = JSON.parse(line.toString()) as OutcomesLine;
      if ('outcome' in entry) this.end(entry.outcome.id);
      if ('probing' in entry) this.#probe(entry.probing);
      if ('waiting' in entry) this.#opens.set(entry.waiting.limiter, entry.waiting.until);
    }
    for (const line of this.#appendedTo('exchanges.jsonl')) {
      const { attempts, spent = {}, exchange } = this.#lines.readOwn(line);
      this.#requests += attempts;
      for (const [currency, value] of Object.entries(spent))
        this.#spent[currency] = (this.#spent[currency] ?? 0) + value;
      if (exchange) this.#responses += 1;
    }
  }

  #probe(probing: Probing): void {
    const isSame = this.#probing?.limiter === probing.limiter;
    this.#probing = { ...probing, since: isSame ? this.#probing!.since : this.#now() };
  }

  /** Yields the complete lines since the last call. */
  *#appendedTo(file: 'outcomes.jsonl' | 'exchanges.jsonl'): Generator<Buffer> {
    for (const line of linesIn(join(this.#out, file), this.#readTo[file])) {
      this.#readTo[file] += line.length + 1;
      if (line.length > 0) yield line;
    }
  }

  /** Returns the progress as a line for a log. */
  logLine(): string {
    if (this.#probing) return [...this.#limiter(this.#probing), ...this.#left()].join(', ');
    return [
      `${this.#done.size} of ${this.#selected.length} checks ran`,
      `${this.#responses} responses`,
      ...this.#left(),
      ...this.#awaited(),
    ].join(', ');
  }

  /** Returns the parts of the status line. The most important parts come first and last. */
  parts(): string[] {
    if (this.#probing)
      return [...this.#limiter(this.#probing), ...this.#left(), ...this.#awaited()];
    const area = this.#last === undefined ? '' : `${areaOf(this.#last)}: `;
    return [
      `${area}${this.#done.size} of ${this.#selected.length} checks`,
      counted(this.#requests, 'request'),
      ...this.#money(),
      ...this.#left(),
      ...this.#awaited(),
    ];
  }

  #limiter({ limiter, window }: Probing): string[] {
    const all = this.#plan?.costs.limiters ?? [];
    const nth = all.findIndex(({ name }) => name === limiter) + 1;
    return [
      nth > 0 ? `limiter ${nth} of ${all.length} (${limiter})` : `limiter ${limiter}`,
      `window ${window} of ${windowsOfProbe}`,
    ];
  }

  /** Returns spent and permitted money, which counts over several runs. The currency closest to its limit comes last. */
  #money(): string[] {
    const { replay, target, spentEarlier = {} } = this.#run ?? {};
    const most = target?.origin === 'configured' ? (replay?.settings['GV_MAX_SPEND'] as Money) : {};
    return Object.entries(this.#spent)
      .map(([currency, value]) => {
        const cap = most?.[currency];
        const sum = value + (cap === undefined ? 0 : (spentEarlier[currency] ?? 0));
        return { currency, cap, sum: Math.round(sum * 100) / 100 };
      })
      .toSorted((a, b) => a.sum / (a.cap ?? Infinity) - b.sum / (b.cap ?? Infinity))
      .map(
        ({ currency, cap, sum }) => `${sum}${cap === undefined ? '' : ` of ${cap}`} ${currency}`,
      );
  }

  /** Returns the time that the plan leaves. */
  #left(): string[] {
    if (!this.#plan) return [];
    const { limiters } = this.#plan.costs;
    const probes = limiters.reduce((sum, each) => sum + each.seconds, 0);
    if (this.#probing) return [`${durationText(this.#secondsOfProbes(this.#probing))} left`];
    const seconds = this.#secondsOfChecks(this.#plan.costs);
    if (seconds === undefined) return [];
    return probes > 0
      ? [`${durationText(seconds)} left, then limiters, about ${durationText(probes)}`]
      : [`${durationText(seconds)} left`];
  }

  /** Returns the seconds until the checks end, by the planned requests, and by the pace so far when there is one. */
  #secondsOfChecks({ requests, seconds }: Plan['costs']): number | undefined {
    const ms = this.#now() - this.#begun;
    const isSoon = this.#requests < soonest.requests || ms < soonest.ms;
    const left = isSoon
      ? seconds - ms / 1000
      : ((requests - this.#requests) * ms) / this.#requests / 1000;
    return left > 0 ? left : undefined;
  }

  /** Returns the seconds until the last probe ends. A window that takes longer than planned moves the end. */
  #secondsOfProbes({ limiter, window, since }: Probing & { readonly since: number }): number {
    const all = this.#plan?.costs.limiters ?? [];
    const at = all.findIndex(({ name }) => name === limiter);
    const own = all[at]?.seconds ?? 0;
    const rest = all.slice(at + 1).reduce((sum, each) => sum + each.seconds, 0);
    const waited = (this.#now() - since) / 1000;
    return rest + Math.max(own - waited, ((windowsOfProbe - window) * own) / windowsOfProbe);
  }

  #awaited(): string[] {
    const now = this.#now();
    const [wait] = [...this.#opens]
      .filter(([, opens]) => opens > now)
      .toSorted(([, a], [, b]) => a - b);
    return wait
      ? [`waiting ${durationText((wait[1] - now) / 1000)} for the ${wait[0]} limiter`]
      : [];
  }
}
