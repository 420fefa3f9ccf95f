/** Writes the file of settings. At a terminal, asks for them (`./gv init`). */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { processSettings, readEnvironment, settingsFile } from '../harness/config/environment.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import type { Target } from '../harness/config/target.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { command } from './cli/command.ts';
import { configuration, findingLines } from './doctor.ts';
import { addressProblem, keyFindings, type Finding } from './doctor-keys.ts';
import {
  save,
  settingsToWrite,
  initialisable,
  withPlainAddress,
  type Texts,
  problemOf,
} from './init-file.ts';
import { confirm, isCancel, password, text } from '@clack/prompts';
import { settings } from '../harness/config/settings.ts';
import { print } from '../harness/output/wrap.ts';

export default command({
  about:
    'Writes .env, which only its owner can read (.env.NAME with GV_ENV=NAME, or the file that GV_ENV_FILE names). Asks for the address of a deployment and for two keys, GV_API_KEY and GV_AUTOMATION_KEY, and tests each key with a GET. Settings that are given in the environment or as options are not asked for.',
  options: {
    update: { about: 'change an existing file, and keep its other settings' },
  },
  settings: {
    first: ['GV_BASE_URL', 'GV_COUNTRIES', 'GV_ALLOW', 'GV_MAX_SPEND'],
    all: [...initialisable],
  },
  examples: [
    ['./gv init', 'ask for all settings'],
    [
      './gv init --base-url https://vouchers.example',
      'use it in a script, with GV_API_KEY in the environment',
    ],
    ['./gv init --update --allow write', 'change a permission in the existing file'],
  ],
  exitCodes: { 0: 'the file was written', 3: 'nothing was written' },
  run: async ({ update }) => {
    const file = settingsFile();
    const isAsked = process.stdin.isTTY && process.stdout.isTTY;
    const { texts, findings } = await initialise({
      file,
      given: settingsToWrite(processSettings()),
      say,
      show: found => print(found.flatMap(findingLines).join('\n')),
      asker: isAsked ? terminal : undefined,
      update,
    });
    say(`${file} was written. Nobody else on this machine can read it.\n`);
    const ofSettings = configuration(() => ({ ...readEnvironment(), ...texts })).findings;
    const all = [...ofSettings, ...findings];
    print(all.flatMap(findingLines).join('\n'));
    say(`\nNext: ./gv ${all.some(({ mark }) => mark === 'stop') ? 'doctor' : next}`);
    return 0;
  },
});

const next = 'conformance, or for a certificate ./gv doctor --profile certify';

const say = (text: string): void => print(harmless(text));

interface Wanted {
  readonly file: string;
  /** Settings from the environment and from options. */
  readonly given: Texts;
  readonly say: (text: string) => void;
  readonly show: (findings: readonly Finding[]) => void;
  /** Absent without a terminal. */
  readonly asker: Asker | undefined;
  /** True if an existing file may be changed. */
  readonly update: boolean;
}

interface Settled {
  /** Settings to write. */
  readonly texts: Texts;
  /** Findings about the keys. */
  readonly findings: readonly Finding[];
}

/**
 * Writes the file atomically.
 *
 * @throws Error, Cancelled, ConfigurationError
 */
export async function initialise(wanted: Wanted): Promise<Settled> {
  const { file, asker, say } = wanted;
  await mayChange(wanted);
  const kept = existsSync(file) ? settingsToWrite(parse(readFileSync(file))) : {};
  const given = withPlainAddress(wanted.given, say);
  let texts: Texts = { ...kept, ...given };
  if (!asker) requireEnough(texts);
  else {
    // Refuses contradicting settings before it asks anything.
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

/** Stands in for a missing address and key, so that the other settings can be checked. */
const standIn: Texts = { GV_BASE_URL: 'http://127.0.0.1', GV_API_KEY: 'k' };

const targetWith = (texts: Texts): Target =>
  loadTarget({ ...processSettings(), ...texts }, undefined);

async function mayChange({ file, asker, update }: Wanted): Promise<void> {
  if (!existsSync(file) || update) return;
  if (!asker)
    throw new Error(
      `${file} exists, and nothing was written. --update replaces the given settings in it, and keeps its other lines.`,
    );
  const question = `${file} exists. Replace the settings that you enter, and keep its other lines?`;
  if (!(await asker.confirm(question, false))) throw new Cancelled();
}

/** Throws unless there is an address and a key. */
function requireEnough(texts: Texts): void {
  const address = 'GV_BASE_URL (--base-url, or in the environment)';
  const keys = 'GV_API_KEY or GV_AUTOMATION_KEY (in the environment)';
  const missing = [...(texts.GV_BASE_URL ? [] : [address]), ...(hasKey(texts) ? [] : [keys])];
  if (missing.length > 0)
    throw new Error(
      `There is no terminal to ask at, and nothing was written. Missing: ${missing.join('; ')}.`,
    );
}

/** Tests each key with a GET. Asks again until a run could start, or until the person wants the settings unchanged. */
async function settle(wanted: Wanted, texts: Texts): Promise<Settled> {
  const { asker, say, show } = wanted;
  const target = targetWith(texts);
  say('One GET with each key ...');
  const findings = await keyFindings(target);
  if (findings.every(({ mark }) => mark !== 'stop')) return { texts, findings };
  show(findings);
  if (!asker) throw new Error('Nothing was written: a run could not start with these settings.');
  const again = 'A run could not start with these settings. Enter the address and the keys again?';
  if (!(await asker.confirm(again, true))) return { texts, findings };
  const dialogue = { asker, say };
  return settle(wanted, await withKeys(dialogue, await withAddress(dialogue, texts)));
}

/** Returns why an answer is invalid, or undefined. */
type Check = (answer: string) => string | undefined;

/** Asks a person. @throws Cancelled */
export interface Asker {
  text(message: string, initial: string, check: Check): Promise<string>;
  /** Shows a dot for each character. An empty answer means no key. */
  secret(message: string, check: Check): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
}

/** Signals that the person cancelled. */
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

/** Asks for the address, and tests it before it asks for a key. Offers the address of `texts`. */
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

/** Returns true if there is a business key or an automation key. */
const hasKey = (texts: Texts): boolean => twoKeys.some(name => texts[name] !== undefined);

/** Asks for both keys until there is a key. An empty answer keeps the key of `texts`. */
async function withKeys(dialogue: Dialogue, texts: Texts): Promise<Texts> {
  const { asker, say } = dialogue;
  let all = texts;
  for (const name of twoKeys) {
    const kept = texts[name] === undefined ? 'none' : 'the key that is set';
    const key = await asker.secret(
      `${name}: ${settings[name].about} (shown as dots; Enter: ${kept})`,
      entered => (entered.trim() === '' ? undefined : problemOf(name, entered.trim())),
    );
    // A pasted key may have blanks around it.
    if (key.trim() !== '') all = { ...all, [name]: key.trim() };
  }
  if (hasKey(all)) return all;
  say('A target needs at least one of the two keys.');
  return withKeys(dialogue, texts);
}
