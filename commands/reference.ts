/** Starts the embedded reference, and prints its settings and then each request (`./gv reference`). */
import { loadFaults, loadVariants } from '#clone';
import { latency, type Variant } from '../reference/patches.ts';
import { limiting, type Limiting } from '../reference/rules/limiters.ts';
import { startReference } from '../reference/server.ts';
import type { Patch, Reference, ReferenceOptions } from '../reference/types.ts';
import { nearest } from '../harness/output/nearest.ts';
import { UsageError, command, type GivenOptions, type Options } from './cli/command.ts';

const limiters = 'Limiters (160/60/160 requests in 2 seconds):';
const inClone = 'In a clone of the suite:';
const options = {
  port: { value: 'number', about: 'port of the server; 0 picks a free port', default: '4010' },
  host: {
    value: 'address',
    about: 'address to listen on; 0.0.0.0 in a container',
    default: '127.0.0.1',
  },
  latency: { value: 'ms', about: 'delay each response by this time' },
  limits: {
    value: 'a/b/c',
    about:
      'requests in a window for the catalog, for webhooks, and for the wallet and other sensitive routes, like 60/10/30',
    group: limiters,
  },
  window: { value: 'seconds', about: 'length of a window', group: limiters },
  variant: {
    value: 'id',
    about: 'differ where the spec leaves it open, and keep the contract',
    group: inClone,
  },
  fault: {
    value: 'id',
    about: 'break the contract; repeat the option for several faults',
    repeated: true,
    group: inClone,
  },
} as const satisfies Options;

type Values = GivenOptions<typeof options>;

export default command({
  about:
    'Starts the embedded reference, a server that keeps the contract. Prints its settings as lines for a .env file, some example requests, and then each request. Ends on Ctrl-C. Without --host, only this machine reaches it.',
  options,
  examples: [
    ['./gv reference', 'at http://127.0.0.1:4010'],
    ['./gv reference --port 0 --latency 150', 'a distant server, on a free port'],
    ['./gv reference --limits 60/10/30 --window 10', 'a server that limits its callers'],
    [
      './gv reference --fault auth-missing-key-text-full-stop',
      'a server that breaks the contract, in a clone',
    ],
  ],
  exitCodes: { 0: 'it was ended', 3: 'wrong usage, or the port is not available' },
  run: async given => {
    await start(given);
    return 0;
  },
});

/** @throws UsageError if the text is not a whole number of at least `least`. */
function parseWhole(name: string, text: string, least: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`--${name} ${text}: expected a whole number of at least ${least}.`);
}

function portIn(text: string): number {
  const port = parseWhole('port', text, 0);
  if (port < 2 ** 16) return port;
  throw new UsageError(`--port ${text}: expected a port below 65536, or 0 for a free one.`);
}

function limits(text: string): NonNullable<Limiting['limits']> {
  const [catalog, webhooks, wallet, ...more] = text
    .split('/')
    .map(part => parseWhole('limits', part, 1));
  if (catalog && webhooks && wallet && more.length === 0) return { catalog, webhooks, wallet };
  throw new UsageError(`--limits ${text}: expected three numbers, like 60/10/30.`);
}

/** @throws UsageError if there is no such id. */
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
    `--${what} ${id}: there is no such ${what}.${meant === undefined ? ` ./gv matrix --list prints the ids.` : ` Did you mean ${meant}?`}`,
  );
}

const faultNamed = async (id: string): Promise<Patch> =>
  named('fault', id, await loadFaults()).patch;

const variantNamed = async (id: string | undefined): Promise<Partial<Variant>> =>
  id === undefined ? {} : named('variant', id, await loadVariants());

async function patchesFor(values: Values, variant: Partial<Variant>): Promise<Patch[]> {
  const { limits: ofWindow, window, latency: late } = values;
  return [
    limiting({
      ...(ofWindow !== undefined && { limits: limits(ofWindow) }),
      ...(window !== undefined && { windowSeconds: parseWhole('window', window, 1) }),
    }),
    ...(late === undefined ? [] : [latency(parseWhole('latency', late, 0))]),
    ...(variant.patches ?? []),
    ...(await Promise.all(values.fault.map(faultNamed))),
  ];
}

async function start(values: Values): Promise<void> {
  const variant = await variantNamed(values.variant);
  const reference = await listening({
    port: portIn(values.port),
    host: values.host,
    ...(variant.prefix !== undefined && { prefix: variant.prefix }),
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
  console.log(`\nExample requests:\n\n${reference.requests.join('\n')}\n`);
}

async function listening(options: ReferenceOptions): Promise<Reference> {
  try {
    return await startReference(options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code ?? '')) throw error;
    throw new Error(
      `The server cannot listen on ${options.host}:${options.port} (${code}). Name another port with --port, 0 for a free port, or another address with --host.`,
      { cause: error },
    );
  }
}
