/** Builds a result with content for every part of the page. */
import { exchangeOn } from '../../../fixtures/testing/exchange.ts';
import { requirementIds } from '../../../contract/statements.ts';
import type { Exchange } from '../../../schemas/records/exchange.ts';
import type { CaseResult, ConformanceResult, LoadResult } from '../../../schemas/records/result.ts';
import { route, routes, type Route } from '../../../schemas/routes.ts';
import {
  accepted,
  caseOf,
  doubtful,
  exchangesById,
  gap,
  limiter,
  requirement,
  result,
} from '../../testing/samples.ts';

/** Limiter that admits ten requests per window of two seconds and rejects the eleventh. */
const probed = {
  ...limiter(10),
  windowSeconds: { value: 2, low: 1.9, high: 2.1 },
  notes: [0, 2000].flatMap(start =>
    Array.from({ length: 11 }, (_, at) => ({
      phase: 'burst' as const,
      at: start + at * 20,
      took: 8,
      status: at < 10 ? 200 : 429,
      headers: { 'ratelimit-remaining': String(Math.max(9 - at, 0)) },
      body: '',
    })),
  ),
};

const load: LoadResult = {
  summary: {
    schemaVersion: 1,
    profile: 'average',
    startedAt: '2026-01-05T09:01:00.000Z',
    durationMs: 60_000,
    requests: { sent: 600, limited: 12, failed: 3, skipped: 0, dropped: 0, late: 1, before: 4 },
    byRoute: {},
    unfinished: 0,
    virtualUsers: 8,
    thresholds: [{ metric: 'traffic_failed', condition: 'rate<0.01', ok: true }],
    notExercised: { ledger: 'it answered 404 before the load' },
    notes: [],
  },
  samples: 40,
  outcomes: [],
};

const hostileBody =
  '{"error":"</pre></details><script>document.title=\'broken\'</script><img src=x onerror=alert(1)>\u001b[31m ::error::x \u202e"}';

/** Builds a result with a failure on fifteen routes, a hostile body, an error, a warning, a waiver, gaps and passes. */
export function sampleResult(): ConformanceResult {
  const exchanges: Exchange[] = [];
  const add = (to: Route, shown: Parameters<typeof exchangeOn>[1]): string => {
    const id = `x${exchanges.length + 1}`;
    exchanges.push(exchangeOn(to, { ...shown, id }));
    return id;
  };
  const wrongKey = routes.all.slice(0, 15).map((to): CaseResult => {
    const evidence = [add(to, { status: 401, body: { error: 'Unauthorized' } })];
    const expected = 'status 401 and a JSON object with the error "Invalid API key"';
    const actual = '401 {"error":"Unauthorized"}';
    return caseOf(`${to.id}, unknown key`, 'failed', { expected, actual, evidence });
  });
  const products = Array.from({ length: 80 }, (_, at) => ({ _id: `p${at}`, price: at }));
  const browsed = add(route.browse, { body: { products } });
  const created = add(route.createOrder, { status: 202, body: { status: 'queued' } });
  const polled = add(route.orderRequest, { body: { status: 'succeeded', result: {} } });
  const refused = add(route.browse, { status: 500, body: hostileBody });
  const passed = ['paging.page', 'tools.fields', 'catalog.image-url'].map(id =>
    requirement(id, {
      verdict: 'passed',
      cases: [caseOf('all', 'passed', { evidence: [browsed] })],
    }),
  );
  return result({
    verdict: 'non-conformant',
    requests: { sent: 445, limited: 2, generated: 127, byRoute: {} },
    spend: { GBP: 20 },
    requirements: [
      requirement('auth.unknown-key', { verdict: 'failed', cases: wrongKey }),
      requirement('errors.json', {
        verdict: 'failed',
        implied: '§7: an error has a body',
        cases: [caseOf('a refusal', 'failed', { actual: hostileBody, evidence: [refused] })],
      }),
      doubtful,
      requirement('wallet.fields', {
        verdict: 'error',
        cases: [caseOf('all', 'error', { reason: 'no response within 10 s' })],
      }),
      { ...accepted, id: 'wallet.one-per-currency' },
      requirement('orders.request-ends', {
        verdict: 'passed',
        inPart: { shown: 1, of: 2 },
        cases: [
          caseOf('single', 'passed', { evidence: [created, polled] }),
          caseOf('bulk', 'not-exercised', { reason: 'nothing was accepted' }),
        ],
      }),
      gap('limits.rejection', 'GV_ALLOW does not permit to exhaust'),
      ...passed,
    ],
    discovered: [{ name: 'GV_ORDER_UNKNOWN', how: 'it gets 404', value: 'o1' }],
    doubts: ['GV_KEY_REVOKED is accepted (GET /products/filters answers 200)'],
    observations: [
      {
        id: 'orders.mode',
        anchor: '§4.1 rule 7',
        value: { mode: 'asynchronous' },
        evidence: [created],
      },
      {
        id: 'service.deprecation',
        anchor: '§9',
        value: 'announced',
        marked: true,
        evidence: [created],
      },
    ],
    limiters: [probed, { name: 'wallet', skipped: 'GV_ALLOW does not permit to exhaust' }],
    load,
    exchanges: exchangesById(...exchanges),
  });
}

/** Builds the result of a run with many requests, each as evidence of a passed case. */
export function manyExchanges(number: number): ConformanceResult {
  const { exchanges, requirements, ...rest } = sampleResult();
  const body = { text: 'x'.repeat(1500) };
  const added = Array.from({ length: number }, (_, at) =>
    exchangeOn(route.browse, { id: `y${at}`, body, startedAt: 100 + at }),
  );
  const share = Math.ceil(number / requirementIds.length);
  const passed = requirementIds.map((id, at) =>
    requirement(id, {
      verdict: 'passed',
      cases: added
        .slice(at * share, (at + 1) * share)
        .map(each => caseOf(each.id, 'passed', { evidence: [each.id] })),
    }),
  );
  return {
    ...rest,
    exchanges: { ...exchanges, ...exchangesById(...added) },
    requirements: [...requirements, ...passed],
  };
}
