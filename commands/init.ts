/** `./gv init`: makes the file of settings; asks at a terminal, else takes the given settings. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { processSettings, readEnvironment, settingsFile } from '../harness/config/environment.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import type { Target } from '../harness/config/target.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { command } from './cli/command.ts';
import { examine, findingLines } from './doctor.ts';
import { addressProblem, keyFindings, type Finding } from './doctor-keys.ts';
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
import { settings } from '../harness/config/settings.ts';
import { print } from '../harness/output/wrap.ts';

export default command({
  about:
    'Writes .env (.env.NAME with GV_ENV=NAME, another with GV_ENV_FILE), which only its owner can read: asks for the address of a deployment, tests it with a GET, asks for the keys, and tests each with a GET before it writes them. Then it says what ./gv doctor says. Without a terminal nothing is asked: what is not given has to be in the environment, in options or, with --stdin, in lines like GV_API_KEY=... of standard input.',
  options: {
    stdin: { about: 'read settings from standard input, a line each; nothing is asked' },
    update: { about: 'change an existing file: given settings replace the same settings' },
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
  run: async ({ stdin, update }) => {
    const file = settingsFile();
    const isAsked = !stdin && process.stdin.isTTY && process.stdout.isTTY;
    const { texts, findings } = await initialise({
      file,
      given: { ...chosen(processSettings()), ...(stdin ? ofStandardInput() : {}) },
      say,
      show: found => print(found.flatMap(findingLines).join('\n')),
      asker: isAsked ? terminal : undefined,
      update,
    });
    say(`${file} was written; nobody else on this machine can read it.\n`);
    const canStart = await examine(() => ({ ...readEnvironment(), ...texts }), findings);
    say(`What comes next: ./gv ${canStart ? 'conformance' : 'doctor'}`);
    return 0;
  },
});

const say = (text: string): void => print(harmless(text));

interface Wanted {
  readonly file: string;
  /** Of the environment, of options and of standard input. */
  readonly given: Texts;
  readonly say: (text: string) => void;
  readonly show: (findings: readonly Finding[]) => void;
  /** Absent if nobody can be asked. */
  readonly asker: Asker | undefined;
  /** True if an existing file may be changed. */
  readonly update: boolean;
}

interface Settled {
  /** Settings to write. */
  readonly texts: Texts;
  /** Findings about their keys. */
  readonly findings: readonly Finding[];
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
    targetWith({ ...standIn, ...texts });
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

/** Takes the given settings instead of asking. */
const standIn: Texts = { GV_BASE_URL: 'http://127.0.0.1', GV_API_KEY: 'k' };

const targetWith = (texts: Texts): Target =>
  loadTarget({ ...processSettings(), ...texts }, undefined);

async function mayChange({ file, asker, update }: Wanted): Promise<void> {
  if (!existsSync(file) || update) return;
  if (!asker)
    throw new Error(
      `${file} exists, and nothing was written. With --update, given settings replace the same settings in it, and its other lines stay.`,
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
  const { asker, say, show } = wanted;
  const target = targetWith(texts);
  say('One GET with each key ...');
  const findings = await keyFindings(target);
  if (findings.every(({ mark }) => mark !== 'stop')) return { texts, findings };
  show(findings);
  if (!asker) throw new Error('Nothing was written: a run could not start with these settings.');
  const again = 'A run could not start with that. Enter address and keys again?';
  if (!(await asker.confirm(again, true))) return { texts, findings };
  const dialogue = { asker, say };
  return settle(wanted, await withKeys(dialogue, await withAddress(dialogue, texts)));
}

/** Returns why an answer cannot be taken. */
type Check = (answer: string) => string | undefined;

/** Asks a person. @throws Cancelled */
export interface Asker {
  text(message: string, initial: string, check: Check): Promise<string>;
  /** Shows a dot for each character; empty: none. */
  secret(message: string, check: Check): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
}

/** Signals that the person gave up. */
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
  secret: async (message, check) =>
    (await answered(password({ message, mask: '•', validate: (value = '') => check(value) }))) ??
    '',
  confirm: (message, initialValue) => answered(confirm({ message, initialValue })),
};

interface Dialogue {
  readonly asker: Asker;
  readonly say: (text: string) => void;
}

/** Asks for the address, and tests it before any key is asked for; `texts` has the one to begin with. */
async function withAddress(dialogue: Dialogue, texts: Texts): Promise<Texts> {
  const { asker, say } = dialogue;
  const message = 'Address of the service, without /api/v1';
  const given = await asker.text(message, texts.GV_BASE_URL ?? '', entered =>
    entered.trim() === ''
      ? 'A run needs an address, like https://vouchers.example'
      : problemOf('GV_BASE_URL', entered),
  );
  const all = withPlainAddress({ ...texts, GV_BASE_URL: given }, say);
  const problem = await addressProblem(targetWith({ ...standIn, ...all }));
  if (problem === undefined) return all;
  say(problem);
  return (await asker.confirm('Enter another address?', true)) ? withAddress(dialogue, all) : all;
}

const twoKeys = ['GV_API_KEY', 'GV_AUTOMATION_KEY'] as const;

/** Returns true if there is one of the two keys that a target needs. */
const hasKey = (texts: Texts): boolean => twoKeys.some(name => texts[name] !== undefined);

/** Asks for both keys until there is a key. The keys of `texts` stay if nothing is entered. */
async function withKeys(dialogue: Dialogue, texts: Texts): Promise<Texts> {
  const { asker, say } = dialogue;
  let all = texts;
  for (const name of twoKeys) {
    const kept = texts[name] === undefined ? 'none' : 'the key that is set';
    const key = await asker.secret(
      `${name}: ${settings[name].about} (shown as dots; Enter: ${kept})`,
      entered => (entered.trim() === '' ? undefined : problemOf(name, entered.trim())),
    );
    // A key that was copied may have blanks around it.
    if (key.trim() !== '') all = { ...all, [name]: key.trim() };
  }
  if (hasKey(all)) return all;
  say('A target needs at least one of the two keys.');
  return withKeys(dialogue, texts);
}
