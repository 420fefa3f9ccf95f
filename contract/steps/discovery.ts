/** Discovers the values of settings that were not given, by their effect. A setting that was given is used, and nothing is sent. */
import { field, type Exchange } from '../../schemas/records/exchange.ts';
import type { Discoverable } from '../../harness/config/needs.ts';
import { notSet, type SettingValue } from '../../harness/config/settings.ts';
import type { Context } from '../../harness/run/context.ts';
import { aside } from '../../harness/run/expect/expect.ts';
import { NotExercised } from '../../harness/verdict.ts';
import type { ErrorRow } from '../../schemas/resources/errors.ts';
import { isOfGateway } from '../../harness/client/response.ts';
import { isUuid } from '../../harness/config/keys.ts';
import { route } from '../../schemas/routes.ts';

export interface Found<Value> {
  readonly value: Value;
  /** Effect that shows the value. */
  readonly how: string;
}

/**
 * Returns a function that gets the value of a setting, or else discovers it with `search`. The search runs once a run, even if
 * it fails.
 *
 * @throws NotExercised if the setting was not given and not discovered.
 */
export const discovered =
  <Name extends Discoverable>(
    name: Name,
    search: (context: Context) => Promise<Found<SettingValue<Name>>>,
  ) =>
  async (context: Context): Promise<SettingValue<Name>> => {
    const { facts, memo } = context;
    if (facts.get(name) === undefined) {
      // The exchanges of the search are recorded with the value. They are not evidence of the
      // case that needed it first.
      const searched = () => aside(() => addFound(context, name, () => search(context)));
      const [ended] = await memo(name, () => Promise.allSettled([searched()]));
      if (ended.status === 'rejected') throw ended.reason;
    }
    const value = facts.get(name);
    if (value !== undefined) return value;
    throw new NotExercised(`${notSet(name)}; it was not found: ${facts.found(name)?.how}`);
  };

/** Adds the discovered value to the facts, or the reason why none was found. */
async function addFound<Name extends Discoverable>(
  { facts, target }: Context,
  name: Name,
  search: () => Promise<Found<SettingValue<Name>>>,
): Promise<void> {
  if (target.profile === 'smoke') throw new NotExercised(notSet(name));
  // Another worker of the run has searched already and found nothing.
  if (facts.found(name)) return;
  try {
    facts.add({ name, ...(await search()) });
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error;
    facts.add({ name, how: error.message });
  }
}

/** Returns a short text of the answer of a route. */
export function answerOf(exchange: Exchange): string {
  const error = field(exchange, 'error');
  const text = typeof error === 'string' ? ` "${error}"` : '';
  return `${exchange.route} answers ${exchange.response.status}${text}`;
}

// Unknown ids. They have the form of known ids, and the target answers that it does not know them.

/** Attempts to find an unknown id, if the first id could exist. The last attempt shares only its beginning with known ids. */
const tries = [1, 2, 3, 4];

/**
 * Returns an id that the target answers as unknown. If the id is so random that it cannot exist, any other response is left to
 * the checks, except a response to a malformed id. If the id could exist, only the documented response to an unknown id shows
 * that it does not.
 *
 * @param known ids of one kind, at least one.
 * @param ask sends a request with an id.
 * @param unknown the response that the spec states (§7).
 */
export async function unknownId(
  { facts }: Context,
  known: readonly string[],
  ask: (id: string) => Promise<Exchange>,
  unknown: ErrorRow,
): Promise<Found<string>> {
  let seen = '';
  for (const attempt of tries) {
    const random = facts.bytes(`${unknown.error} ${attempt}`);
    const { id, unique } = similarId(attempt === tries.length ? known.slice(0, 1) : known, random);
    const exchange = await ask(id);
    const { status } = exchange.response;
    const isTelling = isAboutId(status) && (isValid(id) || !isInvalid(status));
    if (isAnsweredAs(unknown, exchange) || (unique && isTelling))
      return { value: id, how: `of the form of a known id; ${exchange.route} answers ${status}` };
    seen = `${exchange.route} answers ${status} to an id of the form of a known one`;
    if (unique) break;
  }
  throw new NotExercised(seen);
}

