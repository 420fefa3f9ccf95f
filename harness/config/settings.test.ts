import { parse } from 'dotenv';
import { expect, test } from '#test';
import { projectFiles, readSource } from '../../fixtures/testing/spawned.ts';
import { settingNames, settings } from './settings.ts';
import { internalNames } from './values.ts';

const example = readSource('.env.example');

test('.env.example lists every setting once', () => {
  const names = [...example.matchAll(/^(GV_\w+)=/gm)].map(match => match[1]);
  expect(names.map(String).toSorted()).toEqual(settingNames.toSorted());
  expect(Object.values(parse(example)).join('')).toBe('');
});

test('every key is a secret', () => {
  const secret = settingNames.filter(name => 'secret' in settings[name] && settings[name].secret);
  const files = ['GV_SIGNING_KEY', 'GV_CLIENT_KEY'];
  const keys = settingNames.filter(name => /_KEY($|_)/.test(name) && !files.includes(name));
  expect(secret).toEqual(keys);
});

/** Files with our code or configuration. Tests are excluded, because they invent names. */
const sources = projectFiles().filter(
  file => /(\.(tsx?|json|ya?ml|go)|\.ci\/\w+)$/.test(file) && !file.endsWith('.test.ts'),
);

test('the sources name only existing settings', () => {
  const known = [...settingNames, ...internalNames];
  const used = sources.flatMap(file => {
    const text = readSource(file);
    return [...text.matchAll(/\bGV_\w+/g)].map(([name]) => ({ file, name }));
  });
  // `GV_ORDER_REQUEST_${which}`, or a name broken off in a pattern, is the beginning of names.
  const isKnown = (name: string) =>
    known.includes(name) || (name.endsWith('_') && known.some(each => each.startsWith(name)));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(({ name }) => !isKnown(name))).toEqual([]);
});
