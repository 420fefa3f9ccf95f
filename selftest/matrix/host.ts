/** Judges subjects of the matrix (the unchanged reference, a fault, a variant). Many worlds run in one process, in virtual time. */
import { contract } from '../../contract/contract.ts';
import { preparations } from '../../contract/setup/own.ts';
import { areaOf, statements } from '../../contract/statements.ts';
import { type Clock, inPool, systemClock } from '../../harness/client/clock.ts';
import { type Transport, createWire } from '../../harness/client/transport.ts';
import { loadTarget } from '../../harness/config/load-target.ts';
import { type Target, withFound } from '../../harness/config/target.ts';
import type { Environment } from '../../harness/config/values.ts';
import type { Money } from '../../schemas/records/money.ts';
import { ledgerOf } from '../../fixtures/testing/fakes.ts';
import type { Contract, Definition } from '../../harness/run/context.ts';
import { judgeTarget, type Judged as JudgedTarget } from '../../harness/run/hosts/in-process.ts';
import { partOf, withParts } from '../../harness/run/own.ts';
import { judgeRecorded } from '../../harness/run/pipeline.ts';
import { definitions, loadChecks } from '../../contract/requirement.ts';
import { probeInProcess } from '../../load/limiters/run.ts';
import { namesOf } from '../../load/limiters/steps.ts';
import type { Variant } from '../../reference/patches.ts';
import type { Limits, Patch } from '../../reference/types.ts';
import { startWorlds, type Worlds } from '../../reference/server.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { bodyKept, type LimiterProbe } from '../../schemas/records/limiter.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import type { Route } from '../../schemas/routes.ts';
import { judgeTwice, findWrongExchanges } from './second-look.ts';
import { type VirtualTime, startVirtualTime } from './virtual-time.ts';
import { deployments } from './subjects.ts';

/**
 * Returns the 429s of a probe as exchanges, with only the headers of a limiter. Whether a check exhausts a limiter by itself
 * depends on the speed of the machine.
 */
function rejectionsOf(limiter: LimiterProbe): Exchange[] {
  if ('skipped' in limiter) return [];
  const own = namesOf(limiter.name);
  return limiter.notes
    .map(note => ({ ...note, to: note.to ?? own[0]! }))
    .filter(({ status, to, body }) => status === 429 && own.includes(to) && body.length < bodyKept)
    .map(({ to, status, headers, body, sentAt, receivedAt }, at) => {
      const name = to.slice(limiter.name.length + 1);
      return {
        id: `${limiter.name}-${at}`,
        route: name,
        key: 'business',
        request: { method: name.split(' ')[0] ?? '', url: 'probe:', headers: {} },
        response: { status, headers: Object.entries(headers), body },
        times: { startedAt: sentAt, durationMs: receivedAt - sentAt },
      };
    });
}

/** Deployment of the reference: a variant, a fault or several of them. */
export interface Subject extends Omit<Variant, 'freedom' | 'limiters'> {
  /** Clause that allows the variant. For a mixture, its variants. */
  readonly freedom?: string;
  /** Set of a fault. Absent for a variant. */
  readonly fault?: 'generated' | 'written' | 'historic';
  /** Requirement that must fail. Absent for a generated fault, which any failed requirement detects. */
  readonly breaks?: string;
  /** Routes that change, if the patches do not say. */
  readonly routes?: readonly string[];
  /** Set if the limiters are probed as well. */
  readonly limiters: boolean;
  /** Set if only a whole matrix judges the subject. */
  readonly wholeOnly?: true;
  /** Set if the run is replayed as well. */
  readonly replayed?: boolean;
}

export interface Host {
  readonly worlds: Worlds;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Routes that each check sends to on the unchanged reference. */
  readonly routesOf: ReadonlyMap<string, ReadonlySet<Route>>;
  close(): Promise<void>;
}

const plain: Subject = { id: 'plain', patches: [], limiters: true };

/** Returns the checks that a part of a run serves: the check itself, or every check that uses the record. */
export const checksOf = (part: string): readonly string[] => {
  const record = preparations.find(({ name }) => partOf(name) === part);
  if (!record) return [part];
  return Object.entries(statements).flatMap(([id, { uses = [] }]) =>
    withParts(preparations, uses).has(record.name) ? [id] : [],
  );
};