/** Returns true if a response has the status of an error row or its text. */
export const isAnsweredAs = ({ status, error }: ErrorRow, exchange: Exchange): boolean =>
  exchange.response.status === status || field(exchange, 'error') === error;

/** Returns true if a status is not about the key, a limiter or a gateway. */
const isAboutId = (status: number): boolean => ![401, 429].includes(status) && !isOfGateway(status);

/** Returns true if a status says that the id is malformed. */
const isInvalid = (status: number): boolean => [400, 422].includes(status);

/** Returns true if an id is a UUID without a free form. Only version 8 has one. All other UUIDs of the right form are valid. */
const isValid = (id: string): boolean => isUuid(id) && id[14] !== '8';

export interface SimilarId {
  readonly id: string;
  /** True if the id has so many random characters that it cannot exist. */
  readonly unique: boolean;
}

/** Random bits that make an id unique. */
const uniqueBits = 40;

const digits = '0123456789';
/** Letters, except the letters that the alphabets of Crockford and Bitcoin leave out. */
const letters = 'abcdefghjkmnpqrstvwxyz';

/**
 * Returns an id of the form of known ones.
 *
 * @param known ids of one kind, at least one.
 * @param random as many bytes as the longest id has characters. Fewer bytes are reused.
 */
export function similarId(known: readonly string[], random: Buffer): SimilarId {
  const [sample = ''] = known;
  const alike = known.filter(({ length }) => length === sample.length);
  let bits = 0;
  const similar = (character: string, at: number, part: string) => {
    const alphabet = isFree(sample, at, alike) ? alphabetOf(character, part) : undefined;
    if (alphabet === undefined) return character;
    bits += Math.log2(alphabet.length);
    return alphabet[random[at % random.length]! % alphabet.length]!;
  };
  const id = sample.replaceAll(/[0-9a-z]+/gi, (part, from: number) =>
    part.replaceAll(/./g, (character, index: number) => similar(character, from + index, part)),
  );
  return { id, unique: bits >= uniqueBits && !known.includes(id) };
}

function alphabetOf(character: string, part: string): string | undefined {
  if (/\d/.test(character)) return digits;
  const isHex = /^[0-9a-f]+$/i.test(part);
  // The letters of `rec` or `ORD1042` are a word.
  if (!isHex && /^[a-z]{2,}\d*$/i.test(part)) return undefined;
  const alphabet = isHex ? 'abcdef' : letters;
  return /[a-z]/.test(character) ? alphabet : alphabet.toUpperCase();
}

/**
 * Returns true if a character of an id may be random. Ids begin with prefixes and times. A UUID has a version, and known ids may
 * share characters.
 */
function isFree(sample: string, at: number, alike: readonly string[]): boolean {
  if (at < sample.length / 3) return false;
  if (isUuid(sample) && (at === 14 || at === 19)) return false;
  return alike.length < 3 || alike.some(id => id[at] !== sample[at]);
}

const bulkPaths = ['orders/bulk', 'bulk-orders', 'orders/bulk-orders', 'bulk'];

/**
 * Discovers the path that creates bulk orders, which the spec does not show (§4.1 rule 8). It rejects an empty order because of
 * its body.
 */
export const bulkOrderPath = discovered('GV_BULK_ORDER_PATH', async ({ api }) => {
  for (const path of bulkPaths) {
    // The path may not be a route at all, so the response says nothing about the route of the
    // spec.
    const to = { ...route.createBulkOrder, id: `POST /${path}, tried` };
    const params = { bulkPath: path };
    const { response } = await api.send(to, { params, body: {}, costs: [], once: path });
    if ([400, 422].includes(response.status))
      return { value: path, how: `POST /${path} answers an empty order with ${response.status}` };
  }
  throw new NotExercised(`none of ${bulkPaths.join(', ')} answers an empty order with 400 or 422`);
});
