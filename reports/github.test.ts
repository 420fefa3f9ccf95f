import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test';
import { reportToGitHub } from './github.ts';
import { failedCase, requirement, result } from './summary/samples.ts';

const failing = result({
  requirements: [requirement('auth.a', { verdict: 'failed', cases: [failedCase('a', 'x1', 'b')] })],
});

test('annotations where it runs, and the summary behind what the step wrote before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gv-'));
  const file = join(folder, 'summary');
  writeFileSync(file, 'before\n');
  const lines: string[] = [];
  const variables = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
  reportToGitHub(failing, variables, line => lines.push(line));
  expect(lines).toEqual([expect.stringMatching(/^::error /)]);
  expect(readFileSync(file, 'utf8')).toMatch(/^before\n## Gift voucher API: /);
  rmSync(folder, { recursive: true });
});

test('elsewhere nothing is printed, and nothing by one of several shards', () => {
  const refuse = () => {
    throw new Error('printed');
  };
  reportToGitHub(failing, {}, refuse);
  const shard = { current: 1, total: 2 };
  reportToGitHub({ ...failing, shard }, { GITHUB_ACTIONS: 'true' }, refuse);
});
