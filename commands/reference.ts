/** `./gv reference`: starts the embedded reference, prints its settings and then each request. */
import { loadFaults, loadVariants } from '#clone';
import { latency, type Variant } from '../reference/patches.ts';
import { limiting, type Limiting } from '../reference/rules/limiters.ts';
import { bigAccount, scaledTo } from '../reference/seed/scale.ts';
import { startReference } from '../reference/server.ts';
import type { Patch, Reference, ReferenceOptions } from '../reference/types.ts';
import { nearest } from '../harness/output/nearest.ts';
import { UsageError, command, type GivenOptions, type Options } from './cli/command.ts';

const limiters = 'Limiters (240/60/240 requests in 3, 2 and 3 seconds):';
const account = 'The account:';
const inClone = 'In a clone of the suite (all of the above keeps the contract):';
const callers = { key: 'key', account: 'account', address: 'ip' } as const;
const faultIds = async (): Promise<readonly string[]> => (await loadFaults()).map(({ id }) => id);
const variantIds = async (): Promise<readonly string[]> =>
  (await loadVariants()).map(({ id }) => id);

const options = {
  port: { value: 'number', about: '0 picks a free one', default: '4010' },
  prefix: { value: 'path', about: 'everything is mounted below it, like /gateway/v2', default: '' },
  sync: { about: 'orders are created at once: 201 instead of 202' },
  latency: { value: 'ms', about: 'each response takes so many milliseconds longer' },
  orders: {
    value: 'number',
    about: 'how many; a big account where one of the three is given (100000)',
    group: account,
  },
  products: { value: 'number', about: 'how many (20000)', group: account },
  transactions: { value: 'number', about: 'how many (200000)', group: account },
  limits: {
    value: 'a/b/c',
    about:
      'requests in a window: catalog, webhooks, wallet and other sensitive routes, like 60/10/30',
    group: limiters,
  },
  window: { value: 'seconds', about: 'of a window', group: limiters },
  'limit-by': {
    value: 'caller',
    about: 'which callers are counted separately',
    choices: Object.keys(callers),
    default: 'key',
    group: limiters,
  },
  'before-key': {
    about: 'count before the key is looked at, by address: a wrong key counts, and may get a 429',
    group: limiters,
  },
  variant: {
    value: 'id',
    about: 'differ where the spec leaves it free; this keeps the contract, too',
    group: inClone,
  },
  fault: {
    value: 'id',
    about: 'break the contract; several times for several faults',
    repeated: true,
    group: inClone,
  },
  'list-variants': { about: 'print the ids of all variants, and start nothing', group: inClone },
  'list-faults': { about: 'print the ids of all faults, and start nothing', group: inClone },
} as const satisfies Options;

type Values = GivenOptions<typeof options>;

export default command({
  about:
    'Starts the embedded reference, a server that keeps the contract, and prints its keys, ids and other settings as lines for a .env file, requests to begin with, and then each request that comes. It ends on Ctrl-C. It listens on 127.0.0.1 only.',
  options,
  examples: [
    ['./gv reference', 'at http://127.0.0.1:4010'],
    ['./gv reference --port 0 --prefix /gateway/v2 --latency 150', 'far away, behind a gateway'],
    [
      './gv reference --limits 60/10/30 --window 10 --limit-by address',
      'a server that limits its callers',
    ],
    [
      './gv reference --fault auth-missing-key-text-full-stop',
      'a server that breaks the contract, in a clone',
    ],
  ],
  exitCodes: { 0: 'it was ended', 3: 'wrong usage, or a port that cannot be had' },
  run: async given => {
    if (given['list-faults']) console.log((await faultIds()).join('\n'));
    else if (given['list-variants']) console.log((await variantIds()).join('\n'));
    else await start(given);
    return 0;
  },
});

/** @throws UsageError if the text is no whole number of at least `least`. */
function whole(name: string, text: string, least: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`--${name} ${text}: expected a whole number of at least ${least}.`);
}

