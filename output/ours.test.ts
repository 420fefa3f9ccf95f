import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../fixtures/testing/spawned.ts';
import { expectOurs, mark } from './ours.ts';

test('a folder with somebody else’s html is not for results; one that is marked, empty or missing is', ({
  cwd,
}) => {
  expect(() => expectOurs(cwd)).not.toThrow();
  expect(() => expectOurs(join(cwd, 'missing'))).not.toThrow();
  mkdirSync(join(cwd, 'html'));
  expect(() => expectOurs(cwd)).toThrow(`${cwd} has html, which a run would remove`);
  mark(cwd);
  expect(() => expectOurs(cwd)).not.toThrow();
});

test('results of a version without the mark are recognised, the run.json of others is not', ({
  cwd,
}) => {
  writeFileSync(join(cwd, 'run.json'), '{"target":"es2023"}');
  expect(() => expectOurs(cwd)).toThrow('has run.json');
  const ours = { target: { origin: 'configured' }, profile: 'gate' };
  writeFileSync(join(cwd, 'run.json'), JSON.stringify(ours));
  expect(() => expectOurs(cwd)).not.toThrow();
});
