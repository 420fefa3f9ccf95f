import { expect, test } from '#test';
import type { Note } from '../../schemas/records/limiter.ts';
import { gather } from './evidence.ts';
import { fitBuckets } from './fits.ts';

/** Builds notes of requests that are sent and answered in one millisecond, in the order of the responses. */
const at = (sentAt: number, ...statuses: readonly number[]): Note[] =>
  statuses.map(status => ({
    phase: sentAt === 0 ? 'burst' : 'drain',
    status,
    sentAt,
    receivedAt: sentAt,
    headers: {},
    body: '',
  }));

/** Responses of a bucket with three tokens and one token per second. */
const answers = [
  ...at(0, 200, 200, 200, 429),
  ...at(1500, 200, 429),
  ...at(3200, 200, 200, 429),
  ...[3990, 4990, 5990, 6990].flatMap(time => [...at(time, 429), ...at(time + 20, 200)]),
];

const rate = (notes: readonly Note[]) => fitBuckets(gather(notes, 'a test'))?.rate;

test('the order of responses within a millisecond does not change the measured rate', () => {
  const found = rate(answers);
  expect(found?.low).toBeGreaterThan(0.95);
  expect(found?.high).toBeLessThan(1.05);
  const reordered = answers.toSorted((a, b) => a.sentAt - b.sentAt || b.status - a.status);
  expect(reordered).not.toEqual(answers);
  expect(rate(reordered)).toEqual(found);
});
