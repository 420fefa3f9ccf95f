/**
 * Usage: `node --import tsx selftest/others.ts [faults] [variants] > selftest/OTHERS.md`. Judges a sample of faults (60) and
 * variants (10) of the reference with this suite and with the tools that our OpenAPI document drives, each started as in its README.
 * Takes an hour or two, and fetches the tools from PyPI and npm once. `npm run format` formats the table.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freeAddress } from '../load/traffic/live.ts';
import { faults } from '../reference/faults/index.ts';
import { startReference } from '../reference/server.ts';
import type { Patch } from '../reference/types.ts';
import { variants } from '../reference/variants/index.ts';
import { permissions, resultIn, startConformance } from './runs.ts';

const execute = promisify(execFile);
const cache = resolve('.cache', 'others');
const versions = { schemathesis: '4.32.5', prism: '5.14.2' };
const document = 'schemas/openapi/openapi.json';

/** Deployment to judge: the reference, with or without a fault. */
interface Subject {
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Folder of this run. */
  readonly folder: string;
  /** True if the deployment differs only under load. */
  readonly underLoad: boolean;
}

interface Tool {
  readonly name: string;
  /** Command that was run, for the table. */
  readonly command: string;
  /** Returns the findings without duplicates, each as a kind and a place. */
  readonly accuses: (subject: Subject) => Promise<readonly string[]>;
}

/** This suite, with everything configured and allowed. Its probes run only for faults under load. */
const suite: Tool = {
  name: 'this suite',
  command: './gv conformance',
  accuses: async ({ settings, folder, underLoad }) => {
    const out = join(folder, 'out');
    const env = { ...settings, ...permissions, GV_ALLOW: 'write,spend,exhaust', GV_OUT: out };
    const args = underLoad ? [] : ['--project=contract'];
    const { output } = await startConformance(folder, env, args).ended;
    const { requirements } = resultIn(out, output);
    return requirements.filter(each => each.verdict === 'failed').map(({ id }) => id);
  },
};

/** Schemathesis with one seed, so that only the deployment differs between two runs. */
async function schemathesis(): Promise<Tool> {
  const venv = join(cache, `schemathesis-${versions.schemathesis}`);
  const executable = join(venv, 'bin', 'schemathesis');
  if (!existsSync(executable)) {
    await execute('python3', ['-m', 'venv', venv]);
    const wanted = `schemathesis==${versions.schemathesis}`;
    await execute(join(venv, 'bin', 'pip'), ['install', '--quiet', wanted]);
  }
  return {
    name: `Schemathesis ${versions.schemathesis}`,
    command: `schemathesis run ${document} --url … -H "X-API-Key: …"`,
    accuses: async ({ baseUrl, settings, folder }) => {
      const report = join(folder, 'schemathesis.json');
      const key = `X-API-Key: ${settings['GV_AUTOMATION_KEY']}`;
      const target = [resolve(document), '--url', baseUrl, '-H', key];
      const output = ['--report', 'json', '--report-json-path', report];
      const args = ['run', ...target, '--seed', '1', ...output];
      const bound = { cwd: folder, timeout: 600_000, maxBuffer: 2 ** 28 };
      // The exit code is its verdict. Without a report, reading fails.
      await execute(executable, args, bound).catch(() => undefined);
      const { failures } = JSON.parse(readFileSync(report, 'utf8')) as {
        failures: readonly { code: string; title: string; operations: readonly string[] }[];
      };
      return failures.flatMap(({ code, title, operations }) =>
        operations.map(operation => `${code} ${title}: ${operation}`),
      );
    },
  };
}