/** Starts a host with all checks. Without `time` it uses the clock of the machine. */
export async function startHost(time?: VirtualTime): Promise<Host> {
  await loadChecks();
  const worlds = await startWorlds();
  // Requests of several worlds wait in virtual time, and must not block other requests.
  const wire = createWire({ connections: 1024 });
  // Our server never closes a connection, and a new connection for each write would take a fifth of the time.
  const send: Transport = request => wire.send({ ...request, ownConnection: false });
  const routesOf = new Map<string, Set<Route>>(ofContract().map(({ id }) => [id, new Set()]));
  const host = {
    worlds,
    transport: time ? time.through(send) : send,
    clock: time?.clock ?? systemClock,
    routesOf,
    close() {
      wire.close();
      return worlds.close();
    },
  };
  await judgeIn(host, plain, generous, target =>
    judgeTarget(target, ofContract(), {
      ...host,
      contract,
      limiters: noLimiters,
      // Nothing is shared, so each check sends every request that it needs.
      contextOf: (context, { id }) => ({
        ...context,
        api: {
          ...context.api,
          send(route, options) {
            for (const each of checksOf(id)) routesOf.get(each)?.add(route);
            return context.api.send(route, options);
          },
        },
      }),
    }),
  );
  return host;
}

/** Limits that the contract checks never reach, unless a subject sets others. */
const generous: Limits = {
  catalog: { limit: 100_000, windowSeconds: 1 },
  webhooks: { limit: 100_000, windowSeconds: 1 },
  wallet: { limit: 100_000, windowSeconds: 1 },
};
/** Limits that are exhausted soon. */
const tight: Limits = {
  catalog: { limit: 10, windowSeconds: 2 },
  webhooks: { limit: 7, windowSeconds: 2 },
  wallet: { limit: 12, windowSeconds: 2 },
};

/** Time until an order request ends. The first read finds it queued, and the second read comes after 350 ms. */
const queuedMs = 300;

/** Settings with long timeouts, because worlds always respond. A slow request shows only that the machine was busy. */
const timeouts = { GV_ASYNC_TIMEOUT: '5', GV_TIMEOUT: '60', GV_RECHECK_AFTER: '65' };

/** Environment of a run, from the settings of the reference. */
export type Given = (settings: Readonly<Record<string, string>>) => Environment;

/** Judges a deployment that the run did not start, so that it needs permissions. Its ledger is in memory. */
export const judgeDeployment = (
  host: Host,
  subject: Pick<Subject, 'id' | 'patches' | 'limits' | 'settings'>,
  given: Given,
  { ids, ...watching }: { readonly ids?: readonly string[] } & Watching = {},
): Promise<{ readonly judged: JudgedTarget; readonly counted: Money }> =>
  inWorld(host, { ...subject, limiters: false }, generous, async settings => {
    const target = loadTarget({ ...timeouts, ...given(settings) }, undefined);
    const ledger = ledgerOf(target);
    const checks = ofContract().filter(({ id }) => ids?.includes(id) ?? true);
    const judged = await judgeTarget(target, checks, {
      ...host,
      contract,
      limiters: noLimiters,
      ledger,
      ...watching,
    });
    return { judged, counted: ledger.ofThisRun() };
  });

/** Judges the limiters of a deployment that the run did not start. */
export const judgeLimitsOfDeployment = (host: Host, given: Given): Promise<JudgedTarget> =>
  inWorld(host, plain, tight, settings => {
    const target = loadTarget({ ...timeouts, ...given(settings) }, undefined);
    let probes: Promise<readonly LimiterProbe[]> | undefined;
    const limiters = () => (probes ??= probeInProcess(target, host.transport, host.clock));
    const checks = definitions.filter(({ id }) => areaOf(id) === 'limits');
    return judgeTarget(target, checks, { ...host, contract, limiters, ledger: ledgerOf(target) });
  });

type Watching = Pick<Parameters<typeof judgeTarget>[2], 'onStart' | 'contextOf'>;

const judgeIn = <Result>(
  host: Pick<Host, 'worlds'>,
  subject: Subject,
  limits: Limits,
  judge: (target: Target) => Promise<Result>,
): Promise<Result> =>
  inWorld(host, subject, limits, settings => judge(loadTarget(timeouts, settings)));

