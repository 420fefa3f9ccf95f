import { expect, test } from '#test';
import { fixedWindow, type Limiter } from '../../fixtures/testing/simulated-limiters.ts';
import type { LimiterProbe, Note } from '../../schemas/records/limiter.ts';
import { type LimiterName, limiterNames } from '../../schemas/routes.ts';
import { findingsOf } from './findings.ts';
import { namesOf } from './steps.ts';
import { probeAllSimulated } from './testing/simulated.ts';
import { withdraw } from './withdraw.ts';

const settings = { maxRequests: 1000, maxWaitMs: 60_000 };

/** A probe of one limiter; `rejected` decides which requests to the others get 429, in the first and the second round. */
function found(
  name: LimiterName,
  rejected: (to: string, round: number) => boolean,
  limit: number | undefined,
): LimiterProbe {
  const others = limiterNames.filter(other => other !== name).flatMap(namesOf);
  const note = (phase: Note['phase'], status: number, to?: string): Note => ({
    phase,
    status,
    sentAt: 0,
    receivedAt: 1,
    headers: {},
    body: status === 429 ? '{"error":"slow"}' : '',
    ...(to === undefined ? {} : { to }),
  });
  const notes = [
    ...others.map(to => note('before', 200, to)),
    ...[1, 2].flatMap(round =>
      others.map(to => note('separate', rejected(to, round) ? 429 : 200, to)),
    ),
    note('burst', 429),
  ];
  const findings = findingsOf(notes, settings);
  const measured = { value: limit ?? 0, low: limit ?? 0, high: limit ?? 0 };
  return {
    name,
    driver: 'node',
    settings,
    notes,
    findings: {
      ...findings,
      limit: limit === undefined ? { inconclusive: true, reason: 'for a test' } : measured,
    },
  };
}

const never = () => false;
function verdicts(
  rejected: Partial<Record<LimiterName, (to: string, round: number) => boolean>>,
  limit: number | undefined,
) {
  const probes = limiterNames.map(name => found(name, rejected[name] ?? never, limit));
  return withdraw(probes).map(separateIn);
}

function separateIn(probe: LimiterProbe | undefined) {
  const claims = !probe || 'skipped' in probe ? [] : probe.findings.claims;
  return claims.find(({ claim }) => claim === 'separate')?.verdict;
}

const search = (to: string) => to === 'catalog GET /products/search';
const catalog = (to: string) => to.startsWith('catalog ');
const webhooks = (to: string) => to.startsWith('webhooks ');

const once = (to: string, round: number) => search(to) && round === 1;
const some = (to: string) => search(to) || to.startsWith('wallet ');
const [passed, failed, open] = ['passed', 'failed', 'not-exercised'] as const;

for (const [what, rejected, limit, found] of [
  ['one route that is rejected is enough', { webhooks: some }, 20, [passed, failed, passed]],
  ['our own requests may have reached it', { webhooks: search }, 8, [passed, open, passed]],
  ['a limit that is not known', { webhooks: search }, undefined, [passed, open, passed]],
  ['a route that admits what is repeated', { webhooks: once }, 20, [passed, open, passed]],
  ['a limiter that is used up as a whole', { webhooks: catalog }, 20, [passed, open, passed]],
  ['the same in turn', { webhooks: catalog, catalog: webhooks }, 20, [failed, failed, passed]],
] as const)
  test(`${what}: ${found.join()}`, () => {
    expect(verdicts(rejected, limit)).toEqual(found);
  });

