/**
 * Holds the judge of load answers against the reference, its variants and its faults, and prints what it found as JSON.
 * A process of its own: inside Playwright's runner every assertion costs milliseconds.
 */
import { faults } from '../fixtures/reference/faults/index.ts';
import type { Fault } from '../fixtures/reference/faults/fault.ts';
import type { Limits, Patch } from '../fixtures/reference/types.ts';
import { variants } from '../fixtures/reference/variants/index.ts';
import type { Variant } from '../fixtures/reference/variants/variant.ts';
import { startWorlds, type Worlds } from '../fixtures/reference/worlds.ts';
import { createMasks } from '../fixtures/client/mask.ts';
import { loadTarget } from '../fixtures/config/load-target.ts';
import type { RequirementId } from '../schemas/requirements/index.ts';
import { offersOf, planBuying } from '../load/traffic/buying.ts';
import { Kept } from '../load/traffic/exchanges.ts';
import { judgeExchanges, laws } from '../load/traffic/judge.ts';
import { mix, purchases, type Known } from '../load/traffic/mix.ts';
import { prepare, type Prepared } from '../load/traffic/requests.ts';

const worlds: Worlds = await startWorlds();

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
    const ask = async (request: Prepared, route: string, each?: true): Promise<unknown> => {
      const { method, url, body: sent, key } = request;
      const answer = await fetch(url, {
        method,
        headers: { 'X-API-Key': keys[key], 'Content-Type': 'application/json' },
        body: sent,
      }).catch(() => undefined);
      // What does not work before the load gets none.
      if (!answer || (each && answer.status !== 200)) return undefined;
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
        const body = (await ask(prepare(target, part, variant), part.route.id, part.each)) as
          { categories?: string[]; products?: unknown[] } | undefined;
        if (part.name === 'browse' && Array.isArray(body?.products)) products = body.products;
        if (part.name === 'filters' && Array.isArray(body?.categories))
          known = { ...known, categories: body.categories.slice(0, 2) };
      }
    }
    if (odd)
      for (const which of ['UNKNOWN', 'INVALID', 'FAILED'] as const)
        for (const part of mix.filter(({ name }) => name === 'orderRequest'))
          await ask(
            prepare(target, part, {
              params: { id: target.values[`GV_ORDER_REQUEST_${which}`] ?? '' },
            }),
            part.route.id,
          );
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

/** Faults that do not show in one plain answer; the others of their requirement do. */
const tried = 40;

const synchronous: Patch = { rules: rules => void (rules.orders.mode = 'sync') };

/** What a law can be seen with. */
function subject(id: RequirementId, patch: Patch): Subject {
  if (id === 'orders.created') return { patches: [synchronous, patch] };
  const odd = /^(errors|limits)\.|request-error/.test(id);
  return { patches: [patch], ...(odd ? { odd } : {}) };
}

async function survivors(): Promise<RequirementId[]> {
  const alive: RequirementId[] = [];
  for (const id of new Set(laws.map(law => law.id))) {
    const own: readonly Fault[] = faults.filter(({ breaks }) => breaks === id).slice(0, tried);
    let killed = false;
    for (const { patch } of own) {
      const verdicts = await verdictsOf(subject(id, patch));
      killed ||= failed(verdicts).some(verdict => verdict.id === id);
      if (killed) break;
    }
    if (!killed) alive.push(id);
  }
  return alive;
}

async function accused() {
  const found: unknown[] = [];
  for (const { id, freedom: _, ...variant } of variants)
    for (const each of failed(await verdictsOf(variant)))
      found.push({ variant: id, of: each.id, message: each.failures[0]?.message });
  return found;
}

const plain = await verdictsOf({ patches: [] });
const result = {
  failed: failed(plain),
  gaps: plain.filter(({ verdict }) => verdict !== 'passed').map(({ id }) => id),
  accused: await accused(),
  survivors: await survivors(),
};
await worlds.close();
console.log(JSON.stringify(result));
