/** Finds out by its effect what a setting would state. A setting that is there is taken as it is, and nothing is sent. */
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
  /** The effect that shows it. */
  readonly how: string;
}

/**
 * Returns what gets the value of a setting, or what `search` finds in its place; searched once a run, also if the search
 * breaks off.
 *
 * @throws NotExercised if it is not set and was not found.
 */
export const discovered =
  <Name extends Discoverable>(
    name: Name,
    search: (context: Context) => Promise<Found<SettingValue<Name>>>,
  ) =>
  async (context: Context): Promise<SettingValue<Name>> => {
    const { facts, memo } = context;
    if (facts.get(name) === undefined) {
      // The search is on record with the value: it is no evidence of the case that needed it first.
      const searched = () => aside(() => addFound(context, name, () => search(context)));
      const [ended] = await memo(name, () => Promise.allSettled([searched()]));
      if (ended.status === 'rejected') throw ended.reason;
    }
    const value = facts.get(name);
    if (value !== undefined) return value;
    throw new NotExercised(`${notSet(name)}; it was not found: ${facts.found(name)?.how}`);
  };

/** Adds what is found to the facts, or why nothing is. */
async function addFound<Name extends Discoverable>(
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
    facts.add({ name, how: error.message });
  }
}

/** Returns a short text of the answer of a route. */
export function answerOf(exchange: Exchange): string {
  const error = field(exchange, 'error');
  const text = typeof error === 'string' ? ` "${error}"` : '';
  return `${exchange.route} answers ${exchange.response.status}${text}`;
}

// Ids that nobody has: of the form of known ones, and answered as unknown.

/** Ids that are tried where somebody may have the first one; the last shares no more with the known ones than a beginning. */
const tries = [1, 2, 3, 4];

/**
 * An id that is answered as unknown. Where nobody can have it, any other response is for the checks to judge, but that to an
 * id of an invalid format if it may have one; where somebody may have it, only the response of an unknown one shows that nobody has it.
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

/** By its status, or its text: a target that states that it found nothing knows no such id. */
export const isAnsweredAs = ({ status, error }: ErrorRow, exchange: Exchange): boolean =>
  exchange.response.status === status || field(exchange, 'error') === error;

/** Not that of a key that is rejected, of a limiter or of a gateway. */
const isAboutId = (status: number): boolean => ![401, 429].includes(status) && !isOfGateway(status);

/** That of an id of another format. */
const isInvalid = (status: number): boolean => [400, 422].includes(status);

/** A UUID has no checksum, unless it is of version 8, whose form is free: any other of its form is valid, too. */
const isValid = (id: string): boolean => isUuid(id) && id[14] !== '8';

export interface SimilarId {
  readonly id: string;
  /** True if it has so many random characters that nobody can have it. */
  readonly unique: boolean;
}

/** Bits from which on a random id is nobody's. */
const uniqueBits = 40;

const digits = '0123456789';
/** Without those that Crockford's and Bitcoin's alphabets leave out. */
const letters = 'abcdefghjkmnpqrstvwxyz';

/**
 * Returns an id of the form of known ones.
 *
 * @param known ids of one kind, at least one.
 * @param random bytes, as many as the longest id has characters, or they are used again.
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

/** Beginnings hold prefixes and times, and some places the version of a UUID or what all known ids share. */
function isFree(sample: string, at: number, alike: readonly string[]): boolean {
  if (at < sample.length / 3) return false;
  if (isUuid(sample) && (at === 14 || at === 19)) return false;
  return alike.length < 3 || alike.some(id => id[at] !== sample[at]);
}

const bulkPaths = ['orders/bulk', 'bulk-orders', 'orders/bulk-orders', 'bulk'];

/** The path that creates bulk orders, which the spec does not show (§4.1 rule 8): one that rejects an empty order by its body. */
export const bulkOrderPath = discovered('GV_BULK_ORDER_PATH', async ({ api }) => {
  for (const path of bulkPaths) {
    // It may be no route at all: what is answered there says nothing about the route of the spec.
    const to = { ...route.createBulkOrder, id: `POST /${path}, tried` };
    const params = { bulkPath: path };
    const { response } = await api.send(to, { params, body: {}, costs: [], once: path });
    if ([400, 422].includes(response.status))
      return { value: path, how: `POST /${path} answers an empty order with ${response.status}` };
  }
  throw new NotExercised(`none of ${bulkPaths.join(', ')} answers an empty order with 400 or 422`);
});
