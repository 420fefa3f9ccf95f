import type { Feature } from './features/features.ts';
import type { Permission } from './routes.ts';

/** Condition of a requirement: a setting of the target, or permission for an effect. */
export type Need = `GV_${string}` | Exclude<Permission, 'read'>;

/** Names the vouchers that the good key sends to both sending actions. */
export const sentVouchers = ['cheapest voucher', 'full voucher', 'full bulk'] as const;

/** Orders that a run makes, each as a record. */
export const ownOrders = [
  'single order',
  'bulk order',
  'order in a second currency',
  'bulk with an unknown product',
] as const;

/** Records that a run makes for its checks. */
export type Use =
  | 'GV_SEARCH_PAGE_PARAM'
  | 'GV_SEARCH_LIMIT_PARAM'
  | 'GV_SEARCH_NUMBER_PARAMS'
  | 'GV_LEDGER_CURRENCY_PARAM'
  | 'GV_SORT_BY'
  | 'GV_ORDER_UNKNOWN'
  | 'GV_ORDER_REQUEST_INVALID'
  | 'GV_ORDER_FOREIGN'
  | 'GV_BULK_ORDER_PATH'
  | 'wallets'
  | 'shop'
  | 'order body'
  | 'bulk body'
  | (typeof ownOrders)[number]
  | 'two orders'
  | 'order of an unknown product'
  | 'order beyond the balance'
  | 'succeeded request'
  | 'unknown request'
  | 'first voucher'
  | 'cheapest voucher'
  | 'plain voucher'
  | 'two vouchers'
  | `voucher in ${'GBP' | 'USD' | 'EUR'}`
  | 'full voucher'
  | 'full bulk'
  | 'refused voucher'
  | 'bulk with a refused voucher'
  | 'webhook'
  | 'unknown webhook'
  | 'foreign webhook'
  | 'failed registration';

/**
 * Part of a run in which a check runs:
 *
 * - `reads` and `writes`: with the good keys;
 * - `orders`: waits for orders, so it runs in parallel with `writes`;
 * - `independent`: no write changes its responses, so it runs in parallel with `writes`, and takes the turns that they leave;
 * - `made`: reads what was created, or a list after the writes;
 * - `keys`: with other keys;
 * - `limiters`: exhausts limiters.
 */
export type Stage = 'reads' | 'writes' | 'orders' | 'independent' | 'made' | 'keys' | 'limiters';

/** Statement that the spec makes or implies, in our words. It is judged, observed, or beyond what requests can show. */
export type Statement = Judged | Observed | Untestable;

interface Common {
  /** Section and item of the spec, `§5.2`. */
  readonly anchor: string;
  /** States a fact, never "should". */
  readonly text: string;
  /** Conditions without which no case can be exercised. The check does not run without them. */
  readonly needs?: readonly Need[];
  /**
   * Conditions without which most targets show no case. The check runs, but the plan of a run does not count on it. Of conditions in an
   * array, one is enough.
   */
  readonly wants?: readonly (Need | readonly Need[])[];
  /** Records of the run that the check reads, if they may be made. */
  readonly uses?: readonly Use[];
  /**
   * Largest effect that the requests of the check would have if all were accepted, even requests that should be rejected. Absent
   * if the check only reads. `exhaust` is more than `spend`, which is more than `write`.
   */
  readonly effect?: Exclude<Permission, 'read'>;
  /** By default `reads` if the check only reads, else `writes`. */
  readonly stage?: Stage;
}

interface Judged extends Common {
  /**
   * False if a clause says it. If it follows from clauses, names them, as in `§2.5: `, and says how, in our words, so that a
   * reader can weigh a failure.
   */
  readonly implied: string | false;
  /**
   * Names an honest server that might differ, in one sentence: `An account may pay orders by invoice`. A contradiction is then
   * a warning, and without a doubt a failure.
   */
  readonly doubt?: string;
  /**
   * Feature whose certificate demands the cases of the statement, except cases about bulk orders. If absent, the area or the
   * route of a case decides.
   */
  readonly feature?: Feature;
  readonly observed?: never;
  readonly varies?: never;
  readonly untestable?: never;
}

interface Observed extends Common {
  /**
   * Set if the spec leaves it open. The value is recorded and not judged. It is `elsewhere` if checks of requirements observe it, so
   * that it has no check of its own.
   */
  readonly observed: true | 'elsewhere';
  /**
   * Parts of an observed value that depend on the data of a target (a balance, a count) and change from day to day. Names of
   * fields, or all.
   */
  readonly varies?: true | readonly string[];
  readonly implied?: never;
  readonly doubt?: never;
  readonly feature?: never;
  readonly untestable?: never;
}

interface Untestable extends Common {
  /** Reason why no request to a target can show it. */
  readonly untestable: string;
  readonly implied?: never;
  readonly doubt?: never;
  readonly feature?: never;
  readonly observed?: never;
  readonly varies?: never;
}

export type Statements = Readonly<Record<string, Statement>>;

/** Returns the area of an id: `auth` of `auth.missing-key`. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf('.'));

/** Returns true for a statement that is judged. */
export const isRequirement = ({ observed, untestable }: Statement): boolean =>
  !observed && untestable === undefined;

/** Returns true for a statement with a check of its own. */
export const hasCheck = ({ observed, untestable }: Statement): boolean =>
  observed !== 'elsewhere' && untestable === undefined;

/** Returns the stage in which the check of a statement runs. */
export const stageOf = ({ stage, effect }: Statement): Stage =>
  stage ?? (effect === undefined ? 'reads' : 'writes');

/** Gives statements a stage. */
export const inStage = <All extends Statements>(stage: Stage, all: All): All =>
  Object.fromEntries(Object.entries(all).map(([id, each]) => [id, { ...each, stage }])) as All;

/** Adds records to the records that statements use. */
export const using = <All extends Statements>(names: readonly Use[], all: All): All =>
  Object.fromEntries(
    Object.entries(all).map(([id, each]) => [
      id,
      { ...each, uses: [...(each.uses ?? []), ...names] },
    ]),
  ) as Statements as All;

/** Version of the spec that is judged. */
export const specVersion = '1.0.0';
