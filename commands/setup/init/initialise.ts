/** Makes the file of settings: asks where there is a terminal, takes what is given where there is none. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { readValues } from '../../../fixtures/config/values.ts';
import { ask, type Dialogue } from './ask.ts';
import { Cancelled } from './asker.ts';
import { missingOf, withPlainAddress, chosen, type Texts } from './given.ts';
import { save } from './save.ts';
import { stopsIn, tryKeys } from './tested.ts';

export interface Wanted {
  readonly file: string;
  /** Of the environment, of options and of standard input. */
  readonly given: Texts;
  readonly say: Dialogue['say'];
  readonly show: Dialogue['show'];
  /** Absent where nobody can be asked. */
  readonly asker: Dialogue['asker'] | undefined;
  /** A file that is there may be changed. */
  readonly update: boolean;
  /** Nothing is sent. */
  readonly untested: boolean;
}

/** Nothing was written; the message says why, and what to do. */
class NotWritten extends Error {}

/** Writes the file, whole or not at all. */
export async function initialise(wanted: Wanted): Promise<void> {
  const { file, asker, say, show } = wanted;
  await mayChange(wanted);
  const kept = existsSync(file) ? chosen(parse(readFileSync(file))) : {};
  const given = withPlainAddress(wanted.given, say);
  const texts = asker
    ? await ask({ asker, say, show }, kept, given)
    : await sound(wanted, { ...kept, ...given });
  const changed = Object.entries(texts).filter(
    ([name, text]) => kept[name as keyof Texts] !== text,
  );
  save(file, Object.fromEntries(changed));
}

async function mayChange({ file, asker, update }: Wanted): Promise<void> {
  if (!existsSync(file) || update) return;
  if (!asker)
    throw new NotWritten(
      `${file} is there, and nothing was written. With --update, what is given replaces the same settings in it, and its other lines stay.`,
    );
  const question = `${file} is there. Change the settings that you enter, and keep its other lines?`;
  if (!(await asker.confirm(question, false))) throw new Cancelled();
}

/** @throws NotWritten, ConfigurationError */
async function sound({ untested, show }: Wanted, texts: Texts): Promise<Texts> {
  const missing = missingOf(texts);
  if (missing.length > 0)
    throw new NotWritten(
      `There is no terminal to ask at, and nothing was written. Missing: ${missing.join('; ')}.`,
    );
  readValues(texts);
  if (untested) return texts;
  const tested = await tryKeys(texts);
  show(tested);
  if (stopsIn(tested).length === 0) return texts;
  throw new NotWritten(
    'Nothing was written: a run could not start with these settings. --untested writes them without a request.',
  );
}
