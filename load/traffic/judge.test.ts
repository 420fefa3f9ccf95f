import { expect, test } from '@playwright/test';
import { faults } from '../../fixtures/reference/faults/index.ts';
import type { Fault } from '../../fixtures/reference/faults/fault.ts';
import type { Limits } from '../../fixtures/reference/types.ts';
import { variants } from '../../fixtures/reference/variants/index.ts';
import type { Variant } from '../../fixtures/reference/variants/variant.ts';
import { startWorlds, type Worlds } from '../../fixtures/reference/worlds.ts';
import { createMasks } from '../../fixtures/mask.ts';
import { loadTarget } from '../../fixtures/target.ts';
import type { RequirementId } from '../../schemas/requirements.ts';
import { offersOf, planBuying } from './buying.ts';
import { Kept } from './exchanges.ts';
import { judgeExchanges, laws } from './judge.ts';
import { mix, purchases, type Known } from './mix.ts';
import { prepare, type Prepared } from './requests.ts';

let worlds: Worlds;
test.beforeAll(async () => void (worlds = await startWorlds()));
test.afterAll(() => worlds.close());

type Subject = Omit<Variant, 'id' | 'freedom'> & {
  /** Asks for what is not there as well, and until a limiter refuses. */
  readonly odd?: true;
};

const generous: Limits = {
  catalog: { limit: 100_000, windowSeconds: 1 },
  webhooks: { limit: 100_000, windowSeconds: 1 },
  wallet: { limit: 100_000, windowSeconds: 1 },
};
const tight: Limits = { ...generous, wallet: { limit: 3, windowSeconds: 60 } };

/** Every request of the mix once, an order and a voucher, judged. */
async function verdictsOf({ settings = {}, odd, limits, patches, ...rest }: Subject) {
  const world = await worlds.add({
    asyncDelayMs: 20,
    ...rest,
    patches: [...patches],
    limits: { ...(odd ? tight : generous), ...limits },
  });
  try {
    const all = Object.entries({ ...world.settings, ...settings });
    const given = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
    const target = loadTarget({}, Object.fromEntries(given));
    const kept = new Kept(createMasks('secret', new Map()), 1000);
    const { GV_API_KEY: business = '', GV_AUTOMATION_KEY: automation = '' } = target.values;
    const keys = { business, automation };
    const ask = async (request: Prepared, route: string): Promise<unknown> => {
      const { method, url, body: sent, key } = request;
      const answer = await fetch(url, {
        method,
        headers: { 'X-API-Key': keys[key], 'Content-Type': 'application/json' },
        body: sent,
      }).catch(() => undefined);
      if (!answer) return undefined;
      const body = await answer.text();
      const headers = Object.fromEntries(answer.headers);
      const times = { startedAt: 0, durationMs: 1 };
      kept.add({ route, key, method, url, sent, status: answer.status, headers, body, ...times });
      try {
        return JSON.parse(body);
      } catch {
        return undefined;
      }
    };
    let products: readonly unknown[] = [];
    let known: Known = { values: target.values, categories: [], merchants: [], pages: {} };
    for (const part of mix) {
      known = { ...known, pages: { [part.name]: 3 } };
      for (const variant of part.variants(known).slice(-3)) {
        const body = (await ask(prepare(target, part, variant), part.route.id)) as
          { categories?: string[]; products?: unknown[] } | undefined;
        if (part.name === 'browse' && Array.isArray(body?.products)) products = body.products;
        if (part.name === 'filters' && Array.isArray(body?.categories))
          known = { ...known, categories: body.categories.slice(0, 2) };
      }
    }
    const { GV_ORDER_REQUEST_UNKNOWN: id = '' } = target.values;
    if (odd)
      for (const part of mix.filter(({ name }) => name === 'orderRequest'))
        await ask(prepare(target, part, { params: { id } }), part.route.id);
    const { buying } = planBuying(
      { ...target, values: { ...target.values, GV_MAX_SPEND: { GBP: 1000 } } },
      offersOf(products),
      2,
    );
    for (const request of buying?.requests ?? [])
      await ask(
        request,
        Object.values(purchases).find(({ name }) => name === request.name)!.route.id,
      );
    return await judgeExchanges(kept.exchanges, target);
  } finally {
    await world.drop();
  }
}

const failed = (verdicts: Awaited<ReturnType<typeof verdictsOf>>) =>
  verdicts.filter(({ verdict }) => verdict === 'failed' || verdict === 'error');

test('the reference keeps every law, and all but those about refusals and 201s are exercised', async () => {
  const verdicts = await verdictsOf({ patches: [] });
  expect(failed(verdicts)).toEqual([]);
  const gaps = verdicts.filter(({ verdict }) => verdict !== 'passed').map(({ id }) => id);
  expect(gaps.sort()).toEqual([
    'errors.business',
    'errors.json',
    'errors.no-wrapper',
    'limits.rejection',
    'limits.retry-after',
    'orders.created',
    'orders.request-error',
  ]);
});

test('no conformant variant is accused', async () => {
  const accused: unknown[] = [];
  for (const { id, freedom: _, ...variant } of variants) {
    const verdicts = failed(await verdictsOf(variant));
    if (verdicts.length > 0)
      accused.push({ variant: id, of: verdicts.map(each => [each.id, each.failures[0]?.message]) });
  }
  expect(accused).toEqual([]);
});

/** Faults that do not show in one plain answer; the others of their requirement do. */
const tried = 8;

test('each law is broken by a fault of its requirement', async () => {
  const survivors: RequirementId[] = [];
  for (const id of new Set(laws.map(law => law.id))) {
    const own: readonly Fault[] = faults.filter(({ breaks }) => breaks === id).slice(0, tried);
    let killed = false;
    for (const { patch } of own)
      if (
        failed(await verdictsOf({ patches: [patch], odd: true })).some(verdict => verdict.id === id)
      ) {
        killed = true;
        break;
      }
    if (!killed) survivors.push(id);
  }
  expect(survivors).toEqual([]);
});
