/**
 * `node --import tsx selftest/bench.ts [part]`: prints what the suite costs on this machine. The parts are `load`, `probes`, `runs`
 * (deployments that limit their callers), `latency` and `scale`; without one, all of them, which takes about half an hour.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { latency } from '../reference/patches.ts';
import { limiting, type Limiting } from '../reference/rules/limiters.ts';
import { bigAccount, scaledTo } from '../reference/seed/scale.ts';
import { startReference } from '../reference/server.ts';
import type { Patch } from '../reference/types.ts';
import { findK6 } from '../load/k6/find.ts';
import { scriptPath, startK6 } from '../load/k6/start.ts';
import { verdicts, type ConformanceResult, type Verdict } from '../schemas/records/result.ts';
import { areaOf } from '../contract/statements.ts';
import { permissions, resultIn, startConformance, watchTree } from './runs.ts';

type Row = readonly (string | number)[];

/** Prints a table: the first column to the left, the others to the right. */
function print(head: Row, rows: readonly Row[]): void {
  const all = [head, ...rows].map(row => row.map(String));
  const widths = head.map((_, at) => Math.max(...all.map(row => row[at]?.length ?? 0)));
  for (const row of all)
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('  '),
    );
  console.log();
}

/** Virtual users, enough to keep two processors busy: responses take a millisecond. */
const users = 20;
/** Requests a second: more than is reached, so that all virtual users are busy all the time. */
const tooFast = 30_000;
const [rounds, seconds] = [5, 6];
const path = '/api/v1/business/products/filters';

/** Does as little as a k6 script can. */
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

/** Sends the reference's response for one route to every request: a service that costs next to nothing. */
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

/** Compares the load script with a bare one, in turns: a shared machine changes its pace. */
async function load(): Promise<void> {
  const k6 = await findK6({ explicit: process.env['GV_K6'], onProgress: console.error });
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
    // Neither the start of k6 nor the beginning and end of an average day.
    await sleep(0.3 * seconds);
    const [before, from] = [service.served(), performance.now()];
    await sleep(0.4 * seconds);
    const rate = (1000 * (service.served() - before)) / (performance.now() - from);
    await ended;
    return rate;
  };
  const scripts = [bare, scriptPath('traffic')];
  const rates = scripts.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, script] of scripts.entries()) rates[at]!.push(await rateOf(script));
  service.close();
  rmSync(folder, { recursive: true });
  const [base = NaN, ours = NaN] = rates.map(
    each => each.reduce((sum, rate) => sum + rate) / rounds,
  );
  print(
    ['load', 'requests/s', 'of a bare script'],
    [
      ['a bare script', base.toFixed(0), ''],
      ['load/traffic.ts', ours.toFixed(0), (ours / base).toFixed(2)],
    ],
  );
}

const sleep = (of: number) => new Promise(done => setTimeout(done, of * 1000));

