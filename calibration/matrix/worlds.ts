/** One subject of the matrix (the reference as it is, a fault, or a variant) and its judgement. */
import { readdirSync } from 'node:fs';
import { areaOf } from '../../schemas/requirements/index.ts';
import type { Route } from '../../schemas/routes.ts';
import type { Outcome } from '../../schemas/records/result.ts';
import { judgeTarget } from '../../fixtures/engine/hosts/in-process.ts';
import type { Limits, Patch } from '../../fixtures/reference/types.ts';
import type { Worlds } from '../../fixtures/reference/worlds.ts';
import { definitions, type Definition } from '../../fixtures/engine/requirement.ts';
import { loadTarget } from '../../fixtures/config/load-target.ts';
import type { Transport } from '../../fixtures/client/transport.ts';
import { probeInProcess } from '../../load/probe/in-process.ts';

export interface Subject {
  readonly id: string;
  readonly patches: readonly Patch[];
  /** The requirement that must fail, where the subject is a fault. */
  readonly breaks?: string;
  /** Whether the limiters are probed too. */
  readonly limiters: boolean;
  readonly limits?: Partial<Limits>;
  readonly asyncDelayMs?: number;
  readonly prefix?: string;
  /** Settings that differ from what the server says of itself; undefined: not given. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
}

const contract = new URL('../../contract/', import.meta.url);

/** Imports every check, in the order in which the runner takes the files. */
export async function loadChecks(): Promise<void> {
  const files = readdirSync(contract).filter(file => /^[a-z-]+\.ts$/.test(file));
  for (const file of files.toSorted()) await import(new URL(file, contract).href);
}

/** Enough for the contract checks never to be limited, where a subject does not say otherwise. */
const generous: Limits = {
  catalog: { limit: 100_000, windowSeconds: 1 },
  webhooks: { limit: 100_000, windowSeconds: 1 },
  wallet: { limit: 100_000, windowSeconds: 1 },
};
/** Soon exhausted; windows long enough for a busy machine to tell algorithms apart. */
const tight: Limits = {
  catalog: { limit: 10, windowSeconds: 2 },
  webhooks: { limit: 7, windowSeconds: 2 },
  wallet: { limit: 12, windowSeconds: 2 },
};

async function judgeIn(
  worlds: Worlds,
  subject: Subject,
  limits: Limits,
  judge: (target: ReturnType<typeof loadTarget>) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const world = await worlds.add({
    patches: [...subject.patches],
    limits: { ...limits, ...subject.limits },
    asyncDelayMs: subject.asyncDelayMs ?? 20,
    ...(subject.prefix === undefined ? {} : { prefix: subject.prefix }),
  });
  try {
    const settings = Object.entries({ ...world.settings, ...subject.settings });
    const given = settings.filter((entry): entry is [string, string] => entry[1] !== undefined);
    return await judge(loadTarget({ GV_ASYNC_TIMEOUT: '5' }, Object.fromEntries(given)));
  } finally {
    await world.drop();
  }
}

const ofContract = () => definitions.filter(({ id }) => areaOf(id) !== 'limits');
const noLimiters = () => Promise.resolve([]);

/** Check -> routes, as the reference names them. */
export type Looks = ReadonlyMap<string, ReadonlySet<string>>;

/** The routes that each check looks at where nothing is wrong. */
export async function findLooks(worlds: Worlds, transport: Transport): Promise<Looks> {
  const looks = new Map<string, Set<string>>(ofContract().map(({ id }) => [id, new Set()]));
  await judgeIn(worlds, { id: 'plain', patches: [], limiters: false }, generous, async target => {
    const onLook = ({ id }: Definition, { method, path }: Route) =>
      looks.get(id)?.add(`${method} ${path.replace('{bulkPath}', 'orders/bulk')}`);
    const parts = { transport, limiters: noLimiters, onLook };
    return (await judgeTarget(target, ofContract(), parts)).outcomes;
  });
  return looks;
}

/**
 * Every check but those of the limiters. Where a subject can alter the answers of some routes only, those that look at
 * none of them would say again what they say of the reference as it is: they are left out.
 */
export const judgeContract = (
  worlds: Worlds,
  transport: Transport,
  subject: Subject,
  looks: Looks,
) =>
  judgeIn(worlds, subject, generous, async target => {
    const routes = alteredRoutes(subject.patches);
    const checks = ofContract().filter(
      ({ id }) => routes?.some(name => looks.get(id)?.has(name)) ?? true,
    );
    return (await judgeTarget(target, checks, { transport, limiters: noLimiters })).outcomes;
  });

/** Undefined where any route may be altered. */
function alteredRoutes(patches: readonly Patch[]): readonly string[] | undefined {
  const known = patches.every(({ routes, rules, data }) => routes && !rules && !data);
  return known && patches.length > 0 ? patches.flatMap(({ routes = [] }) => routes) : undefined;
}

/** The checks of the limiters, in a world of their own whose limits are soon reached. */
export const judgeLimits = (worlds: Worlds, transport: Transport, subject: Subject) =>
  judgeIn(worlds, subject, tight, async target => {
    const checks = definitions.filter(({ id }) => areaOf(id) === 'limits');
    const found = await probeInProcess(target, transport);
    const limiters = () => Promise.resolve(found);
    return (await judgeTarget(target, checks, { transport, limiters })).outcomes;
  });