/** Prism as a proxy, with one good request for each operation. It writes violations of the document to a header of each response. */
async function prism(): Promise<Tool> {
  const folder = join(cache, `prism-${versions.prism}`);
  const script = join(folder, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
  if (!existsSync(script)) {
    const wanted = `@stoplight/prism-cli@${versions.prism}`;
    const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await execute('npm', ['install', '--prefix', folder, ...options, wanted]);
  }
  return {
    name: `Prism ${versions.prism}`,
    command: `prism proxy ${document} …, and one good request an operation`,
    accuses: async subject => {
      const [, port = ''] = (await freeAddress()).split(':');
      const args = [script, 'proxy', document, subject.baseUrl, '--port', port];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      try {
        for await (const line of createInterface(child.stdout))
          if (line.includes('is listening')) break;
        return await violations(`http://127.0.0.1:${port}`, subject);
      } finally {
        child.kill();
      }
    },
  };
}

type Request = readonly [method: string, path: string, body?: unknown];

const business = '/api/v1/business';
const automation = '/api/v1/automation';

/** Returns one good request for each documented operation, with a product and an order of the target. */
async function requestsTo({ baseUrl, settings }: Subject): Promise<readonly Request[]> {
  const first = async (name: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const response = await send(settings, baseUrl, ['GET', `${business}/${name}`]);
    const body = (await response.json().catch(() => ({}))) as Record<string, never[]>;
    return body[name]?.[0];
  };
  const { productCode, merchant, currency, minPrice } = (await first('products')) ?? {
    productCode: 'NONE',
    merchant: 'None',
    currency: 'GBP',
    minPrice: 10,
  };
  const orderId = ((await first('orders'))?.['_id'] ?? settings['GV_ORDER_UNKNOWN']) as string;
  const order = { productCode, currency, valuePurchased: minPrice };
  const voucher = { ...order, merchant, recipientEmail: 'ada@example.com' };
  const webhook: unknown = JSON.parse(settings['GV_WEBHOOK_BODY'] ?? '{}');
  const webhookPath = `${business}/webhooks/${settings['GV_WEBHOOK_UNKNOWN']}`;
  return [
    ['GET', `${business}/products?page=1&limit=5`],
    ['GET', `${business}/products/search?category=Books&category=Food`],
    ['GET', `${business}/products/filters`],
    ['GET', `${business}/orders?page=1&limit=5`],
    ['GET', `${business}/orders/${orderId}`],
    ['GET', `${business}/orders/order-requests/${settings['GV_ORDER_REQUEST_SUCCEEDED']}`],
    ['GET', `${business}/auth`],
    ['GET', `${business}/wallet`],
    ['GET', `${business}/wallet/balance`],
    ['GET', `${business}/wallet/transactions?page=1&limit=5`],
    ['POST', `${business}/orders`, order],
    ['POST', `${business}/webhooks`, webhook],
    ['PATCH', webhookPath, webhook],
    ['DELETE', webhookPath],
    ['POST', `${automation}/actions/send_voucher`, voucher],
    ['POST', `${automation}/actions/send_bulk_vouchers`, { vouchers: [voucher, voucher] }],
    ['POST', `${automation}/actions/get_wallet_transactions`, { limit: 5 }],
    ['POST', `${automation}/actions/get_wallet_balance`, { currency: 'GBP' }],
    ['GET', `${automation}/status`],
    ['GET', '/api/v1/integrations/mcp/tools/get_gift_details'],
  ];
}

const send = (settings: Subject['settings'], base: string, [method, path, body]: Request) =>
  fetch(base + path, {
    method,
    headers: {
      'X-API-Key': settings['GV_AUTOMATION_KEY'] ?? '',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function violations(proxy: string, subject: Subject): Promise<string[]> {
  const found: string[] = [];
  for (const request of await requestsTo(subject)) {
    const response = await send(subject.settings, proxy, request).catch(() => undefined);
    const stated = response
      ? (response.headers.get('sl-violations') ?? '[]')
      : '[{"location":["response"],"code":"none"}]';
    const [method, path] = request;
    // Ids differ between deployments.
    const place = `${method} ${path.split('?')[0]!.replace(/\/[\w-]*\d[\w-]*$/, '/{id}')}`;
    for (const { location, code } of JSON.parse(stated) as { location: string[]; code: string }[])
      found.push(`${code} at ${location.join('.')}: ${place}`);
  }
  return [...new Set(found)];
}

async function judge(tool: Tool, patches: readonly Patch[], underLoad: boolean) {
  let requests = 0;
  const onRequest = () => void requests++;
  const { baseUrl, settings, close } = await startReference({ patches: [...patches], onRequest });
  const folder = mkdtempSync(join(tmpdir(), 'others-'));
  const startedAt = Date.now();
  try {
    const accused = await tool.accuses({ baseUrl, settings, folder, underLoad });
    return { accused, requests, seconds: (Date.now() - startedAt) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await close();
  }
}

/** Takes a sample at even distances, so that each area has its share. */
const sample = <T>(all: readonly T[], count: number): readonly T[] =>
  Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!);

const [faultCount = '60', variantCount = '10'] = process.argv.slice(2);
const sampledFaults = sample(faults, Number(faultCount));
const sampledVariants = sample(variants, Number(variantCount));

/** Judges the reference and the sample, and counts the subjects with findings that the unchanged reference does not have. */
async function compare(tool: Tool) {
  const honest = await judge(tool, [], true);
  const accuses = async (id: string, patches: readonly Patch[], underLoad: boolean) => {
    const { accused } = await judge(tool, patches, underLoad);
    const fresh = accused.filter(each => !honest.accused.includes(each));
    console.error(`${tool.name}: ${id}: ${fresh.join('; ')}`);
    return fresh.length > 0;
  };
  const found = new Set<string>();
  for (const { id, breaks, patch } of sampledFaults)
    if (await accuses(id, [patch], breaks.startsWith('limits.'))) found.add(id);
  let accused = 0;
  for (const { id, patches } of sampledVariants) if (await accuses(id, patches, true)) accused += 1;
  return { tool, honest, found, accused };
}

const rows: Awaited<ReturnType<typeof compare>>[] = [];
for (const tool of [suite, await schemathesis(), await prism()]) rows.push(await compare(tool));

const cells = (...values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`;
const names = rows.map(({ tool }) => tool.name);
console.log(`# Comparison with other tools

Made on ${new Date().toISOString().slice(0, 10)} by \`selftest/others.ts\`. This suite, and tools that our OpenAPI document drives, were each started as its README says, on
the embedded reference: with ${sampledFaults.length} of its ${faults.length} faults, with ${sampledVariants.length} of its variants, and unchanged. A finding counts if the tool
does not report it on the unchanged reference. Findings on the unchanged reference are false alarms. We wrote the faults for this suite, so
its own row says little. Requests and seconds are for the run on the unchanged reference.

${cells('tool', 'faults found', 'false alarms on the reference', 'variants accused', 'requests', 'seconds')}
${cells('---', '---', '---', '---', '---', '---')}
${rows.map(({ tool, found, honest, accused }) => cells(tool.name, `${found.size} of ${sampledFaults.length}`, honest.accused.length, `${accused} of ${sampledVariants.length}`, honest.requests, honest.seconds.toFixed(0))).join('\n')}

${rows.map(({ tool }) => `- ${tool.name}: \`${tool.command}\``).join('\n')}

A tool that knows only the document of a contract cannot see most of these faults, such as a wrong value of the right type, a record of
another account, or two responses that contradict each other. So the table does not say that the other tools are poor. It shows which
faults need another kind of test.

${cells('fault', 'breaks', ...names)}
${cells('---', '---', ...names.map(() => '---'))}
${sampledFaults.map(({ id, breaks }) => cells(id, breaks, ...rows.map(({ found }) => (found.has(id) ? 'yes' : '')))).join('\n')}`);
