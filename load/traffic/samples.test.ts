import { expect, test } from '#test';
import { createMasks } from '../../harness/client/mask.ts';
import { fromLine, Kept } from './samples.ts';
import { toLine, type Sampled } from './user/pacing.ts';

const sampled: Sampled = {
  route: 'GET /wallet',
  key: 'business',
  method: 'GET',
  url: 'http://127.0.0.1/wallet',
  sent: null,
  status: 200,
  headers: { 'Set-Cookie': 'a=secret-key' },
  startedAt: 1,
  durationMs: 2,
};

test('a sample is one line, and an exchange without keys', () => {
  const body = Buffer.from('{"é":"a secret-key",\n\t"b":"\u2028"}').toString('base64');
  const line = toLine('run-1', sampled, body);
  expect(line).not.toContain('\n');
  expect(fromLine('run-2', line)).toBeUndefined();
  const kept = new Kept(1);
  kept.add(fromLine('run-1', line)!);
  const exchanges = kept.exchanges(createMasks('s', new Map([['GV_API_KEY', 'secret-key']])));
  expect(exchanges[0]?.response.body).toBe('{"é":"a ${GV_API_KEY}",\n\t"b":"\u2028"}');
  expect(JSON.stringify(exchanges)).not.toContain('secret-key');
});
