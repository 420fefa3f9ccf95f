/** Asks a person for address and keys, until they work. */
import { settings } from '../../../fixtures/config/settings.ts';
import { normalised } from './address.ts';
import type { Asker, Choice } from './asker.ts';
import { problemOf, type Texts } from './given.ts';
import { stopsIn, tryKeys, type Tested } from './tested.ts';

export interface Dialogue {
  readonly asker: Asker;
  readonly say: (text: string) => void;
  /** What was found with one read a key. */
  readonly show: (tested: Tested) => void;
}

const twoKeys = ['GV_API_KEY', 'GV_AUTOMATION_KEY'] as const;

const hasKey = (texts: Texts): boolean => twoKeys.some(name => texts[name] !== undefined);

type Again = 'address' | 'keys' | 'all the same';

/**
 * @param kept of the file that is there.
 * @param given what needs no question.
 */
export async function ask(dialogue: Dialogue, kept: Texts, given: Texts): Promise<Texts> {
  const before = { ...kept, ...given };
  let texts: Texts = before;
  if (given.GV_BASE_URL === undefined) texts = await withAddress(dialogue, texts);
  if (!hasKey(given)) texts = await withKeys(dialogue, texts, before);
  for (;;) {
    dialogue.say('One read with each key ...');
    const tested = await tryKeys(texts);
    dialogue.show(tested);
    const { secure } = tested;
    if (secure !== undefined && (await dialogue.asker.confirm(`Use ${secure}?`, true))) {
      texts = { ...texts, GV_BASE_URL: secure };
      continue;
    }
    const next = stopsIn(tested).length === 0 ? 'all the same' : await askAgain(dialogue);
    if (next === 'all the same') return texts;
    texts =
      next === 'address'
        ? await withAddress(dialogue, texts)
        : await withKeys(dialogue, texts, before);
  }
}

const askAgain = ({ asker }: Dialogue): Promise<Again> =>
  asker.choose<Again>('A run could not start with that. What now?', [
    { value: 'address', label: 'enter another address' },
    { value: 'keys', label: 'enter other keys' },
    { value: 'all the same', label: 'go on all the same' },
  ] satisfies Choice<Again>[]);

async function withAddress(dialogue: Dialogue, texts: Texts): Promise<Texts> {
  const { asker, say } = dialogue;
  const given = await asker.text('Address of the service, without /api/v1', {
    initial: texts.GV_BASE_URL ?? '',
    check: text => problemOf('GV_BASE_URL', text),
  });
  const { address, changes } = normalised(given);
  for (const change of changes) say(`${address}: ${change}.`);
  const isRight = changes.length === 0 || (await asker.confirm(`Is ${address} right?`, true));
  return isRight ? { ...texts, GV_BASE_URL: address } : withAddress(dialogue, texts);
}

/** @param before the keys that stay where none is entered. */
async function withKeys(dialogue: Dialogue, texts: Texts, before: Texts): Promise<Texts> {
  const { GV_API_KEY: _, GV_AUTOMATION_KEY: __, ...others } = texts;
  let entered: Texts = {};
  for (const name of twoKeys) {
    const otherwise = before[name] === undefined ? 'none' : 'the one that is set';
    const key = await dialogue.asker.secret(
      `${name}: ${settings[name].about} (it is not shown; Enter: ${otherwise})`,
      text => (text === '' ? undefined : problemOf(name, text)),
    );
    const kept = key === '' ? before[name] : key;
    if (kept !== undefined) entered = { ...entered, [name]: kept };
  }
  if (hasKey(entered)) return { ...others, ...entered };
  dialogue.say('A target needs at least one of the two keys.');
  return withKeys(dialogue, texts, before);
}
