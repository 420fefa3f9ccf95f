/** Builds a result with content for every part of the page. */
import { caseOf, requirement, result } from '../../testing/samples.ts';
import {
  elsewhere,
  type ConformanceResult,
  type LoadResult,
  inPartOf,
  verdictOf,
  type CaseResult,
  type RequirementResult,
} from '../../../schemas/records/result.ts';
import { requirementIds, statements, type RequirementId } from '../../../contract/statements.ts';
import { route, routes } from '../../../schemas/routes.ts';

type Limiters = ConformanceResult['limiters'];
type Notes = Extract<Limiters[number], { notes: unknown }>['notes'];

/** Notes of a limiter that admits ten requests per window of two seconds and rejects the eleventh. */
const notes: Notes = [0, 2000].flatMap(start =>
  Array.from({ length: 11 }, (_, at): Notes[number] => ({
    phase: 'burst',
    at: start + at * 20,
    took: 8,
    status: at < 10 ? 200 : 429,
    headers: {
      'ratelimit-remaining': String(Math.max(9 - at, 0)),
      ...(at < 10 ? {} : { 'retry-after': '2' }),
    },
    body: '',
  })),
);

const sampleLimiters: Limiters = [
  {
    name: 'catalog',
    driver: 'k6',
    request: { method: 'GET', url: 'https://vouchers.example/wallet' },
    limit: { value: 10, low: 10, high: 10 },
    windowSeconds: { value: 2, low: 1.9, high: 2.1 },
    algorithm: { name: 'fixed-window', confidence: 'high', reason: 'ten were admitted twice' },
    claims: [],
    observations: [],
    requests: notes.length,
    stopped: 'the plan is complete',
    settings: { maxRequests: 1000, maxWaitMs: 60_000 },
    startedAt: 0,
    notes,
  },
  { name: 'wallet', skipped: 'GV_ALLOW does not permit to exhaust' },
];

