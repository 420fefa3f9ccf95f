import type { Feature } from './features/features.ts';
import type { Permission } from './routes.ts';

/** A condition for any case of a requirement to run: a setting of the target, or permission for an effect. */
export type Need = `GV_${string}` | Exclude<Permission, 'read'>;

/** One thing that the spec says or implies, in our words: judged, observed, or beyond what requests can show. */
export type Statement = Judged | Observed | Untestable;

interface Common {
  /** Section and item of the spec, `§5.2`. */
  readonly anchor: string;
  /** A fact, never "should". */
  readonly text: string;
  readonly needs?: readonly Need[];
  /**
   * The most that the requests of its check would do if they were accepted, those that are expected to be rejected
   * included; absent: they read. `exhaust` is more than `spend`, which is more than `write`.
   */
  readonly effect?: Exclude<Permission, 'read'>;
}

interface Judged extends Common {
  /**
   * False where a clause says it. Else it follows from what clauses say: `§2.5: ` and from what, in our words, so that a
   * reader can weigh a failure.
   */
  readonly implied: string | false;
  /**
   * Names an honest server that might differ, in one sentence: `An account may pay orders by invoice`. What contradicts
   * the statement is then a warning; without a doubt it is a failure.
   */
  readonly doubt?: string;
  /**
   * The feature whose certificate demands its cases, but those of bulk orders; absent: by its area, or by the route that a
   * case is about.
   */
  readonly feature?: Feature;
  readonly observed?: never;
  readonly varies?: never;
  readonly untestable?: never;
}

interface Observed extends Common {
  /** The spec leaves it open: recorded, never judged. */
  readonly observed: true;
  /**
   * Parts of an observed value that follow the data of a target (a balance, a count) and change from day to day:
   * members of it, or all.
   */
  readonly varies?: true | readonly string[];
  readonly implied?: never;
  readonly doubt?: never;
  readonly feature?: never;
  readonly untestable?: never;
}

interface Untestable extends Common {
  /** Why no request to a target can show it. */
  readonly untestable: string;
  readonly implied?: never;
  readonly doubt?: never;
  readonly feature?: never;
  readonly observed?: never;
  readonly varies?: never;
}

export type Statements = Readonly<Record<string, Statement>>;

/** The version of the spec that is judged. */
export const specVersion = '1.0.0';
