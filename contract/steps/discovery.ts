/** Discovers the values of settings that were not given, by their effect. A setting that was given is used, and nothing is sent. */
import { field, type Exchange } from '../../schemas/records/exchange.ts';
import type { Discoverable } from '../../harness/config/needs.ts';
import { notGiven, type SettingValue } from '../../harness/config/settings.ts';
import type { Context } from '../../harness/run/context.ts';
import { NotExercised } from '../../harness/verdict.ts';
import type { ErrorRow } from '../../schemas/resources/errors.ts';
import { isOutage } from '../../schemas/gateway.ts';
import { isUuid } from '../../harness/config/keys.ts';

export interface Found<Value> {
  readonly value: Value;
  /** Effect that shows the value. */
  readonly how: string;
}

/**
 * Discovers the value of a setting that was not given, for a record of the run. `smoke` searches for nothing.
 *
 * @returns what `search` found.
 * @throws NotExercised if nothing was found.
 */
export async function discover<Name extends Discoverable, Of extends Found<SettingValue<Name>>>(
  { facts, target }: Context,
  name: Name,
  search: () => Promise<Of>,
): Promise<Of> {
  if (target.profile === 'smoke') throw notGiven(name);
  try {
    const found = await search();
    facts.add({ name, value: found.value, how: found.how });
    return found;
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error;
    facts.add({ name, how: error.message });
    throw notGiven(name, `; it was not found: ${error.message}`);
  }
}

/** Returns a short text of the answer of a route. */
export function answerOf(exchange: Exchange): string {
  const error = field(exchange, 'error');
  const text = typeof error === 'string' ? ` "${error}"` : '';
  return `${exchange.route} answers ${exchange.response.status}${text}`;
}

/**
 * Returns an unknown id. An id with many random characters is unknown for certain, and the checks judge the response.
 * But if the response rejects the id as malformed, the id is of no use. An id with few random characters could exist, so only the
 * documented response shows that it is unknown.
 *
 * @param known Id whose form the unknown id has.
 * @param ask Sends a request with an id.
 * @param unknown Response that the spec states (§7).
 */
export async function unknownId(
  { facts }: Context,
  known: string,
  ask: (id: string) => Promise<Exchange>,
  unknown: ErrorRow,
): Promise<Found<string>> {
  const { id, unique } = similarId(known, facts.bytes(known));
  const exchange = await ask(id);
  const { status } = exchange.response;
  // A UUID has no checksum, so another UUID is never malformed.
  const isMalformed = [400, 422].includes(status) && !isUuid(id);
  const isAboutId = ![401, 429].includes(status) && !isOutage(status) && !isMalformed;
  if (isAnsweredAs(unknown, exchange) || (unique && isAboutId))
    return {
      value: id,
      how: `it has the form of a known id, and ${exchange.route} answers ${status}`,
    };
  throw new NotExercised(
    `${exchange.route} answers ${status} to an id with the form of a known id`,
  );
}

/** Returns true if a response has the status of an error row or its text. */
export const isAnsweredAs = ({ status, error }: ErrorRow, exchange: Exchange): boolean =>
  exchange.response.status === status || field(exchange, 'error') === error;

export interface SimilarId {
  readonly id: string;
  /** True if the id has so many random characters that it cannot exist. */
  readonly unique: boolean;
}

/** Number of random bits that make an id unique. */
const uniqueBits = 30;

/**
 * Returns an id with the form of a known id, but with random digits and letters after its first third, which may be a prefix or a
 * time. A UUID keeps its version and its variant.
 *
 * @param random Random bytes. Fewer bytes than the id has characters are reused.
 */
export function similarId(known: string, random: Buffer): SimilarId {
  let bits = 0;
  const id = known.replaceAll(/[0-9a-z]/gi, (character, at: number) => {
    if (at < known.length / 3 || (isUuid(known) && (at === 14 || at === 19))) return character;
    // Every alphabet of ids has these letters.
    const alphabet = /\d/.test(character) ? '0123456789' : 'abcdef';
    bits += Math.log2(alphabet.length);
    const other = alphabet[random[at % random.length]! % alphabet.length]!;
    return character < 'a' ? other.toUpperCase() : other;
  });
  return { id, unique: bits >= uniqueBits };
}