/** A wallet probe during which the catalog's Remaining fell from 27 to `left`. */
function walletProbe(left: number): LimiterProbe {
  const probe = found('wallet', never, 20) as Extract<LimiterProbe, { notes: unknown }>;
  const headers = (remaining: number) => ({ 'ratelimit-remaining': String(remaining) });
  const own: Note = {
    phase: 'burst',
    status: 200,
    sentAt: 1e9,
    receivedAt: 1e9,
    headers: {},
    body: '',
  };
  const stating = probe.notes.map(note =>
    catalog(note.to ?? '')
      ? { ...note, headers: headers(note.phase === 'before' ? 27 : left) }
      : note,
  );
  const rejection = { ...own, status: 429, body: '{"error":"slow"}' };
  const burst = [...Array.from({ length: 18 }, () => own), rejection];
  const at = stating.findIndex(({ phase }) => phase === 'separate');
  return { ...probe, notes: [...stating.slice(0, at), ...burst, ...stating.slice(at)] };
}

for (const [left, verdict] of [
  [3, 'failed'],
  [21, 'not-exercised'],
] as const)
  test(`a wallet that rejects with the catalog, whose Remaining falls to ${left} with it: ${verdict}`, () => {
    const probes = [
      found('catalog', to => to.startsWith('wallet '), 30),
      found('webhooks', never, 20),
      walletProbe(left),
    ];
    expect(separateIn(withdraw(probes)[0])).toBe(verdict);
  });

for (const [left, verdict] of [
  [26, 'failed'],
  [20, 'not-exercised'],
] as const)
  test(`a catalog that states ${left} left and rejects a moment later with the webhooks: ${verdict}`, () => {
    const probe = found('webhooks', catalog, 20) as Extract<LimiterProbe, { notes: unknown }>;
    const headers = { 'ratelimit-remaining': String(left) };
    const notes = probe.notes.map(note =>
      note.phase === 'before' && catalog(note.to ?? '') ? { ...note, headers } : note,
    );
    const probes = [found('catalog', never, 30), { ...probe, notes }, found('wallet', never, 20)];
    expect(separateIn(withdraw(probes)[1])).toBe(verdict);
  });

const limit = 20;

/** Others are rejected with us, wait for the next window, and take the same share of it as soon as it opens. */
function sharedAtOpening(share: number): Limiter {
  const inner = fixedWindow(limit, 10_000, false);
  // Before we came, somebody else had used a window up.
  let rejected = true;
  return now => {
    const decision = inner(now);
    if (!decision.admitted) rejected = true;
    if (decision.remaining !== limit - 1 || !rejected) return decision;
    rejected = false;
    let used = decision;
    for (let others = 0; others < share; others++) used = inner(now);
    return used;
  };
}

/** States another limit than it keeps. */
const stating =
  (stated: number): (() => Limiter) =>
  () => {
    const inner = fixedWindow(limit, 10_000, false);
    return now => ({ ...inner(now), limit: stated });
  };

async function accused(limiters: Readonly<Record<LimiterName, Limiter>>): Promise<string[]> {
  const probes = await probeAllSimulated({ limiters });
  return probes.flatMap(probe =>
    'findings' in probe &&
    probe.findings.claims.some(
      ({ claim, verdict }) => claim === 'limit-admitted' && verdict === 'failed',
    )
      ? [probe.name]
      : [],
  );
}

test('clients that take the same share of each window as it opens are no limit that is too high', async () => {
  for (const share of [1, 3, 10]) {
    const webhooks = fixedWindow(limit, 10_000, false);
    const limiters = { catalog: sharedAtOpening(share), webhooks, wallet: sharedAtOpening(share) };
    expect(await accused(limiters), `${share} of ${limit}`).toEqual([]);
  }
});

test('a limit that is too high is caught on all limiters, on that of the webhooks, and far beyond what others could take', async () => {
  const [honest, higher, absurd] = [stating(limit), stating(limit + 1), stating(100 * limit)];
  for (const [catalog, webhooks, wallet, found] of [
    [higher, higher, higher, ['catalog', 'webhooks', 'wallet']],
    [honest, higher, honest, ['webhooks']],
    [higher, honest, honest, ['catalog']],
    [absurd, honest, honest, ['catalog']],
  ] as const)
    expect(await accused({ catalog: catalog(), webhooks: webhooks(), wallet: wallet() })).toEqual(
      found,
    );
});
