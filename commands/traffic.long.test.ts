import { listening } from '../fixtures/testing/loopback.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { connect, type Server } from 'node:net';
import { expect } from '#test';
import { ownK6 } from '../load/k6/testing.ts';
import { moneyText } from '../fixtures/client/ledger/money.ts';
import type { TrafficSummary } from '../schemas/records/traffic.ts';
import type { Patch } from '../reference/types.ts';
import { command, everythingAllowed, test, type Run } from '../fixtures/testing/spawned.ts';
import { selfSigned } from '../fixtures/testing/self-signed.ts';

let k6: string;
test.beforeAll(async () => {
  k6 = await ownK6();
});

async function traffic(cwd: string, settings: Readonly<Record<string, string>>) {
  const out = join(cwd, 'out');
  const run = await command('traffic', [], {
    cwd,
    settings: { GV_OUT: out, GV_K6: k6, GV_LOAD_DURATION: '3', ...settings },
  });
  const read = (name: string) =>
    existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : '';
  const verdicts = read('traffic-verdicts.json');
  return { ...run, all: run.stdout + run.stderr + verdicts + read('traffic.json'), verdicts };
}

const average = { GV_LOAD_PROFILE: 'average', GV_LOAD_RATE: '60' };

test('the reference is not accused, and orders and vouchers are bought', async ({ cwd }) => {
  const { code, stdout, stderr, verdicts } = await traffic(cwd, average);
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/responses judged by \d+ requirements: all kept/);
  expect(stdout).toMatch(/queued to done +p50/);
  const judged = JSON.parse(verdicts) as { verdicts: { id: string; verdict: string }[] };
  const passed = judged.verdicts.filter(({ verdict }) => verdict === 'passed');
  expect(passed.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['catalog.product-fields', 'orders.queued', 'vouchers.fields']),
  );
});

/** The field is right while the service is calm: from so many answers on, every second one lacks it. */
function brokenUnderLoad(calm: number): Patch {
  let answers = 0;
  return {
    response(reply, request) {
      if (request.route !== 'GET /api/v1/business/products' || reply.status !== 200) return;
      answers += 1;
      const { products } = reply.body as { products: Record<string, unknown>[] };
      if (answers > calm && answers % 2 === 0) delete products[0]?.['merchant'];
    },
  };
}

test('what breaks under load is caught, and no key is written', async ({ cwd, reference }) => {
  const { settings } = await reference({ patches: [brokenUnderLoad(10)] });
  const { code, stdout, all } = await traffic(cwd, {
    ...settings,
    ...everythingAllowed,
    ...average,
  });
  expect(code, all).toBe(1);
  expect(stdout).toContain('failed catalog.product-fields (§2.1)');
  expect(stdout).toMatch(/expected: .*merchant: a value/);
  expect(stdout).toContain('-H "X-API-Key: ${GV_API_KEY}"');
  for (const name of ['GV_API_KEY', 'GV_AUTOMATION_KEY']) {
    expect(settings[name]).toMatch(/.{8}/);
    expect(all).not.toContain(settings[name]);
  }
  const { spend = {} } = JSON.parse(
    readFileSync(join(cwd, 'out', 'traffic.json'), 'utf8'),
  ) as TrafficSummary;
  expect(Object.values(spend)[0]).toBeGreaterThan(0);
  const { stdout: shown } = await command('ledger', [], { cwd });
  expect(shown).toContain(`spent     ${moneyText(spend)} for certain, by 1 requests of 1 runs`);
});

test('what is not permitted ends with 3, and nothing is sent', async ({ cwd, reference }) => {
  let sent = 0;
  const { settings } = await reference({ onRequest: () => sent++ });
  const { code, stderr } = await traffic(cwd, { ...settings, ...average });
  expect(code).toBe(3);
  expect(stderr).toContain('GV_ALLOW does not permit to exhaust');
  expect(sent).toBe(0);
});

// Contract run and k6 alike: through the proxy of the environment, and to a target that demands a certificate.

type Settings = Readonly<Record<string, string>>;

/** Programs that were served, as they name themselves. */
const served = new Set<string>();
const isK6 = /k6\//i;

test.beforeEach(() => served.clear());

/** Hands a request on to the reference. */
const forward = (base: string) => (request: IncomingMessage, response: ServerResponse) => {
  served.add(request.headers['user-agent'] ?? 'none');
  const { pathname, search } = new URL(request.url ?? '', base);
  const { method, headers } = request;
  const onward = http.request(new URL(pathname + search, base), { method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
};

/** One read by the contract half, and a second of load. */
async function bothHalves(
  settings: Settings,
  cwd: string,
  conformance: (settings: Settings, ...args: string[]) => Promise<Run>,
): Promise<readonly unknown[]> {
  const run = await conformance(settings, '--grep=wallet.fields', '--project=contract');
  const load = await command('traffic', [], {
    cwd,
    settings: {
      ...settings,
      GV_K6: await ownK6(),
      GV_OUT: join(cwd, 'load'),
      GV_LOAD_DURATION: '1',
    },
  });
  const { verdict } = run.result?.requirements.find(({ id }) => id === 'wallet.fields') ?? {};
  return [verdict, load.code];
}

test('HTTP_PROXY is used, also for names it alone knows', async ({
  cwd,
  reference,
  conformance,
}) => {
  const { settings } = await reference();
  const { GV_BASE_URL: base = '' } = settings;
  const { hostname, port } = new URL(base);
  const proxy = http.createServer(forward(base));
  proxy.on('connect', (_, socket) => {
    served.add('a tunnel');
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) each.on('error', () => onward.destroy());
  });
  try {
    const through = {
      ...settings,
      ...everythingAllowed,
      GV_BASE_URL: 'http://vouchers.test',
      HTTP_PROXY: `http://${await listening(proxy)}`,
    };
    expect(await bothHalves(through, cwd, conformance)).toEqual(['passed', 0]);
    expect([...served]).toContainEqual(expect.stringMatching(isK6));
    expect([...served].filter(agent => !isK6.test(agent))).not.toEqual([]);
  } finally {
    close(proxy);
  }
});

test('a client certificate is shown to who demands it', async ({ cwd, reference, conformance }) => {
  const { settings } = await reference();
  const [cert, key] = [join(cwd, 'cert.pem'), join(cwd, 'key.pem')];
  selfSigned({ key, cert });
  const own = { key: readFileSync(key), cert: readFileSync(cert), ca: readFileSync(cert) };
  const front = https.createServer(
    { ...own, requestCert: true },
    forward(settings['GV_BASE_URL'] ?? ''),
  );
  try {
    const secure = {
      ...settings,
      ...everythingAllowed,
      GV_BASE_URL: `https://${await listening(front)}`,
      GV_CA_FILE: cert,
    };
    const withCertificate = { ...secure, GV_CLIENT_CERT: cert, GV_CLIENT_KEY: key };
    expect(await bothHalves(withCertificate, cwd, conformance)).toEqual(['passed', 0]);
    expect([...served]).toContainEqual(expect.stringMatching(isK6));
    const without = await conformance(secure, '--grep=wallet.fields');
    expect(without.code).toBe(3);
    expect(without.stdout).toContain('GV_CLIENT_CERT');
  } finally {
    close(front);
  }
});

function close(server: Server & { closeAllConnections?: () => void }): void {
  server.close();
  server.closeAllConnections?.();
}
