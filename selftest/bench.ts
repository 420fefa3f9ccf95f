/**
 * Usage: `node --import tsx selftest/bench.ts [part]`. Prints the cost of the suite on this machine. `load` compares the load
 * script with a bare script. The other parts (`limits`, `latency`, `scale`) compare contract runs on deployments of these names
 * with a run on the unchanged reference. Without a part, all of them run, which takes about half an hour.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, everythingAllowed, gv, start } from '../fixtures/testing/spawned.ts';
import { latency } from '../reference/patches.ts';
import { limiting } from '../reference/rules/limiters.ts';
import { accountOfYears } from '../reference/seed/scale.ts';
import { startReference } from '../reference/server.ts';
import type { Patch } from '../reference/types.ts';
import { findK6, scriptPath, startK6 } from '../load/k6/k6.ts';
import { verdicts } from '../schemas/records/result.ts';
import { readResult } from '../reports/files.ts';
import { watchTree } from './network/measure.ts';

/** Virtual users. Responses take a millisecond, so 20 users keep two processors busy. */
const users = 20;
/** Requests a second. The rate is never reached, so all virtual users are always busy. */
const tooFast = 30_000;
const seconds = 6;
const path = '/api/v1/business/products/filters';

/** Minimal k6 script. */
const bareScript = `
import http from 'k6/http';
const maxVUs = ${users};
export const options = {
  discardResponseBodies: true,
  scenarios: {
    bare: { executor: 'constant-arrival-rate', rate: ${tooFast}, duration: '${seconds}s', preAllocatedVUs: maxVUs, maxVUs },
  },
};
const params = { headers: { 'X-API-Key': __ENV.GV_API_KEY } };
export default () => http.get(__ENV.GV_BASE_URL + '${path}', params);
`;

/** Starts a service that is as cheap as possible. It sends the reference's response for one route to every request. */
async function startService() {
  const reference = await startReference();
  const headers = { 'X-API-Key': reference.settings['GV_API_KEY'] ?? '' };
  const body = Buffer.from(await (await fetch(reference.baseUrl + path, { headers })).text());
  await reference.close();
  let served = 0;
  const server = createServer((_, response) => {
    served += 1;
    const type = { 'content-type': 'application/json', 'content-length': body.length };
    response.writeHead(200, type).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, served: () => served, close: () => server.close() };
}

/** Compares the load script with a bare script. */
async function load(): Promise<void> {
  const k6 = await findK6({
    explicit: process.env['GV_K6'],
    build: true,
    onProgress: console.error,
  });
  if ('missing' in k6) throw new Error(k6.missing);
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const bare = join(folder, 'bare.js');
  writeFileSync(bare, bareScript);
  const env = {
    GV_BASE_URL: service.baseUrl,
    GV_API_KEY: 'any',
    GV_ALLOW: 'exhaust',
    GV_LOAD_PROFILE: 'average',
    GV_LOAD_ROUTES: 'filters',
    GV_LOAD_RATE: `${tooFast}`,
    GV_LOAD_MAX_RATE: `${tooFast}`,
    GV_MAX_RPS: `${tooFast}`,
    GV_LOAD_DURATION: `${seconds}`,
    GV_LOAD_MAX_VUS: `${users}`,
  };
  const rateOf = async (script: string): Promise<number> => {
    const { ended } = startK6(k6.path, script, { env, args: ['--log-output=none'] });
    // Measures neither the start of k6 nor the beginning and end of an average day.
    await sleep(0.3 * seconds);
    const [before, from] = [service.served(), performance.now()];
    await sleep(0.4 * seconds);
    const rate = (1000 * (service.served() - before)) / (performance.now() - from);
    await ended;
    return rate;
  };
  const [base, ours] = [await rateOf(bare), await rateOf(scriptPath('traffic'))];
  service.close();
  rmSync(folder, { recursive: true });
  console.log(
    `load/traffic.ts: ${ours.toFixed(0)} requests/s, ${(ours / base).toFixed(2)} of a bare script`,
  );
}

const sleep = (of: number) => new Promise(done => setTimeout(done, of * 1000));

/** Runs the contract checks against a reference that the suite did not start, and returns the cost. */
async function run(patch: Patch, settings: Readonly<Record<string, string>> = {}) {
  const statuses: number[] = [];
  const onRequest = ({ status }: { status: number }) => void statuses.push(status);
  const reference = await startReference({ patches: [patch], onRequest });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const GV_OUT = join(folder, 'out');
  try {
    const given = { ...reference.settings, ...everythingAllowed, GV_OUT, ...settings };
    const startedAt = Date.now();
    const options = { cwd: folder, settings: given };
    const child = start(gv, ['conformance', '--project=contract'], options);
    const tree = watchTree(child.pid!);
    await ended(child);
    const took = (Date.now() - startedAt) / 1000;
    const { requirements } = readResult(join(GV_OUT, 'conformance.json'));
    return { requirements, took, peak: tree.stop().peak, statuses };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await reference.close();
  }
}

const limits = { catalog: 60, webhooks: 10, wallet: 30 };

type Deployed = readonly [name: string, patch: Patch, settings?: Readonly<Record<string, string>>];

const deployments: readonly Deployed[] = [
  ['limits 60/10/30 in 10 s', limiting({ limits, windowSeconds: 10 })],
  ['latency of 150 ms, 20 requests a second', latency(150), { GV_MAX_RPS: '20' }],
  ['scale: an account with 30,000 transactions', accountOfYears],
];

/** Prints the cost of runs on deployments in comparison with the unchanged reference, and the verdicts that differ. */
async function runs(chosen: readonly Deployed[]): Promise<void> {
  const usual = await run({});
  const line = (name: string, { requirements, took, peak, statuses }: typeof usual) => {
    const count = (wanted: string) => requirements.filter(each => each.verdict === wanted).length;
    const refused = statuses.filter(status => status === 429).length;
    console.log(
      [
        name,
        verdicts.map(verdict => `${count(verdict)} ${verdict}`).join(', '),
        `${took.toFixed(0)} s (${(took / usual.took).toFixed(1)})`,
        `${statuses.length} requests, ${refused} limited`,
        `${peak.toFixed(0)} MB`,
      ].join('; '),
    );
  };
  line('as it is started', usual);
  for (const [name, patch, settings] of chosen) {
    const found = await run(patch, settings);
    line(name, found);
    for (const { id, verdict, reason = '' } of found.requirements) {
      const before = usual.requirements.find(each => each.id === id)?.verdict;
      if (before !== verdict) console.log(`  ${id}: ${before} -> ${verdict} ${reason}`);
    }
  }
}

const [part = ''] = process.argv.slice(2);
const chosen = deployments.filter(([name]) => name.includes(part));
if (chosen.length === 0 && part !== 'load') {
  console.error('node --import tsx selftest/bench.ts [load | limits | latency | scale]');
  process.exit(3);
}
if (part === '' || part === 'load') await load();
if (chosen.length > 0) await runs(chosen);
