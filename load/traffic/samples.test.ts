import { expect, test } from '#test';
import { fromLine } from './samples.ts';
import { toLine, type Sampled } from './user/pacing.ts';

test('a sample is one line without keys', () => {
  const sampled = {
    route: 'GET /wallet',
    body: 'a secret-key\nb',
    headers: {},
  } as unknown as Sampled;
  const line = toLine('run-1', sampled, ['secret-key']);
  expect(line).not.toMatch(/secret-key|\n/);
  expect(fromLine('run-1', line)?.body).toBe('a (key)\nb');
  expect(fromLine('run-2', line)).toBeUndefined();
});