/** Runs the suite against a reference that it did not start, and counts what that cost. */
async function run(
  patches: readonly Patch[],
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = ['--project=contract'],
) {
  const answers: { at: number; status: number }[] = [];
  const onRequest = ({ status }: { status: number }) =>
    void answers.push({ at: Date.now(), status });
  const reference = await startReference({ patches: [...patches], onRequest });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const out = join(folder, 'out');
  try {
    const env = { ...reference.settings, ...permissions, GV_OUT: out, ...settings };
    const startedAt = Date.now();
    const { child, ended } = startConformance(folder, env, args);
    const tree = watchTree(child.pid!);
    const { output } = await ended;
    const took = (Date.now() - startedAt) / 1000;
    const { peak } = tree.stop();
    const gaps = answers.slice(1).map(({ at }, index) => at - answers[index]!.at);
    return {
      result: resultIn(out, output),
      seconds: took,
      peak,
      requests: answers.length,
      refused: answers.filter(({ status }) => status === 429).length,
      /** Seconds in which nothing was sent, for a second or more at a time. */
      waited: gaps.filter(gap => gap >= 1000).reduce((sum, gap) => sum + gap, 0) / 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await reference.close();
  }
}

/** Counts the requirements of the contract. */
const having = ({ requirements }: ConformanceResult, verdict: Verdict): number =>
  requirements.filter(each => areaOf(each.id) !== 'limits' && each.verdict === verdict).length;

/** Compares the requests of each probe with the limit, and its time with the window. */
async function probes(): Promise<void> {
  const limits = { catalog: 60, webhooks: 20, wallet: 200 };
  const windowSeconds = 3;
  const patch = limiting({ limits, windowSeconds });
  const { result } = await run([patch], { GV_ALLOW: 'exhaust,write' }, ['limits']);
  const rows = result.limiters.map((probe): Row => {
    if ('skipped' in probe) return [probe.name, probe.skipped];
    const { name, notes } = probe;
    const took = Math.max(...notes.map(each => each.at + each.took)) / 1000;
    const [ofLimit, ofWindow] = [notes.length / limits[name], took / windowSeconds];
    return [name, notes.length, ofLimit.toFixed(1), `${took.toFixed(1)} s`, ofWindow.toFixed(1)];
  });
  print(['probe', 'requests', 'times limit', 'time', 'times window'], rows);
}

const small = { catalog: 60, webhooks: 10, wallet: 30 };
const large = { catalog: 100, webhooks: 20, wallet: 30 };
const per = (windowSeconds: number, limits: typeof small): Limiting => ({ limits, windowSeconds });

const deployments: readonly (readonly [string, Limiting, Readonly<Record<string, string>>?])[] = [
  ['as it is started', {}],
  ['60/10/30 in 10 s, by key', per(10, small)],
  ['60/10/30 in 10 s, by address', { ...per(10, small), by: 'ip' }],
  ['the same, two replicas', { ...per(10, small), replicas: 2 }],
  ['the same, half used by others', { ...per(10, small), usedByOthers: 0.5 }],
  ['the same, with a penalty', { ...per(10, small), prolonged: true }],
  ['100/20/30 in 60 s, by key', per(60, large)],
  ['100/20/30 in 60 s, by address', { ...per(60, large), by: 'ip' }],
  [
    '100/20/30 in 900 s, by address before the key, no wait',
    { ...per(900, large), by: 'ip', beforeKey: true },
    { GV_MAX_WAIT: '0.001' },
  ],
];

/** Shows what limiters cost a contract run, and what they keep from being judged. */
async function runs(): Promise<void> {
  const rows: Row[] = [];
  for (const [name, how, settings] of deployments) {
    console.error(name);
    const {
      result,
      seconds: took,
      requests,
      refused,
      waited,
    } = await run([limiting(how)], settings);
    const counts = verdicts.map(verdict => having(result, verdict));
    rows.push([
      name,
      ...counts,
      `${took.toFixed(0)} s`,
      requests,
      refused,
      `${waited.toFixed(0)} s`,
    ]);
  }
  print(['limits', ...verdicts, 'time', 'requests', '429', 'waited'], rows);
}

/** Compares the time of runs with the least that their requests take at the permitted rate. */
async function far(): Promise<void> {
  const rate = 20;
  const rows: Row[] = [];
  for (const ms of [0, 50, 150]) {
    const { requests, seconds: took } = await run([latency(ms)], { GV_MAX_RPS: `${rate}` });
    const least = requests / rate;
    const ratio = (took / least).toFixed(2);
    rows.push([`${ms} ms`, requests, `${took.toFixed(1)} s`, `${least.toFixed(1)} s`, ratio]);
  }
  print(['latency', 'requests', 'time', `requests / ${rate} a second`, 'ratio'], rows);
}

/** Shows what the size of an account costs, and what it keeps from being judged. */
async function scale(): Promise<void> {
  const [seeded, big] = [await run([]), await run([scaledTo(bigAccount)])];
  print(
    ['account', 'seeded', 'big'],
    [
      ['requests', seeded.requests, big.requests],
      ...verdicts.map(each => [each, having(seeded.result, each), having(big.result, each)]),
      ['seconds', seeded.seconds.toFixed(1), big.seconds.toFixed(1)],
      ['peak memory of the suite, MB', seeded.peak.toFixed(0), big.peak.toFixed(0)],
    ],
  );
  for (const { id, verdict, reason = '' } of big.result.requirements) {
    const before = seeded.result.requirements.find(each => each.id === id)?.verdict;
    if (before !== verdict) console.log(`${id}: ${before} -> ${verdict} ${reason}`);
  }
}

const parts = { load, probes, runs, latency: far, scale };
const [part, ...others] = process.argv.slice(2);
if ((part !== undefined && !(part in parts)) || others.length > 0) {
  console.error(`node --import tsx selftest/bench.ts [${Object.keys(parts).join(' | ')}]`);
  process.exit(3);
}
for (const [name, measure] of Object.entries(parts))
  if (part === undefined || part === name) await measure();
