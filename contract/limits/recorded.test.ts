import { expect, test } from '#test';
import type { Note, Probed } from '../../schemas/records/limiter.ts';
import { recordedLines } from './recorded.ts';

const note = (status: number, rest: Partial<Note> = {}): Note => ({
  phase: 'burst',
  sentAt: 1000,
  receivedAt: 1500,
  status,
  headers: {},
  body: '',
  ...rest,
});

const probed = (...notes: Note[]): Probed => ({
  driver: 'k6',
  request: { method: 'GET', url: 'https://vouchers.example/wallet' },
  settings: { maxRequests: 9, maxWaitMs: 9 },
  notes,
  findings: {} as Probed['findings'],
});

const claim = (...evidence: number[]) =>
  ({ claim: 'ratelimit-reset', verdict: 'failed', evidence }) as const;

test('a failure shows the rejected responses with their headers, and a command that exhausts the limiter', () => {
  const limited = note(429, { headers: { 'retry-after': '2' }, body: '{"error":"later"}' });
  expect(recordedLines(probed(note(200), limited, note(200)), claim(0, 1))).toEqual([
    `response: 429, 0.50 s after the first request {"error":"later"}
          retry-after: 2`,
    `request:  curl --no-progress-meter --parallel --parallel-max 50 -o /dev/null -D - -X GET 'https://vouchers.example/wallet#[1-13]' \\
  -H "X-API-Key: \${GV_API_KEY}"`,
  ]);
});

test('a failure without rejections shows admitted responses, on the route that they came from', () => {
  const [first] = recordedLines(probed(note(200, { to: 'wallet GET /wallet/balance' })), claim(0));
  expect(first).toBe('response: 200 (wallet GET /wallet/balance), 0.50 s after the first request ');
});
