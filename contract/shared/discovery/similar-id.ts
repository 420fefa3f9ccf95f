/** An id of the form of known ones that nobody has: same length, separators and kinds of characters, others at random. */
import { isUuid } from '../../../fixtures/config/keys.ts';

export interface SimilarId {
  readonly id: string;
  /** Whether it has so many random characters that nobody can have it. */
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
