import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { test } from '../../fixtures/testing/spawned.ts';
import { mostBytes, readBundle } from './statement.ts';

test('a file of a bundle that is too large is refused before it is read', ({ cwd }) => {
  const [result, envelope] = [join(cwd, 'result.json'), join(cwd, 'attestation.json')];
  writeFileSync(result, '{}');
  writeFileSync(envelope, '{}');
  expect(readBundle(cwd)).toMatchObject({ envelope: {} });
  truncateSync(envelope, mostBytes.envelope + 1);
  expect(() => readBundle(cwd)).toThrow(`${envelope} has 9 MiB, more than 8, and is not read.`);
  truncateSync(result, mostBytes.result + 1);
  expect(() => readBundle(cwd)).toThrow(`${result} has 65 MiB, more than 64, and is not read.`);
});
