/** A result with something in every part of the page, for its tests. */
import {
  inPartOf,
  verdictOf,
  type CaseResult,
  type ConformanceResult,
  type RequirementResult,
} from '../../../schemas/records/result.ts';
import { requirementIds, statements, type RequirementId } from '../../../contract/statements.ts';
import { route, routes } from '../../../schemas/routes.ts';
import { sampleLimiters, sampleLoad } from './sample-measured.ts';

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

/** A wrong text on fifteen routes, a hostile body, an error, gaps, and passes. */
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
    'wallet.fields': [
      { id: 'all', verdict: 'error', reason: 'no response within 10 s', evidence: [] },
    ],
    'orders.request-ends': [{ id: 'single', verdict: 'passed', evidence: [created, ...polls] }],
    'vouchers.message-length': [
      { id: 'message: 501 characters', verdict: 'passed', evidence: [tooLong] },
      {
        id: 'message: 500 characters',
        verdict: 'not-exercised',
        reason: 'nothing was accepted',
        evidence: [],
      },
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
  const ordinary: readonly CaseResult[] = [
    { id: 'all', verdict: 'passed', evidence: [read(long)] },
  ];
  return {
    schemaVersion: 1,
    target: {
      baseUrl: 'https://vouchers.example/sandbox',
      origin: 'configured',
      keys: ['business', 'automation'],
      allow: ['write'],
    },
    profile: 'gate',
    seed: 7,
    suite: { version: '0.1.0', spec: '1.0.0' },
    startedAt: new Date(start).toISOString(),
    durationMs: 28_400,
    verdict: 'non-conformant',
    requests: { sent: 445, limited: 2, generated: 127, probes: 0, byRoute: {} },
    spend: { GBP: 20 },
    requirements: requirementIds.map(id => requirementOf(id, passes[id] ?? ordinary)),
    discovered: [],
    doubts: [],
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
    texts: {},
    ...rest,
  };
}

function requirementOf(id: RequirementId, cases: readonly CaseResult[]): RequirementResult {
  const { anchor, text, implied } = statements[id];
  const verdict = verdictOf(cases);
  const decisive = cases.find(each => each.verdict !== 'passed' && each.verdict === verdict);
  const inPart = inPartOf(cases);
  const reason = cases.length > 0 ? decisive?.reason : 'exhaust is not allowed: add it to GV_ALLOW';
  const waived = decisive?.waived;
  return {
    id,
    anchor,
    text,
    ...(implied ? { implied } : {}),
    verdict,
    ...(inPart ? { inPart } : {}),
    ...(waived ? { waived } : {}),
    ...(reason === undefined ? {} : { reason }),
    durationMs: 5,
    cases,
  };
}

/** A run of many requests: each is evidence of a case that passed. */
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
      const cases = added.slice(at, at + share).map(([id]): CaseResult => ({
        id: `anywhere in the run: ${id}`,
        verdict: 'passed',
        evidence: [id],
      }));
      return { ...each, cases };
    }),
  };
}
