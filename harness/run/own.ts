/** Makes the records that checks use: each once a run, before the checks of its stage. A check reads a record, or ends with its gap. */
import { isExchange, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { Need, Stage, Statement, Use } from '../../schemas/statement.ts';
import { missingNeed } from '../config/needs.ts';
import type { SettingName, Values } from '../config/settings.ts';
import { SuiteError } from '../verdict.ts';
import { type Context, inPart } from './context.ts';
import { addEvidence } from './expect/expect.ts';

/** Types of the records of a run, by name. The contract adds them. */
// oxlint-disable-next-line no-empty-interface, no-empty-object-type -- the harness knows no record
export interface Own {}

type Name = Use & keyof Own;

/** Describes how a record is made. */
export interface Preparation {
  readonly name: Use;
  /** Stage before whose checks it is made. The records of a stage are made one after the other. */
  readonly stage: Stage;
  /** Conditions without which it is not made, unless one of the settings of `unless` is given. */
  readonly needs?: readonly Need[];
  /** Records that it is made of. They come first. */
  readonly uses?: readonly Use[];
  /** Settings of which each states what `uses` is for. */
  readonly unless?: readonly SettingName[];
  /** @throws NotExercised with the reason, if it cannot be made. */
  readonly make: (context: Context) => Promise<unknown>;
}

/** Record that was made, with the exchanges that it has, or the error that prevented it. */
type Made =
  { readonly record: unknown; readonly exchanges: readonly Exchange[] } | { readonly gap: unknown };

/** Records that were made so far. */
export type Prepared = Map<Use, Made>;

/**
 * Returns a record of this run. Its exchanges become evidence of the case.
 *
 * @throws NotExercised with the reason, if the record could not be made.
 * @throws SuiteError if the network failed, if the statement does not name the record, or if the record is made in a later stage.
 */
export function own<Wanted extends Name>({ prepared }: Pick<Context, 'prepared'>, name: Wanted) {
  const made = prepared.get(name);
  if (!made)
    throw new SuiteError(
      `the check has no record "${name}": its statement must name it in uses, and must not run in an earlier stage than the record`,
    );
  if ('gap' in made) throw made.gap;
  for (const exchange of made.exchanges) addEvidence(exchange);
  return made.record as Own[Wanted];
}

/** Returns a record of this run as `own`, or undefined if it could not be made. */
export function ifOwn<Wanted extends Name>(context: Pick<Context, 'prepared'>, name: Wanted) {
  const made = context.prepared.get(name);
  return made && 'gap' in made ? undefined : own(context, name);
}

/** Returns the records of a statement. Its check gets no others. */
export const ofStatement = ({ uses = [] }: Statement, prepared: Prepared): Prepared =>
  new Map(uses.flatMap(use => (prepared.has(use) ? [[use, prepared.get(use)!]] : [])));

/**
 * Returns the names of some records, and of the records that they are made of.
 *
 * @param values Settings of the target. By default, none.
 */
export function withParts(
  preparations: readonly Preparation[],
  names: Iterable<Use>,
  values: Values = {},
): ReadonlySet<Use> {
  const all = new Set(names);
  for (const { name, uses = [], unless = [] } of preparations.toReversed())
    if (all.has(name) && !isGivenIn(values, unless)) for (const use of uses) all.add(use);
  return all;
}

const isGivenIn = (values: Values, names: readonly SettingName[]): boolean =>
  names.some(name => values[name] !== undefined);

interface Setup {
  /** Starts to make the records of a stage that are not there yet. */
  begin(stage: Stage): void;
  /** Waits until these records are there. By default, all that were begun. */
  ready(names?: readonly Use[]): Promise<void>;
}

/** @param used Names of the records to make. */
export function createSetup(
  preparations: readonly Preparation[],
  used: ReadonlySet<Use>,
  contextOf: (part: { readonly id: string }) => Context,
): Setup {
  const making = new Map<Use, Promise<void>>();
  return {
    begin(stage) {
      let last = Promise.resolve();
      for (const each of preparations.filter(({ name }) => used.has(name)))
        if (each.stage === stage) {
          last = last.then(() => prepare(each, contextOf({ id: partOf(each.name) })));
          making.set(each.name, last);
        }
    },
    async ready(names = [...making.keys()]) {
      for (const name of names) await making.get(name);
    },
  };
}

/** Returns the name of the part of a run that makes a record. */
export const partOf = (name: Use): string => `own: ${name}`;

/** Makes a record, unless it was made. */
async function prepare(
  { name, needs = [], unless = [], make }: Preparation,
  context: Context,
): Promise<void> {
  const { prepared, target } = context;
  if (prepared.has(name)) return;
  try {
    const missing = isGivenIn(target.values, unless) ? undefined : missingNeed(target, needs);
    if (missing) throw missing;
    const record = await inPart(partOf(name), () => make(context));
    prepared.set(name, { record, exchanges: exchangesIn(record) });
  } catch (gap) {
    prepared.set(name, { gap });
  }
}

/** Returns the exchanges of a record and of its fields. */
const exchangesIn = (value: unknown): readonly Exchange[] => {
  if (isExchange(value)) return [value];
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(exchangesIn) : [];
};