async function inWorld<Result>(
  { worlds }: Pick<Host, 'worlds'>,
  subject: Subject,
  limits: Limits,
  judge: (settings: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const world = worlds.add({
    patches: [...subject.patches],
    limits: { ...limits, ...subject.limits },
    asyncDelayMs: subject.asyncDelayMs ?? queuedMs,
    ...(subject.prefix === undefined ? {} : { prefix: subject.prefix }),
  });
  try {
    const settings = Object.entries({ ...world.settings, ...subject.settings });
    const given = settings.filter((entry): entry is [string, string] => entry[1] !== undefined);
    return await judge(Object.fromEntries(given));
  } finally {
    world.drop();
  }
}

const ofContract = () => definitions.filter(({ id }) => areaOf(id) !== 'limits');
const noLimiters = () => Promise.resolve([]);

/** Returns the name of a route in the reference. */
const nameInReference = ({ method, path }: Route) =>
  `${method} ${path.replace('{bulkPath}', 'orders/bulk')}`;

/**
 * Runs all checks except limiter checks, and judges their exchanges as if they were a foreign recording. If a subject changes
 * the responses of some routes only, a check that does not use these routes would repeat its verdict on the unchanged reference,
 * so it is left out.
 */
export const judgeContract = (
  host: Host,
  subject: Subject,
  chosen: (id: string) => boolean = () => true,
): Promise<Judged> =>
  judgeIn(host, subject, generous, async target => {
    const altered = subject.routes ?? alteredRoutes(subject.patches);
    const reads = (id: string) =>
      [...(host.routesOf.get(id) ?? [])].some(route => altered?.includes(nameInReference(route)));
    const checks = ofContract().filter(
      ({ id }) => chosen(id) && (altered === undefined || reads(id)),
    );
    return judgeBoth(target, subject, checks, { ...host, contract, limiters: noLimiters }, chosen);
  });

/** Verdicts on a subject, by the checks that ran, and by judging their exchanges as a recording. */
interface Judged {
  readonly outcomes: readonly Outcome[];
  readonly recorded: readonly Outcome[];
  /** Differences that a replay of the run finds. */
  readonly replayed: readonly string[];
  /** Failures that show the wrong exchange. */
  readonly misnamed: readonly string[];
}

/** Judges a subject by checks and as a recording. For a fault, only the requirement that it breaks is judged as a recording. */
async function judgeBoth(
  target: Target,
  { fault, breaks, replayed: twice = false }: Subject,
  checks: readonly Definition[],
  parts: Parameters<typeof judgeTarget>[2],
  chosen: (id: string) => boolean,
): Promise<Judged> {
  const { judged, replayed } = await judgeTwice(target, checks, parts, twice);
  const { outcomes, exchanges, discovered } = judged;
  const given = withFound(target, discovered).values;
  const probed = (await parts.limiters()).flatMap(rejectionsOf);
  const isJudged = (id: string) => (fault === undefined ? chosen(id) : id === breaks);
  const recorded = [
    ...judgeRecorded(
      judging(id => isJudged(id) && areaOf(id) !== 'limits'),
      exchanges,
      given,
    ),
    ...judgeRecorded(
      judging(id => isJudged(id) && areaOf(id) === 'limits'),
      [...exchanges, ...probed],
      given,
    ),
  ];
  return { outcomes, recorded, replayed, misnamed: findWrongExchanges(outcomes, exchanges, given) };
}

/** Returns the contract with some of its judgements. */
const judging = (isChosen: (id: string) => boolean): Contract => ({
  ...contract,
  judgements: Object.fromEntries(
    Object.entries(contract.judgements).filter(([id]) => isChosen(id)),
  ),
});

/** Returns the routes that patches change, or undefined if they can change any route. */
function alteredRoutes(patches: readonly Patch[]): readonly string[] | undefined {
  const known = patches.every(({ routes, rules, data }) => routes && !rules && !data);
  return known && patches.length > 0 ? patches.flatMap(({ routes = [] }) => routes) : undefined;
}

/** Runs the limiter checks in a separate world with tight limits. */
export const judgeLimits = (
  host: Host,
  subject: Subject,
  chosen: (id: string) => boolean = () => true,
): Promise<Judged> =>
  judgeIn(host, subject, tight, async target => {
    const checks = definitions.filter(({ id }) => areaOf(id) === 'limits' && chosen(id));
    const found = await probeInProcess(target, host.transport, host.clock);
    const limiters = () => Promise.resolve(found);
    return judgeBoth(target, subject, checks, { ...host, contract, limiters }, chosen);
  });

/**
 * Judges conformant deployments. A certificate can demand the cases that all of them pass.
 *
 * @returns the outcomes of each run. The first run is on the unchanged reference.
 */
export async function judgeConformant(
  onProgress: (done: number) => void,
): Promise<readonly Outcome[][]> {
  const host = await startHost(startVirtualTime());
  let done = 0;
  const runs = await inPool([plain, ...deployments], { width: 8 }, async each => {
    const contract = await judgeContract(host, each);
    const limits = each.limiters ? await judgeLimits(host, each) : { outcomes: [] };
    onProgress(++done);
    return [...contract.outcomes, ...limits.outcomes];
  });
  await host.close();
  return runs;
}
