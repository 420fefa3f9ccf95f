/** Finds out by its effect what a setting would state. A setting that is there is taken as it is, and nothing is sent. */
import { field, type Exchange } from '../../../schemas/records/exchange.ts';
import type { Discoverable } from '../../../fixtures/config/needs.ts';
import { notSet, type SettingValue } from '../../../fixtures/config/settings.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { aside } from '../../../fixtures/run/expect/expect.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';

export interface Found<Value> {
  readonly value: Value;
  /** The effect that shows it. */
  readonly how: string;
}

/** The target was asked, and what it answered does not show it. */
export class NotFound extends NotExercised {}

/**
 * The value of a setting, or what `search` found in its place; searched once a run, also if the search breaks off.
 *
 * @throws NotExercised if it is not set and was not found.
 */
export async function discover<Name extends Discoverable>(
  context: Context,
  name: Name,
  search: () => Promise<Found<SettingValue<Name>>>,
): Promise<SettingValue<Name>> {
  const { facts, memo } = context;
  if (facts.get(name) === undefined) {
    // The search is on record with the value: it is no evidence of the case that needed it first.
    const searched = () => aside(() => searchFor(context, name, search));
    const [ended] = await memo(name, () => Promise.allSettled([searched()]));
    if (ended.status === 'rejected') throw ended.reason;
  }
  const value = facts.get(name);
  if (value !== undefined) return value;
  throw new NotExercised(`${notSet(name)}; it was not found: ${facts.found(name)?.how}`);
}

/** Adds what is found to the facts, or why nothing is. */
async function searchFor<Name extends Discoverable>(
  { facts, target }: Context,
  name: Name,
  search: () => Promise<Found<SettingValue<Name>>>,
): Promise<void> {
  if (target.profile === 'smoke') throw new NotExercised(notSet(name));
  // Another worker of the run searched in vain.
  if (facts.found(name)) return;
  try {
    facts.add({ name, ...(await search()) });
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error;
    // A request that the run may not send, another worker may not either: only answers of the target are worth keeping.
    if (!(error instanceof NotFound)) throw new NotExercised(`${notSet(name)}; ${error.message}`);
    facts.add({ name, how: error.message });
  }
}

/** Returns a short text of the answer of a route. */
export function answerOf(exchange: Exchange): string {
  const error = field(exchange, 'error');
  const text = typeof error === 'string' ? ` "${error}"` : '';
  return `${exchange.route} answers ${exchange.response.status}${text}`;
}