const sampleLoad: LoadResult = {
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

type Exchanges = Record<string, ConformanceResult['exchanges'][string]>;

const start = Date.UTC(2026, 0, 5, 9);

const exchangeOf = (
  at: number,
  [method, path, routeId]: readonly [string, string, string],
  status: number,
  body: unknown,
): Exchanges[string] => ({
  route: routeId,
  key: 'business',
  request: {
    method,
    url: `https://vouchers.example${path}`,
    headers: { 'X-API-Key': '${GV_API_KEY}' },
  },
  response: {
    status,
    headers: [['Content-Type', 'application/json']],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  },
  times: { startedAt: start + at * 40, durationMs: 12 + ((at * 7) % 90) },
});

const hostileBody =
  '{"error":"</pre></details><script>document.title=\'broken\'</script><img src=x onerror=alert(1)>\u001b[31m ::error::x \u202e"}';

const refusing = routes.all.slice(0, 15);

/** Builds a result with a failure on fifteen routes, a hostile body, an error, a warning, gaps and passes. */
export function sampleResult(rest: Partial<ConformanceResult> = {}): ConformanceResult {
  const exchanges: Exchanges = {};
  const add = (...args: Parameters<typeof exchangeOf>): string => {
    const id = `x${Object.keys(exchanges).length + 1}`;
    exchanges[id] = exchangeOf(...args);
    return id;
  };
  const wrongKey = refusing.map(({ id, path, method }, at): CaseResult => ({
    id: `${id}, unknown key`,
    verdict: 'failed',
    expected: 'status 401 and a JSON object with the error "Invalid API key"',
    actual: '401 {"error":"Unauthorized"}',
    evidence: [add(at, [method, path, id], 401, { error: 'Unauthorized' })],
  }));
  const long = { products: Array.from({ length: 80 }, (_, at) => ({ _id: `p${at}`, price: at })) };
  const read = (body: unknown, status = 200) =>
    add(20, ['GET', route.browse.path, route.browse.id], status, body);
  const created = add(30, ['POST', route.createOrder.path, route.createOrder.id], 202, {
    orderRequestId: 'abc',
    status: 'queued',
  });
  const poll = (at: number, body: object) =>
    add(
      at,
      ['GET', '/api/v1/business/orders/order-requests/abc', route.orderRequest.id],
      200,
      body,
    );
  const tooLong = add(40, ['POST', route.sendVoucher.path, route.sendVoucher.id], 400, {
    error: 'no',
  });
  const polls = [poll(60, { status: 'queued' }), poll(90, { status: 'succeeded', result: {} })];
  const passes: Partial<Record<RequirementId, readonly CaseResult[]>> = {
    'auth.unknown-key': wrongKey,
    'errors.json': [
      {
        id: 'a refusal',
        verdict: 'failed',
        judged: 'the body of the refusal',
        expected: 'an object',
        actual: hostileBody,
        evidence: [read(hostileBody, 500)],
      },
    ],
    'orders-made.in-ledger': [
      caseOf('EUR order', 'warning', {
        judged: 'purchases of the order in the ledger',
        expected: '1 purchase of 5 EUR',
        actual: 'no purchase',
        doubt: 'An account may pay orders by invoice',
        evidence: [created],
      }),
    ],
    'wallet.fields': [caseOf('all', 'error', { reason: 'no response within 10 s' })],
    'orders.request-ends': [caseOf('single', 'passed', { evidence: [created, ...polls] })],
    'vouchers.message-length': [
      caseOf('message: 501 characters', 'passed', { evidence: [tooLong] }),
      caseOf('message: 500 characters', 'not-exercised', { reason: 'nothing was accepted' }),
    ],
    'wallet.one-per-currency': [
      {
        id: 'all',
        verdict: 'failed',
        expected: 'one GBP wallet',
        actual: 'two',
        waived: {
          requirement: 'wallet.one-per-currency',
          reason: 'ticket 12',
          owner: 'payments',
          expires: '2026-03-01',
        },
        evidence: [read('[]')],
      },
    ],
    'limits.rejection': [],
  };
  const ordinary = [caseOf('all', 'passed', { evidence: [read(long)] })];
  return result({
    target: {
      baseUrl: 'https://vouchers.example/sandbox',
      origin: 'configured',
      keys: ['business', 'automation'],
      allow: ['write'],
    },
    seed: 7,
    startedAt: new Date(start).toISOString(),
    durationMs: 28_400,
    verdict: 'non-conformant',
    requests: { sent: 445, limited: 2, generated: 127, byRoute: {} },
    spend: { GBP: 20 },
    requirements: requirementIds.map(id => requirementOf(id, passes[id] ?? ordinary)),
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
    limiters: sampleLimiters,
    load: sampleLoad,
    exchanges,
    ...rest,
  });
}

function requirementOf(id: RequirementId, cases: readonly CaseResult[]): RequirementResult {
  const { anchor, text, implied } = statements[id];
  const verdict = verdictOf(cases);
  const decisive = cases.find(each => each.verdict !== 'passed' && each.verdict === verdict);
  const inPart = inPartOf(cases);
  const reason = cases.length > 0 ? decisive?.reason : 'exhaust is not allowed: add it to GV_ALLOW';
  const { waived, doubt } = decisive ?? {};
  return {
    ...requirement(id, { anchor, text, verdict, durationMs: 5, cases }),
    ...(implied && { implied }),
    ...(inPart && { inPart }),
    ...(waived && { waived }),
    ...(doubt !== undefined && { doubt }),
    ...(reason !== undefined && { reason }),
  };
}

/** Builds the result of a run with many requests, each as evidence of a passed case. */
export function manyExchanges(number: number): ConformanceResult {
  const { exchanges, requirements, ...rest } = sampleResult();
  const body = JSON.stringify({ text: 'x'.repeat(1500) });
  const added = Array.from({ length: number }, (_, at): [string, Exchanges[string]] => [
    `y${at}`,
    exchangeOf(100 + at, ['GET', route.browse.path, route.browse.id], 200, body),
  ]);
  const passed = requirements.filter(each => each.verdict === 'passed');
  const share = Math.ceil(number / passed.length);
  return {
    ...rest,
    exchanges: { ...exchanges, ...Object.fromEntries(added) },
    requirements: requirements.map(each => {
      const at = passed.indexOf(each) * share;
      if (at < 0) return each;
      const cases = added
        .slice(at, at + share)
        .map(([id]) => caseOf(`${elsewhere}: ${id}`, 'passed', { evidence: [id] }));
      return { ...each, cases };
    }),
  };
}
