/** One subject of the matrix (the reference as it is, a fault, or a variant) and its judgement. */
import { areaOf } from '../../schemas/requirements/index.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import type { Route } from '../../schemas/routes.ts';
import { judgeTarget } from '../../fixtures/engine/hosts/in-process.ts';
import { allJudgements } from '../../fixtures/judgements/index.ts';
import { judgeRecorded } from '../../fixtures/engine/recorded.ts';
import type { Limits, Patch } from '../../fixtures/reference/types.ts';
import type { Worlds } from '../../fixtures/reference/worlds.ts';
import type { Definition } from '../../fixtures/engine/definition.ts';
import { collectFrom, definitions } from '../../fixtures/engine/hosts/collect.ts';
import { type Target } from '../../fixtures/config/target.ts';
import { loadTarget } from '../../fixtures/config/load-target.ts';
import type { Transport } from '../../fixtures/client/wire/transport.ts';
import { judgeTwice } from './judge-twice.ts';
import { rejectionsOf } from './rejections.ts';
import { probeInProcess } from '../../load/probe/in-process.ts';

export interface Subject {
  readonly id: string;
  readonly patches: readonly Patch[];
  /** The requirement that must fail, where the subject is a fault. */
  readonly breaks?: string;
  /** Whether the limiters are probed as well. */
  readonly limiters: boolean;
  /** Whether its run is replayed as well. */
  readonly replayed?: boolean;
  readonly limits?: Partial<Limits>;
  readonly asyncDelayMs?: number;
  readonly prefix?: string;
  /** Settings that differ from those that the server reports; undefined: not set. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
}

/** Imports every check. */
export const loadChecks = (): Promise<unknown> =>
  collectFrom(new URL('../../contract/', import.meta.url));

/** Enough for the contract checks never to be rate limited, unless a subject says otherwise. */
const generous: Limits = {
  catalog: { limit: 100_000, windowSeconds: 1 },
  webhooks: { limit: 100_000, windowSeconds: 1 },
  wallet: { limit: 100_000, windowSeconds: 1 },
};
/** Soon exhausted; windows long enough to distinguish algorithms on a busy machine. */
const tight: Limits = {
  catalog: { limit: 10, windowSeconds: 2 },
  webhooks: { limit: 7, windowSeconds: 2 },
  wallet: { limit: 12, windowSeconds: 2 },
};

/** Long enough for the first read of a busy machine to see an order request queued; the second comes after 350 ms. */
const queuedMs = 300;

/** No world keeps silent: a request that takes long is that of a machine that stood still. */
const timeouts = { GV_ASYNC_TIMEOUT: '5', GV_TIMEOUT: '60' };

async function judgeIn<Result>(
  worlds: Worlds,
  subject: Subject,
  limits: Limits,
  judge: (target: Target) => Promise<Result>,
): Promise<Result> {
  const world = await worlds.add({
    patches: [...subject.patches],
    limits: { ...limits, ...subject.limits },
    asyncDelayMs: subject.asyncDelayMs ?? queuedMs,
    ...(subject.prefix === undefined ? {} : { prefix: subject.prefix }),
  });
  try {
    const settings = Object.entries({ ...world.settings, ...subject.settings });
    const given = settings.filter((entry): entry is [string, string] => entry[1] !== undefined);
    return await judge(loadTarget(timeouts, Object.fromEntries(given)));
  } finally {
    await world.drop();
  }
}

const ofContract = () => definitions.filter(({ id }) => areaOf(id) !== 'limits');
const noLimiters = () => Promise.resolve([]);

/** Id of a check -> the routes that it sends to. */
export type RoutesByCheck = ReadonlyMap<string, ReadonlySet<Route>>;

/** The routes that each check sends to where nothing is wrong. */
export async function findRoutes(worlds: Worlds, transport: Transport): Promise<RoutesByCheck> {
  const routes = new Map<string, Set<Route>>(ofContract().map(({ id }) => [id, new Set()]));
  await judgeIn(worlds, { id: 'plain', patches: [], limiters: false }, generous, async target => {
    const onRequest = ({ id }: Definition, route: Route) => routes.get(id)?.add(route);
    const parts = { transport, limiters: noLimiters, onRequest };
    return judgeTarget(target, ofContract(), parts);
  });
  return routes;
}

/** A route as the reference names it. */
const nameInReference = ({ method, path }: Route) =>
  `${method} ${path.replace('{bulkPath}', 'orders/bulk')}`;

/**
 * Every check but those of the limiters, and judgements of what was sent for them, as if it had been recorded by somebody
 * else. Where a subject alters the responses of some routes only, a check that sends to none of them would
 * repeat its verdict on the reference as it is: it is left out.
 */
export const judgeContract = (
  worlds: Worlds,
  transport: Transport,
  subject: Subject,
  routesOf: RoutesByCheck,
  chosen: (id: string) => boolean = () => true,
) =>
  judgeIn(worlds, subject, generous, async target => {
    const altered = alteredRoutes(subject.patches);
    const reads = (id: string) =>
      [...(routesOf.get(id) ?? [])].some(route => altered?.includes(nameInReference(route)));
    const checks = ofContract().filter(
      ({ id }) => chosen(id) && (altered === undefined || reads(id)),
    );
    return judgeBoth(target, subject, checks, { transport, limiters: noLimiters });
  });

/**
 * A fault by the check of the requirement that it breaks; where that one does not detect it, by every check, whose
 * exchanges may show it as well. A variant by every check.
 */
export async function judgeByOwnCheck(
  worlds: Worlds,
  transport: Transport,
  subject: Subject,
  routesOf: RoutesByCheck,
): Promise<Judged> {
  const { breaks } = subject;
  const by = (chosen?: (id: string) => boolean) =>
    judgeContract(worlds, transport, subject, routesOf, chosen);
  const alone = breaks === undefined ? undefined : await by(id => id === breaks);
  const detected = alone?.outcomes.some(({ verdict }) => verdict === 'failed');
  return alone && detected ? alone : by();
}

/** Verdicts on a subject: of the checks that ran, and of the judgements on their exchanges as a recording. */
export interface Judged {
  readonly outcomes: readonly Outcome[];
  readonly recorded: readonly Outcome[];
  /** What a replay of the run finds otherwise. */
  readonly replayed: readonly string[];
}

/** Of a fault, only what it breaks is judged as a recording; of a variant everything. */
async function judgeBoth(
  target: Target,
  { breaks, replayed: twice = false }: Subject,
  checks: readonly Definition[],
  parts: Parameters<typeof judgeTarget>[2],
): Promise<Judged> {
  const { judged, replayed } = await judgeTwice(target, checks, parts, twice);
  const { outcomes, exchanges, discovered } = judged;
  const given = { ...discovered, ...target.values };
  const probed = (await parts.limiters()).flatMap(rejectionsOf);
  const judgements = allJudgements.filter(([id]) => breaks === undefined || id === breaks);
  const ofLimits = judgements.filter(([id]) => areaOf(id) === 'limits');
  const others = judgements.filter(each => !ofLimits.includes(each));
  const recorded = [
    ...(await judgeRecorded(exchanges, given, others)),
    ...(await judgeRecorded([...exchanges, ...probed], given, ofLimits)),
  ];
  return { outcomes, recorded, replayed };
}

/** Undefined where any route may be altered. */
function alteredRoutes(patches: readonly Patch[]): readonly string[] | undefined {
  const known = patches.every(({ routes, rules, data }) => routes && !rules && !data);
  return known && patches.length > 0 ? patches.flatMap(({ routes = [] }) => routes) : undefined;
}

/** The checks of the limiters, in a world of their own with tight limits. */
export const judgeLimits = (worlds: Worlds, transport: Transport, subject: Subject) =>
  judgeIn(worlds, subject, tight, async target => {
    const checks = definitions.filter(({ id }) => areaOf(id) === 'limits');
    const found = await probeInProcess(target, transport);
    const limiters = () => Promise.resolve(found);
    return judgeBoth(target, subject, checks, { transport, limiters });
  });
