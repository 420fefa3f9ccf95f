/** `./gv init`: makes the file of settings; asks at a terminal, else takes what is given. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { processSettings, readEnvironment, settingsFile } from '../fixtures/config/environment.ts';
import { loadTarget } from '../fixtures/config/load-target.ts';
import { harmless } from '../fixtures/output/sanitize.ts';
import type { Finding } from '../schemas/records/diagnosis.ts';
import { command } from './cli/command.ts';
import { shownDiagnosis } from './doctor.ts';
import { findingsOf, readKeys, type Reading } from './doctor-keys.ts';
import { findingLines } from './doctor-text.ts';
import {
  save,
  chosen,
  initialisable,
  ofStandardInput,
  withPlainAddress,
  type Texts,
  problemOf,
} from './init-file.ts';
import { confirm, isCancel, password, text } from '@clack/prompts';
import { settings } from '../fixtures/config/settings.ts';
import { fold, print } from '../fixtures/output/wrap.ts';

export default command({
  about:
    'Writes .env (.env.NAME with GV_ENV=NAME, another with GV_ENV_FILE), which only its owner can read: asks for the address and the keys of a deployment, and tests each key with one GET before it writes them. It ends with what ./gv doctor states: what would run, and what each further setting or permission opens. Without a terminal nothing is asked: what is not given has to be in the environment, in options or, with --stdin, in lines like GV_API_KEY=... of standard input.',
  options: {
    stdin: { about: 'read settings from standard input, a line each; nothing is asked' },
    update: { about: 'change a file that is there: what is given replaces the same settings' },
    untested: { about: 'without a terminal: write what is given, and send nothing' },
  },
  settings: {
    first: ['GV_BASE_URL', 'GV_COUNTRIES', 'GV_ALLOW', 'GV_MAX_SPEND'],
    all: [...initialisable],
  },
  examples: [
    ['./gv init', 'asks'],
    ['./gv init --base-url https://vouchers.example --stdin', 'in a script that pipes the keys'],
    ['./gv init --update --allow write', 'adds a permission to the file that is there'],
  ],
  exitCodes: { 0: 'the file was written', 3: 'nothing was written' },
  run: async ({ stdin, update, untested }) => {
    const file = settingsFile();
    const isAsked = !stdin && process.stdin.isTTY && process.stdout.isTTY;
    const { texts, readings } = await initialise({
      file,
      given: { ...chosen(processSettings()), ...(stdin ? ofStandardInput() : {}) },
      say,
      show: findings => print(findings.flatMap(findingLines).join('\n')),
      asker: isAsked ? terminal : undefined,
      update,
      untested,
    });
    say(`${file} was written; nobody else on this machine can read it.\n`);
    const env = () => ({ ...readEnvironment(), ...texts });
    const canStart = readings !== undefined && (await shownDiagnosis({ env, readings })).canStart;
    const naming = Object.entries(processSettings()).find(
      ([name, value]) => name.startsWith('GV_ENV') && value,
    );
    const gv = naming ? `${naming.join('=')} ./gv` : './gv';
    say(`What comes next: ${gv} ${canStart ? 'conformance' : 'doctor'}`);
    return 0;
  },
});

const say = (text: string): void =>
  print(
    harmless(text)
      .split('\n')
      .flatMap(line => fold(line, ''))
      .join('\n'),
  );

interface Wanted {
  readonly file: string;
  /** Of the environment, of options and of standard input. */
  readonly given: Texts;
  readonly say: (text: string) => void;
  readonly show: (findings: readonly Finding[]) => void;
  /** Absent if nobody can be asked. */
  readonly asker: Asker | undefined;
  /** A file that is there may be changed. */
  readonly update: boolean;
  /** Nothing is sent, if nobody is asked. */
  readonly untested: boolean;
}

/** The settings that are written, and the responses to their keys; without readings nothing was sent. */
interface Settled {
  readonly texts: Texts;
  readonly readings?: readonly Reading[];
}

/**
 * Writes the file, whole or not at all.
 *
 * @throws Error, Cancelled, ConfigurationError
 */
export async function initialise(wanted: Wanted): Promise<Settled> {
  const { file, asker, say } = wanted;
  await mayChange(wanted);
  const kept = existsSync(file) ? chosen(parse(readFileSync(file))) : {};
  const given = withPlainAddress(wanted.given, say);
  let texts: Texts = { ...kept, ...given };
  if (!asker) requireEnough(texts);
  else {
    // Settings that contradict each other are refused before anything is typed.
    loadTarget({ ...processSettings(), ...standIn, ...texts }, undefined);
    if (given.GV_BASE_URL === undefined) texts = await withAddress({ asker, say }, texts);
    if (!hasKey(given)) texts = await withKeys({ asker, say }, texts);
  }
  const settled = await settle(wanted, texts);
  const changed = Object.entries(settled.texts).filter(
    ([name, text]) => kept[name as keyof Texts] !== text,
  );
  save(file, Object.fromEntries(changed));
  return settled;
}

