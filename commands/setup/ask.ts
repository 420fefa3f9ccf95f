/** Asks a person for address and keys. */
import { confirm, isCancel, password, text } from '@clack/prompts';
import { settings } from '../../fixtures/config/settings.ts';
import { problemOf, withPlainAddress, type Texts } from './given.ts';

/** Returns why an answer cannot be taken. */
type Check = (answer: string) => string | undefined;

/** Asks a person. @throws Cancelled */
export interface Asker {
  text(message: string, initial: string, check: Check): Promise<string>;
  /** Nothing of it is shown; empty: none. */
  secret(message: string, check: Check): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
}

/** The person gave up. */
export class Cancelled extends Error {
  override readonly message = 'Nothing was written.';
}

async function answered<Value>(asked: Promise<Value>): Promise<Exclude<Value, symbol>> {
  const value = await asked;
  if (isCancel(value)) throw new Cancelled();
  return value as Exclude<Value, symbol>;
}

export const terminal: Asker = {
  text: (message, initialValue, check) =>
    answered(text({ message, initialValue, validate: (value = '') => check(value) })),
  // Not even how long it is.
  secret: async (message, check) =>
    (await answered(password({ message, mask: '', validate: (value = '') => check(value) }))) ?? '',
  confirm: (message, initialValue) => answered(confirm({ message, initialValue })),
};

export interface Dialogue {
  readonly asker: Asker;
  readonly say: (text: string) => void;
}

/** Asks for the address; `texts` has the one to begin with. */
export async function withAddress({ asker, say }: Dialogue, texts: Texts): Promise<Texts> {
  const message = 'Address of the service, without /api/v1';
  const given = await asker.text(message, texts.GV_BASE_URL ?? '', entered =>
    problemOf('GV_BASE_URL', entered),
  );
  return withPlainAddress({ ...texts, GV_BASE_URL: given }, say);
}

const twoKeys = ['GV_API_KEY', 'GV_AUTOMATION_KEY'] as const;

/** Returns true if there is one of the two keys that a target needs. */
export const hasKey = (texts: Texts): boolean => twoKeys.some(name => texts[name] !== undefined);

/** Asks for both keys until there is one; those of `texts` stay if nothing is entered. */
export async function withKeys(dialogue: Dialogue, texts: Texts): Promise<Texts> {
  const { asker, say } = dialogue;
  let all = texts;
  for (const name of twoKeys) {
    const otherwise = texts[name] === undefined ? 'none' : 'the one that is set';
    const key = await asker.secret(
      `${name}: ${settings[name].about} (it is not shown; Enter: ${otherwise})`,
      entered => (entered === '' ? undefined : problemOf(name, entered)),
    );
    if (key !== '') all = { ...all, [name]: key };
  }
  if (hasKey(all)) return all;
  say('A target needs at least one of the two keys.');
  return withKeys(dialogue, texts);
}
