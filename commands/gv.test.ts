import { expect, test } from '#test';
import { Command as Parser } from 'commander';
import { settingNames } from '../harness/config/settings.ts';
import { configure, readValues, settingsGiven } from './cli/parser.ts';
import { isSecret } from './cli/command.ts';
import { entryOf, names } from './table.ts';

const declared = async () =>
  Promise.all(names.map(async name => [name, await entryOf(name).load()] as const));

test('every command parses its examples, and explains exit codes 0 and 3', async () => {
  for (const [name, command] of await declared()) {
    expect(command.examples.length, name).toBeGreaterThan(0);
    expect(command.about, name).toMatch(/\.$/);
    expect(Object.keys(command.exitCodes), name).toEqual(expect.arrayContaining(['0', '3']));
    for (const [line] of command.examples) {
      const [gv, first, ...args] = line.replace(/ > .*/, '').split(' ');
      expect([gv, first], line).toEqual(['./gv', name]);
      const parser = new Parser(name).exitOverride().configureOutput({ writeErr: () => {} });
      configure(parser, command);
      parser.action(() => {});
      expect(() => parser.parse(args, { from: 'user' }), line).not.toThrow();
    }
  }
});

test('every setting is an option of a command or a secret, and help shows some of the settings that apply', async () => {
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

test('an option that is given several times keeps all values, and each must be a choice', async () => {
  const command = await entryOf('conformance').load();
  const given = (...args: string[]) => {
    const parser = new Parser('conformance').exitOverride().configureOutput({ writeErr: () => {} });
    configure(parser, command);
    parser.action(() => {});
    return readValues(parser.parse(args, { from: 'user' }), command)['project'];
  };
  expect(given('--project', 'load', '--project', 'contract')).toEqual(['load', 'contract']);
  expect(given()).toEqual([]);
  expect(() => given('--project', 'load', '--project', 'loud')).toThrow(
    'choices are contract, load',
  );
});

test('a switch takes no value, so the text after it is an argument', async () => {
  const command = await entryOf('smoke').load();
  const parser = new Parser('smoke').exitOverride();
  configure(parser, command);
  parser.action(() => {});
  parser.parse(['--strict', 'wallet'], { from: 'user' });
  expect(settingsGiven(parser, command)).toEqual({ GV_STRICT: 'true' });
  expect(readValues(parser, command)['id']).toEqual(['wallet']);
});
