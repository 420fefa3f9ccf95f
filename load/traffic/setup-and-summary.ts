/** Runs setup and summary in k6, once before and once after the load. Virtual users never load this file. */
import { sleep } from 'k6';
import exec from 'k6/execution';
import { notPermitted } from '../../schemas/routes.ts';
import { out, reserved, target, tls } from '../environment.ts';
import { send } from '../wire.ts';
import { jsonOf, paramsOf, retryAfter, fieldIn } from './user/user.ts';
import { optionsOf, planLoad } from './plan.ts';
import { waitMs, type Shape, planned } from './user/pacing.ts';
import { describe, summarize, type Begun, type SummaryData } from './summary.ts';
import { pricedIn } from '../../fixtures/payloads/purchase.ts';
import { planBuying, type Buying } from './buying.ts';
import {
  mix,
  type Known,
  type Part,
  prepare,
  spread,
  type Picks,
  type Prepared,
  type ReadyPart,
} from './mix.ts';

/** Parts of the load. */
interface Ready extends Picks {
  readonly buying?: Buying;
  /** Reasons for parts that are left out. */
  readonly leftOut: Readonly<Record<string, string>>;
}

/** Data for each virtual user. */
export interface Load extends Ready, Begun {
  readonly shape: Shape;
  /** Number of planned iterations, and of sampled responses. */
  readonly planned: number;
  readonly samples: number;
  readonly timeoutMs: number;
  readonly asyncTimeoutMs: number;
}

const { asyncTimeoutMs, maxRps, probe, timeoutMs, values } = target;
const plan = planLoad(values, target.allow, maxRps);

export const options = { ...optionsOf(plan, target), ...tls };

/** Returns the load as JSON, because k6 would convert objects from setup at each access. An exception here ends k6 with 107. */
export function prepareLoad(): string {
  const startedAt = new Date().toISOString();
  const segment = exec.test.options.executionSegment as string | null | undefined;
  const begun = { startedAt, ...(segment ? { segment } : {}) };
  const { mix: shape, requests, samples } = plan;
  const load = { shape, planned: requests, samples, timeoutMs, asyncTimeoutMs };
  return JSON.stringify({ ...lookFirst(), ...begun, ...load } satisfies Load);
}

/** Returns the output and the files of k6 at the end. */
export function writeSummary(data: SummaryData & { setup_data?: string }) {
  if (!data.setup_data) return { stdout: 'No load was generated: see the error above.\n' };
  const summary = summarize(data, plan, JSON.parse(data.setup_data) as Load);
  return {
    ...(out ? { [`${out}/traffic.json`]: JSON.stringify(summary, null, 1) } : {}),
    stdout: `\n${describe(summary)}\n`,
  };
}

/**
 * Sends one request to each route, so that the load uses only routes that work, with data of the target.
 *
 * @throws Error if no route works.
 */
function lookFirst(): Ready {
  const unknown = plan.routes?.filter(name => !mix.some(part => String(part.name) === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `GV_LOAD_ROUTES: ${unknown.join(', ')} is not one of ${mix.map(({ name }) => name).join(', ')}`,
    );
  const leftOut: Record<string, string> = {};
  const parts: ReadyPart[] = [];
  let known: Known = { values, categories: [], merchants: [], pages: {} };
  for (const part of mix) {
    const reason = reasonAgainst(part, known);
    if (reason !== undefined) {
      leftOut[part.name] = reason;
      continue;
    }
    const tried = part.variants(known).slice(0, part.each ? undefined : 1);
    const looks = tried.map(variant => ({ variant, ...look(prepare(target, part, variant)) }));
    const good = looks.filter(({ status }) => status === 200);
    if (good.length === 0) {
      leftOut[part.name] = reasonOf(looks[0]?.status ?? 0);
      continue;
    }
    known = learn(known, part, good[0]?.body);
    const variants = part.each ? good.map(({ variant }) => variant) : part.variants(known);
    const requests = variants.map(variant => prepare(target, part, variant));
    parts.push({ weight: part.weight, requests });
  }
  if (parts.length === 0)
    throw new Error(
      `${target.baseUrl} answers none of the routes: ${Object.entries(leftOut)
        .map(([name, reason]) => `${name}: ${reason}`)
        .join('; ')}`,
    );
  const bought = plan.purchases
    ? planBuying(target, reserved, catalog(known).flatMap(pricedIn), planned(plan.purchases))
    : { leftOut: noPurchases() };
  return { ...spread(parts), ...bought, leftOut: { ...leftOut, ...bought.leftOut } };
}

/** Sends one request and waits out a 429. Returns the JSON body, and status 0 if no response came. */
function look(request: Prepared): { readonly status: number; readonly body: unknown } {
  for (let attempt = 0; ; attempt++) {
    sleep(1 / Math.min(maxRps, 20));
    const response = send(request, paramsOf(request, timeoutMs, 'text'));
    const wait = waitMs(retryAfter(response), Date.now());
    if (response.status !== 429 || attempt === 2 || wait > probe.maxWaitMs)
      return { status: response.status, body: jsonOf(response) };
    sleep(wait / 1000);
  }
}

function reasonAgainst(part: Part, known: Known): string | undefined {
  if (plan.routes && !plan.routes.includes(part.name)) return 'GV_LOAD_ROUTES does not name it';
  if (part.route.family !== 'business' && values.GV_AUTOMATION_KEY === undefined)
    return 'GV_AUTOMATION_KEY is not set';
  return part.variants(known).length === 0 ? part.missing : undefined;
}

function noPurchases(): Readonly<Record<string, string>> {
  const reason =
    plan.profile === 'smoke' ? 'the load profile smoke only reads' : notPermitted('spend');
  return { createOrder: reason, sendVoucher: reason };
}

const reasonOf = (status: number): string =>
  status === 0
    ? 'no response arrived before the load'
    : status === 429
      ? 'it was rate limited before the load, for longer than GV_PROBE_MAX_WAIT'
      : `it answered ${status} before the load`;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];

/** Adds facts from a response: values to filter by, and the number of pages of a list. */
function learn(known: Known, { name }: Part, body: unknown): Known {
  if (name === 'filters') {
    const [categories, merchants] = [fieldIn(body, 'categories'), fieldIn(body, 'merchants')];
    return { ...known, categories: strings(categories), merchants: strings(merchants) };
  }
  const pages = Number(
    fieldIn(body, 'totalPages') ?? fieldIn(fieldIn(body, 'pagination'), 'totalPages'),
  );
  return Number.isInteger(pages) ? { ...known, pages: { ...known.pages, [name]: pages } } : known;
}

const catalogPages = 8;

/** Returns products from which to choose the cheapest: the whole catalog unless it is too long. */
function catalog({ pages }: Known): unknown[] {
  const part = mix.find(({ name }) => name === 'browse')!;
  const found: unknown[] = [];
  for (let page = 1; page <= Math.min(pages['browse'] ?? 1, catalogPages); page++) {
    const query = [['page', page] as const, ['limit', 20] as const];
    const products = fieldIn(look(prepare(target, part, { query })).body, 'products');
    if (Array.isArray(products)) found.push(...(products as unknown[]));
  }
  return found;
}
