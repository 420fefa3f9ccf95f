/** `npm run reference`: starts the embedded reference, prints its settings and then each request. */
import { parseArgs } from 'node:util';
import { faults } from '../fixtures/reference/faults/index.ts';
import { latency } from '../fixtures/reference/latency.ts';
import { limiting, type Limiting } from '../fixtures/reference/limiting.ts';
import { bigAccount, scaledTo } from '../fixtures/reference/seed/scale.ts';
import { startReference } from '../fixtures/reference/server.ts';
import type { Patch } from '../fixtures/reference/types.ts';

const usage = `npm run reference -- [options]

  --port 4010              0 picks a free one
  --prefix /gateway/v2     everything is mounted below this path
  --sync                   orders are created at once: 201 in place of 202
  --latency 50             milliseconds that each response takes longer
  --orders 100000          how much there is of the account: orders, products, transactions (with their defaults
  --products 20000         a big account where one of them is given)
  --transactions 200000

Limiters (by default 240/60/240 requests in 3, 2 and 3 seconds):
  --limits 60/10/30        requests in a window: catalog, webhooks, wallet and other sensitive routes
  --window 10              seconds of a window
  --limit-by address       what is counted separately: key (default), account or address
  --before-key             counted before the key is looked at, by address: a wrong key counts, and may get a 429
  --replicas 2             instances with counters of their own, which take turns
  --half-used              other clients use half of the limit in the course of each window
  --penalty                a request that is rejected begins the wait anew

Every one of these keeps the contract, and breaks it with:
  --fault <id>             a named fault, several times for several; npm run matrix -- --list prints the ids

Keys, ids and other settings are printed as lines for a .env file.`;

const options = {
  help: { type: 'boolean', default: false },
  port: { type: 'string', default: '4010' },
  prefix: { type: 'string', default: '' },
  sync: { type: 'boolean', default: false },
  latency: { type: 'string' },
  orders: { type: 'string' },
  products: { type: 'string' },
  transactions: { type: 'string' },
  limits: { type: 'string' },
  window: { type: 'string' },
  'limit-by': { type: 'string' },
  'before-key': { type: 'boolean', default: false },
  replicas: { type: 'string' },
  'half-used': { type: 'boolean', default: false },
  penalty: { type: 'boolean', default: false },
  fault: { type: 'string', multiple: true },
} as const;

class UsageError extends Error {}

/** @throws UsageError where the text is no whole number of at least `least`. */
function whole(name: string, text: string, least: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`--${name} ${text}: expected a whole number of at least ${least}`);
}

function portIn(text: string): number {
  const port = whole('port', text, 0);
  if (port < 2 ** 16) return port;
  throw new UsageError(`--port ${text}: expected a port below 65536, or 0 for a free one`);
}

function prefixIn(text: string): string {
  if (/^(\/[\w.~-]+)*\/?$/.test(text)) return text;
  throw new UsageError(`--prefix ${JSON.stringify(text)}: expected a path like /gateway/v2`);
}

function limits(text: string): NonNullable<Limiting['limits']> {
  const [catalog, webhooks, wallet, ...more] = text
    .split('/')
    .map(part => whole('limits', part, 1));
  if (catalog && webhooks && wallet && more.length === 0) return { catalog, webhooks, wallet };
  throw new UsageError(`--limits ${text}: expected three numbers, like 60/10/30`);
}

const callers = { key: 'key', account: 'account', address: 'ip' } as const;

function by(text: string): NonNullable<Limiting['by']> {
  if (text in callers) return callers[text as keyof typeof callers];
  throw new UsageError(`--limit-by ${text}: expected ${Object.keys(callers).join(', ')}`);
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function faultNamed(id: string): Patch {
  const found = faults.find(each => each.id === id);
  if (found) return found.patch;
  throw new UsageError(
    `--fault ${id}: there is no such fault; npm run matrix -- --list prints the ids`,
  );
}

/** Where nothing is given, the account as it is seeded. */
function scaleFor(values: Values): Patch[] {
  const names = ['orders', 'products', 'transactions'] as const;
  const given = names.filter(name => values[name] !== undefined);
  if (given.length === 0) return [];
  const wanted = given.map(name => [name, whole(name, values[name]!, 1)] as const);
  return [scaledTo({ ...bigAccount, ...Object.fromEntries(wanted) })];
}

function patchesFor(values: Values): Patch[] {
  const how: Limiting = {
    ...(values.limits === undefined ? {} : { limits: limits(values.limits) }),
    ...(values.window === undefined ? {} : { windowSeconds: whole('window', values.window, 1) }),
    ...(values['limit-by'] === undefined ? {} : { by: by(values['limit-by']) }),
    ...(values['before-key'] ? { beforeKey: true } : {}),
    ...(values.replicas === undefined ? {} : { replicas: whole('replicas', values.replicas, 1) }),
    ...(values['half-used'] ? { usedByOthers: 0.5 } : {}),
    ...(values.penalty ? { prolonged: true } : {}),
  };
  const synchronous: Patch = { rules: ({ orders }) => void (orders.mode = 'sync') };
  return [
    ...scaleFor(values),
    limiting(how),
    ...(values.sync ? [synchronous] : []),
    ...(values.latency === undefined ? [] : [latency(whole('latency', values.latency, 0))]),
    ...(values.fault ?? []).map(faultNamed),
  ];
}

async function run(values: Values): Promise<void> {
  const reference = await startReference({
    port: portIn(values.port),
    prefix: prefixIn(values.prefix),
    patches: patchesFor(values),
    onRequest: ({ method, url, keyRole, status }) =>
      console.log(`${status} ${method} ${url} (${keyRole})`),
  });
  console.log(`Reference at ${reference.baseUrl}\n`);
  for (const [name, value] of Object.entries(reference.settings)) {
    console.log(/^[\w.:/@,-]*$/.test(value) ? `${name}=${value}` : `${name}='${value}'`);
  }
  console.log('');
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void reference.close());
}

try {
  const { values } = parseArgs({ options });
  if (values.help) console.log(usage);
  else await run(values);
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  const isUsage = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS');
  if (!isUsage && code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
  console.error(
    isUsage
      ? `${message}\n\n${usage}`
      : `The port cannot be had (${code}): name another one with --port, or 0 for a free one.`,
  );
  process.exitCode = 3;
}
