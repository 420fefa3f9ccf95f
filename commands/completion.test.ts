import { expect, test } from '#test';
import { settings, type SettingName } from '../fixtures/config/settings.ts';
import { candidates } from './completion.ts';
import { closedValues } from './cli/command.ts';

const at = (...words: string[]) => candidates(words, words.length - 1);

test('commands, options, and settings that are no secrets', async () => {
  expect(await at('conf')).toEqual(['conformance']);
  expect(await at('help', 'sm')).toEqual(['smoke']);
  expect(await at('drift', '--')).toEqual(['--out', '--json', '--log', '--first-night', '--help']);
  expect(await at('conformance', '--max-sp')).toEqual(['--max-spend']);
  expect(await at('conformance', '--api')).toEqual([]);
  expect(await at('nowhere', '--')).toEqual([]);
});

test('ids of requirements and faults, and areas', async () => {
  expect(await at('conformance', 'auth.missing-k')).toEqual(['auth.missing-key']);
  expect(await at('smoke', '--deadline', '60', 'wallet.one-p')).toEqual([
    'wallet.one-per-currency',
  ]);
  expect(await at('conformance', '--grep', 'auth.missing-k')).toEqual(['auth.missing-key']);
  expect(await at('conformance', '-G', 'auth.missing-k')).toEqual(['auth.missing-key']);
  expect(await at('reference', '--sync', '--fault', 'wallet-naira-c')).toEqual([
    'wallet-naira-called-pounds',
  ]);
  expect(await at('conformance', 'walle')).toContain('wallet');
});

test('values of closed options, in both forms and in lists', async () => {
  expect(await at('conformance', '--project', '')).toEqual(['contract', 'load']);
  // As zsh and as bash split it.
  expect(await at('conformance', '--project=lo')).toEqual(['--project=load']);
  expect(await at('conformance', '--project', '=', 'lo')).toEqual(['load']);
  expect(await at('conformance', '--project', '=')).toEqual(['contract', 'load']);
  expect(await at('certify', '--features', 'catalog,wal')).toEqual(['catalog,wallet']);
});

test('where files are meant, nothing: the shell completes those', async () => {
  expect(await at('judge', '')).toEqual([]);
  expect(await at('report', 'a.json', '--out', '')).toEqual([]);
});

test('every value that is offered for a setting is one', () => {
  for (const [name, values] of Object.entries(closedValues))
    for (const value of values)
      expect(() => settings[name as SettingName].parse(value), `${name} ${value}`).not.toThrow();
});
