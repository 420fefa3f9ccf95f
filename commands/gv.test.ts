import { expect, test } from '#test';
import { Command as Parser } from 'commander';
import { settingNames } from '../harness/config/settings.ts';
import { configure, readValues, settingsGiven } from './cli/parser.ts';
import { isSecret } from './cli/command.ts';
import { entryOf, names, type Name } from './gv.ts';

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

/** Parses arguments of a command. */
async function given(name: Name, ...args: readonly string[]) {
  const command = await entryOf(name).load();
  const parser = new Parser(name).exitOverride().configureOutput({ writeErr: () => {} });
  configure(parser, command);
  parser.action(() => {});
  parser.parse(args, { from: 'user' });
  return { values: readValues(parser, command), settings: settingsGiven(parser, command) };
}

test('an option that is given several times keeps all values', async () => {
  const { values } = await given('reference', '--fault', 'a', '--fault', 'b');
  expect(values['fault']).toEqual(['a', 'b']);
  expect((await given('reference')).values['fault']).toEqual([]);
});

test('an option with choices accepts no other value', async () => {
  await expect(given('conformance', '--project', 'loud')).rejects.toThrow(
    'choices are contract, load',
  );
});

test('a switch takes no value, so the text after it is an argument', async () => {
  const { values, settings } = await given('smoke', '--strict', 'wallet');
  expect(settings).toEqual({ GV_STRICT: 'true' });
  expect(values['id']).toEqual(['wallet']);
});
