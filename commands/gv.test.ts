import { expect, test } from '#test';
import { Command as Parser } from 'commander';
import { settingNames, settings, type SettingName } from '../fixtures/config/settings.ts';
import { configure, givenTo, settingsGiven } from './cli/parser.ts';
import { isSecret, closedValues } from './cli/command.ts';
import { entryOf, names } from './table.ts';
import { candidates } from './completion.ts';

const declared = async () =>
  Promise.all(names.map(async name => [name, await entryOf(name).load()] as const));

test('every command has examples that it can parse, and says what 0 and 3 mean', async () => {
  for (const [name, command] of await declared()) {
    expect(command.examples.length, name).toBeGreaterThan(0);
    expect(command.about, name).toMatch(/\.$/);
    expect(Object.keys(command.exitCodes), name).toEqual(expect.arrayContaining(['0', '3']));
    for (const [line] of command.examples) {
      const [gv, first, ...args] = line.split(' ');
      expect([gv, first], line).toEqual(['./gv', name]);
      const parser = new Parser(name).exitOverride().configureOutput({ writeErr: () => {} });
      configure(parser, command);
      parser.action(() => {});
      expect(() => parser.parse(args, { from: 'user' }), line).not.toThrow();
    }
  }
});

test('every setting is an option of a command, or a secret; help shows some of those that apply', async () => {
  const used = new Set<string>();
  for (const [name, { settings }] of await declared()) {
    for (const each of settings?.all ?? []) used.add(each);
    for (const each of settings?.first ?? []) {
      expect(settings?.all, name).toContain(each);
      expect(isSecret(each), `${name}: ${each}`).toBe(false);
    }
  }
  expect(settingNames.filter(name => !isSecret(name) && !used.has(name))).toEqual([]);
});

test('an option that is given several times has all its values, each of which is one of its choices', async () => {
  const command = await entryOf('conformance').load();
  const given = (...args: string[]) => {
    const parser = new Parser('conformance').exitOverride().configureOutput({ writeErr: () => {} });
    configure(parser, command);
    parser.action(() => {});
    return givenTo(parser.parse(args, { from: 'user' }), command)['project'];
  };
  expect(given('--project', 'load', '--project', 'contract')).toEqual(['load', 'contract']);
  expect(given()).toEqual([]);
  expect(() => given('--project', 'load', '--project', 'loud')).toThrow(
    'choices are contract, load',
  );
});

test('a switch takes no value, and what is behind it is an argument', async () => {
  const command = await entryOf('smoke').load();
  const parser = new Parser('smoke').exitOverride();
  configure(parser, command);
  parser.action(() => {});
  parser.parse(['--strict', 'wallet'], { from: 'user' });
  expect(settingsGiven(parser, command)).toEqual({ GV_STRICT: 'true' });
  expect(givenTo(parser, command)['id']).toEqual(['wallet']);
});

for (const [line, ...expected] of [
  ['conf', 'conformance'],
  ['help sm', 'smoke'],
  ['nowhere --'],
  ['drift --', '--out', '--json', '--log', '--first-night', '--help'],
  ['conformance --max-sp', '--max-spend'],
  // No key stands in a command line.
  ['conformance --api'],
  ['conformance auth.missing-k', 'auth.missing-key'],
  ['conformance -G auth.missing-k', 'auth.missing-key'],
  ['smoke --strict wallet.one-p', 'wallet.one-per-currency'],
  ['smoke --deadline 60 wallet.one-p', 'wallet.one-per-currency'],
  ['reference --sync --fault wallet-naira-c', 'wallet-naira-called-pounds'],
  ['conformance --project ', 'contract', 'load'],
  // As zsh and as bash split it.
  ['conformance --project=lo', '--project=load'],
  ['conformance --project = lo', 'load'],
  ['conformance --project =', 'contract', 'load'],
  ['certify --features catalog,wal', 'catalog,wallet'],
  // The shell completes files.
  ['judge '],
  ['report a.json --out '],
] as const)
  test(`gv ${line} is completed`, async () => {
    const words = line.split(' ');
    expect(await candidates(words, words.length - 1)).toEqual(expected);
  });

test('every value that is offered for a setting is one', () => {
  for (const [name, values] of Object.entries(closedValues))
    for (const value of values)
      expect(() => settings[name as SettingName].parse(value), `${name} ${value}`).not.toThrow();
});