/** In place of what the person is asked for. */
const standIn: Texts = { GV_BASE_URL: 'http://127.0.0.1', GV_API_KEY: 'k' };

async function mayChange({ file, asker, update }: Wanted): Promise<void> {
  if (!existsSync(file) || update) return;
  if (!asker)
    throw new Error(
      `${file} is there, and nothing was written. With --update, what is given replaces the same settings in it, and its other lines stay.`,
    );
  const question = `${file} is there. Change the settings that you enter, and keep its other lines?`;
  if (!(await asker.confirm(question, false))) throw new Cancelled();
}

/** Requires the address and one key. */
function requireEnough(texts: Texts): void {
  const address = 'GV_BASE_URL (--base-url, or in the environment)';
  const keys =
    'GV_API_KEY or GV_AUTOMATION_KEY (in the environment, or as a line of standard input with --stdin)';
  const missing = [...(texts.GV_BASE_URL ? [] : [address]), ...(hasKey(texts) ? [] : [keys])];
  if (missing.length > 0)
    throw new Error(
      `There is no terminal to ask at, and nothing was written. Missing: ${missing.join('; ')}.`,
    );
}

/** Reads with each key; asks again until a run could start, or the person wants the settings all the same. */
async function settle(wanted: Wanted, texts: Texts): Promise<Settled> {
  const { asker, say, show, untested } = wanted;
  const target = loadTarget({ ...processSettings(), ...texts }, undefined);
  if (!asker && untested) return { texts };
  say('One GET with each key ...');
  const readings = await readKeys(target);
  const found = findingsOf(target, readings);
  const findings = [...found.target, ...found.keys];
  if (findings.every(({ mark }) => mark !== 'stop')) return { texts, readings };
  show(findings);
  if (!asker)
    throw new Error(
      'Nothing was written: a run could not start with these settings. --untested writes them without a request.',
    );
  const again = 'A run could not start with that. Enter address and keys again?';
  if (!(await asker.confirm(again, true))) return { texts, readings };
  const dialogue = { asker, say };
  return settle(wanted, await withKeys(dialogue, await withAddress(dialogue, texts)));
}

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

const terminal: Asker = {
  text: (message, initialValue, check) =>
    answered(text({ message, initialValue, validate: (value = '') => check(value) })),
  // Not even how long it is.
  secret: async (message, check) =>
    (await answered(password({ message, mask: '', validate: (value = '') => check(value) }))) ?? '',
  confirm: (message, initialValue) => answered(confirm({ message, initialValue })),
};

interface Dialogue {
  readonly asker: Asker;
  readonly say: (text: string) => void;
}

/** Asks for the address; `texts` has the one to begin with. */
async function withAddress({ asker, say }: Dialogue, texts: Texts): Promise<Texts> {
  const message = 'Address of the service, without /api/v1';
  const given = await asker.text(message, texts.GV_BASE_URL ?? '', entered =>
    entered.trim() === ''
      ? 'A run needs an address, like https://vouchers.example'
      : problemOf('GV_BASE_URL', entered),
  );
  return withPlainAddress({ ...texts, GV_BASE_URL: given }, say);
}

const twoKeys = ['GV_API_KEY', 'GV_AUTOMATION_KEY'] as const;

/** Returns true if there is one of the two keys that a target needs. */
const hasKey = (texts: Texts): boolean => twoKeys.some(name => texts[name] !== undefined);

/** Asks for both keys until there is one; those of `texts` stay if nothing is entered. */
async function withKeys(dialogue: Dialogue, texts: Texts): Promise<Texts> {
  const { asker, say } = dialogue;
  let all = texts;
  for (const name of twoKeys) {
    const otherwise = texts[name] === undefined ? 'none' : 'the one that is set';
    const key = await asker.secret(
      `${name}: ${settings[name].about} (it is not shown; Enter: ${otherwise})`,
      entered => (entered.trim() === '' ? undefined : problemOf(name, entered.trim())),
    );
    // A key that was copied may have blanks around it.
    if (key.trim() !== '') all = { ...all, [name]: key.trim() };
  }
  if (hasKey(all)) return all;
  say('A target needs at least one of the two keys.');
  return withKeys(dialogue, texts);
}
