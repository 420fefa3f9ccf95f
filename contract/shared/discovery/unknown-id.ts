/** Ids that nobody has: of the form of known ones, and answered as unknown. */
import { field, type Exchange } from '../../../schemas/records/exchange.ts';
import type { ErrorRow } from '../../../schemas/resources/errors.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { NotFound, type Found } from './discover.ts';
import { isOfGateway } from '../../../fixtures/client/response.ts';
import { isUuid } from '../../../fixtures/config/keys.ts';

/** Ids that are tried where somebody may have the first one. */
const tries = [1, 2, 3];

/**
 * An id that is answered as unknown. Where nobody can have it, any other response than that to an id of an invalid format
 * is for the checks to judge; where somebody may, only the response of an unknown one shows that nobody has it.
 *
 * @param ask sends a request with an id.
 * @param unknown the response that the spec states (§7).
 */
export async function unknownId(
  { facts }: Context,
  known: readonly string[],
  ask: (id: string) => Promise<Exchange>,
  unknown: ErrorRow,
): Promise<Found<string>> {
  const [first, ...others] = known;
  if (first === undefined) throw new NotFound('no id is known whose form could be taken');
  let seen = '';
  for (const attempt of tries) {
    const random = facts.bytes(`${unknown.error} ${attempt}`);
    const { id, unique } = similarId([first, ...others], random);
    const exchange = await ask(id);
    const { status } = exchange.response;
    if (isAnsweredAs(unknown, exchange) || (unique && isTelling(status)))
      return { value: id, how: `of the form of a known id; ${exchange.route} answers ${status}` };
    seen = `${exchange.route} answers ${status} to an id of the form of a known one`;
    if (unique) break;
  }
  throw new NotFound(seen);
}

/** By its status, or its text: a target that states that it found nothing knows no such id. */
export const isAnsweredAs = ({ status, error }: ErrorRow, exchange: Exchange): boolean =>
  exchange.response.status === status || field(exchange, 'error') === error;

/** Not that of an id of another format, of a key that is rejected, of a limiter or of a gateway. */
const isTelling = (status: number): boolean =>
  ![400, 401, 422, 429].includes(status) && !isOfGateway(status);

export interface SimilarId {
  readonly id: string;
  /** True if it has so many random characters that nobody can have it. */
  readonly unique: boolean;
}

/** Bits from which on a random id is nobody's. */
const UNIQUE_BITS = 40;

const digits = '0123456789';
/** Without those that Crockford's and Bitcoin's alphabets leave out. */
const letters = 'abcdefghjkmnpqrstvwxyz';

/**
 * @param known ids of one kind, at least one.
 * @param random bytes, as many as the longest id has characters, or they are used again.
 */
export function similarId(known: readonly [string, ...string[]], random: Buffer): SimilarId {
  const [sample] = known;
  const alike = known.filter(({ length }) => length === sample.length);
  const hexadecimal = [...sample.matchAll(/[0-9a-z]+/gi)].map(({ 0: part, index }) => ({
    from: index,
    to: index + part.length,
    isHex: /^[0-9a-f]+$/i.test(part),
    isWord: /^[a-z]+\d*$/i.test(part) && /^[a-z]*/i.exec(part)![0].length > 1,
  }));
  let bits = 0;
  const characters = sample.split('').map((character, at) => {
    const part = hexadecimal.find(({ from, to }) => from <= at && at < to);
    const alphabet = part && isFree(sample, at, alike) ? alphabetOf(character, part) : undefined;
    if (alphabet === undefined) return character;
    bits += Math.log2(alphabet.length);
    return alphabet[random[at % random.length]! % alphabet.length];
  });
  const id = characters.join('');
  return { id, unique: bits >= UNIQUE_BITS && !known.includes(id) };
}

interface Part {
  readonly isHex: boolean;
  /** Like `rec` or `ORD1042`: its letters are a word. */
  readonly isWord: boolean;
}

function alphabetOf(character: string, { isHex, isWord }: Part): string | undefined {
  if (/\d/.test(character)) return digits;
  if (isWord && !isHex) return undefined;
  const alphabet = isHex ? 'abcdef' : letters;
  return /[a-z]/.test(character) ? alphabet : alphabet.toUpperCase();
}

/** Beginnings hold prefixes and times, and some places the version of a UUID or what all known ids share. */
function isFree(sample: string, at: number, alike: readonly string[]): boolean {
  if (at < sample.length / 3) return false;
  if (isUuid(sample) && (at === 14 || at === 19)) return false;
  return alike.length < 3 || alike.some(id => id[at] !== sample[at]);
}
