import { expect, test } from '#test';
import { limiter } from '../reports/testing/samples.ts';
import { noteOnDriver } from './k6.ts';

test('a run whose limiters Node probed says how to get k6, unless GV_K6 decides', () => {
  const byNode = { limiters: [{ ...limiter(9), driver: 'node' as const }] };
  expect(noteOnDriver(byNode, undefined)).toEqual([
    'k6 was not found, so Node measured the limiters; ./gv k6 builds it once, in about three minutes, for load tests and probes',
  ]);
  expect(noteOnDriver(byNode, 'none')).toEqual([]);
  expect(noteOnDriver({ limiters: [{ ...limiter(9), driver: 'k6' as const }] }, undefined)).toEqual(
    [],
  );
  expect(noteOnDriver({ limiters: [] }, undefined)).toEqual([]);
});
