/** Tests the judgements of an area with their examples. Each area calls it, so that its path selects its tests. */
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#test';
import { unrecorded, type Exchange, type Unrecorded } from '../../schemas/records/exchange.ts';
import { inCase, newCase, ExpectationFailed } from '../../harness/run/expect/expect.ts';
import { areaOf } from '../statements.ts';
import { examples } from '../examples.ts';
import { NotApplicable, NotExercised } from '../../harness/verdict.ts';
import { allJudgements } from '../judgements.ts';
import type { TargetFacts, Judgement } from '../../harness/run/judgement.ts';

const known: TargetFacts = {
  GV_COUNTRIES: ['GB'],
  GV_LEDGER_CURRENCY_PARAM: 'currency',
  GV_SEARCH_PAGE_PARAM: 'page',
  GV_SEARCH_LIMIT_PARAM: 'limit',
};

const partsOf = ({ parts }: Judgement): readonly string[] => parts ?? [''];

/** Returns the result of a judgement on an exchange: `passes`, `fails` with the parts, `shows nothing`, `is not about it`. */
function outcomeOf(judgement: Judgement, exchange: Exchange, given: TargetFacts): string {
  if (!judgement.appliesTo(exchange)) return 'is not about it';
  const failed: string[] = [];
  let assertions = 0;
  for (const part of partsOf(judgement)) {
    const current = newCase();
    try {
      inCase(current, () => judgement.verify(exchange, given, part));
      assertions += current.assertions;
    } catch (error) {
      if (error instanceof ExpectationFailed) failed.push(part);
      else if (!(error instanceof NotExercised || error instanceof NotApplicable)) throw error;
    }
  }
  if (failed.length > 0) return failing(failed);
  return assertions > 0 ? 'passes' : 'shows nothing';
}

/** Returns an exchange whose recording lacks one part. */
function lacking(part: Unrecorded, exchange: Exchange): Exchange {
  const { request, response, times } = exchange;
  const { body: _, ...bodyless } = request;
  const parts: Record<Unrecorded, Partial<Exchange>> = {
    'request body': { request: bodyless },
    'response headers': { response: { ...response, headers: [] } },
    'response body': { response: { ...response, body: '' } },
    times: { times: { ...times, startedAt: 0 } },
  };
  return { ...exchange, ...parts[part], unrecorded: [part] };
}

const failing = (parts: readonly string[]) => `fails ${parts.toSorted().join(', ')}`.trim();

type Facts<T> = Readonly<Record<string, T>>;
const mapFacts = <T, U>(facts: Facts<T>, map: (value: T) => U): Facts<U> =>
  Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, map(value)]));

/**
 * Defines the tests of the judgements of an area.
 *
 * @param url URL of a file in the folder of the area.
 */
export function testJudgements(url: string): void {
  const area = basename(dirname(fileURLToPath(url)));
  for (const [id, judgement] of allJudgements.filter(([id]) => areaOf(id) === area)) {
    const { passes = {}, fails = {}, inconclusive = {}, ignores = {}, given } = examples[id] ?? {};
    const failures = mapFacts(fails, each =>
      'request' in each
        ? { exchange: each, parts: [''] }
        : { exchange: each[0], parts: each.slice(1) },
    );

    test(`${id} passes, fails and shows nothing as its examples say`, () => {
      const outcome = (exchange: Exchange) =>
        outcomeOf(judgement, exchange, { ...known, ...given });
      expect(mapFacts(passes, outcome)).toEqual(mapFacts(passes, () => 'passes'));
      expect(mapFacts(failures, ({ exchange }) => outcome(exchange))).toEqual(
        mapFacts(failures, ({ parts }) => failing(parts as string[])),
      );
      expect(mapFacts(inconclusive, outcome)).toEqual(
        mapFacts(inconclusive, () => 'shows nothing'),
      );
      expect(mapFacts(ignores, outcome)).toEqual(mapFacts(ignores, () => 'is not about it'));
    });

    test(`${id} declares the parts that it reads, and does not fail without other parts`, () => {
      const { requires: reads = ['response body'] } = judgement;
      for (const part of unrecorded.filter(each => !reads.includes(each))) {
        const outcome = (exchange: Exchange) =>
          outcomeOf(judgement, lacking(part, exchange), { ...known, ...given }).startsWith('fails');
        expect(mapFacts(passes, outcome), part).toEqual(mapFacts(passes, () => false));
      }
    });

    test(`${id} has an example that fails for each of its parts`, () => {
      const failed = Object.values(failures).flatMap(({ parts }) => parts);
      const missing = partsOf(judgement).filter(part => !failed.includes(part));
      expect(missing.map(part => part || 'the whole')).toEqual([]);
    });
  }
}