function portIn(text: string): number {
  const port = whole('port', text, 0);
  if (port < 2 ** 16) return port;
  throw new UsageError(`--port ${text}: expected a port below 65536, or 0 for a free one.`);
}

function prefixIn(text: string): string {
  if (/^(\/[\w.~-]+)*\/?$/.test(text)) return text;
  throw new UsageError(`--prefix ${JSON.stringify(text)}: expected a path like /gateway/v2.`);
}

function limits(text: string): NonNullable<Limiting['limits']> {
  const [catalog, webhooks, wallet, ...more] = text
    .split('/')
    .map(part => whole('limits', part, 1));
  if (catalog && webhooks && wallet && more.length === 0) return { catalog, webhooks, wallet };
  throw new UsageError(`--limits ${text}: expected three numbers, like 60/10/30.`);
}

/** @throws UsageError if none has the id. */
function named<T extends { readonly id: string }>(
  what: 'fault' | 'variant',
  id: string,
  all: readonly T[],
): T {
  const found = all.find(each => each.id === id);
  if (found) return found;
  const ids = all.map(each => each.id);
  const meant = nearest(id, ids);
  throw new UsageError(
    `--${what} ${id}: there is no such ${what}.${meant === undefined ? ` --list-${what}s prints them.` : ` Did you mean ${meant}?`}`,
  );
}

const faultNamed = async (id: string): Promise<Patch> =>
  named('fault', id, await loadFaults()).patch;

const variantNamed = async (id: string | undefined): Promise<Partial<Variant>> =>
  id === undefined ? {} : named('variant', id, await loadVariants());

/** Returns the patches for the size of the account; none, which leaves it as it is seeded, if nothing is given. */
function scaleFor(values: Values): Patch[] {
  const names = ['orders', 'products', 'transactions'] as const;
  const given = names.filter(name => values[name] !== undefined);
  if (given.length === 0) return [];
  const wanted = given.map(name => [name, whole(name, values[name]!, 1)] as const);
  return [scaledTo({ ...bigAccount, ...Object.fromEntries(wanted) })];
}

async function patchesFor(values: Values, variant: Partial<Variant>): Promise<Patch[]> {
  const { limits: ofWindow, window, latency: late } = values;
  const how: Limiting = {
    by: callers[values['limit-by'] as keyof typeof callers],
    beforeKey: values['before-key'],
    ...(ofWindow !== undefined && { limits: limits(ofWindow) }),
    ...(window !== undefined && { windowSeconds: whole('window', window, 1) }),
  };
  const synchronous: Patch = { rules: ({ orders }) => void (orders.mode = 'sync') };
  return [
    ...scaleFor(values),
    limiting(how),
    ...(values.sync ? [synchronous] : []),
    ...(late === undefined ? [] : [latency(whole('latency', late, 0))]),
    ...(variant.patches ?? []),
    ...(await Promise.all(values.fault.map(faultNamed))),
  ];
}

async function start(values: Values): Promise<void> {
  const variant = await variantNamed(values.variant);
  const reference = await listening({
    port: portIn(values.port),
    prefix: prefixIn(values.prefix || (variant.prefix ?? '')),
    patches: await patchesFor(values, variant),
    ...(variant.limits && { limits: variant.limits }),
    ...(variant.asyncDelayMs !== undefined && { asyncDelayMs: variant.asyncDelayMs }),
    onRequest: ({ method, url, keyRole, status }) =>
      console.log(`${status} ${method} ${url} (${keyRole})`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void reference.close());
  console.log(`Reference at ${reference.baseUrl}\n`);
  for (const [name, value] of Object.entries({ ...reference.settings, ...variant.settings })) {
    if (value === undefined) continue;
    console.log(/^[\w.:/@,-]*$/.test(value) ? `${name}=${value}` : `${name}='${value}'`);
  }
  console.log(`\nRequests to begin with:\n\n${reference.requests.join('\n')}\n`);
}

async function listening(options: ReferenceOptions): Promise<Reference> {
  try {
    return await startReference(options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new Error(
      `The port cannot be had (${code}): name another one with --port, or 0 for a free one.`,
      { cause: error },
    );
  }
}
