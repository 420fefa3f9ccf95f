import { listening } from '../fixtures/testing/loopback.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import http from 'node:http';
import https from 'node:https';
import { expect } from '#test';
import { ownK6 } from '../load/k6/testing.ts';
import { moneyText } from '../harness/client/ledger/money.ts';
import type { TrafficSummary } from '../schemas/records/traffic.ts';
import type { Patch } from '../reference/types.ts';
import { command, everythingAllowed, test } from '../fixtures/testing/spawned.ts';
import { lazyCertificate } from '../fixtures/testing/self-signed.ts';

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

test('traffic buys orders and vouchers, and accuses the reference of nothing', async ({ cwd }) => {
  const { code, stdout, stderr, verdicts } = await traffic(cwd, average);
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/responses checked against \d+ requirements: all met/);
  expect(stdout).toMatch(/queued to done +p50/);
  const judged = JSON.parse(verdicts) as { verdicts: { id: string; verdict: string }[] };
  const passed = judged.verdicts.filter(({ verdict }) => verdict === 'passed');
  expect(passed.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['catalog.product-fields', 'orders.queued', 'vouchers.fields']),
  );
});

const session = 'SESSION7f3a91';

/** Leaves a field out of every second response after the first responses. Starts a session with each. */
function brokenUnderLoad(calm: number): Patch {
  let answers = 0;
  return {
    response(reply, request) {
      reply.headers['Set-Cookie'] = `sid=${session}; HttpOnly`;
      if (request.route !== 'GET /api/v1/business/products' || reply.status !== 200) return;
      answers += 1;
      const { products } = reply.body as { products: Record<string, unknown>[] };
      if (answers > calm && answers % 2 === 0) delete products[0]?.['merchant'];
    },
  };
}

test('traffic reports a fault that shows only under load, and writes no key and no cookie', async ({
  cwd,
  reference,
}) => {
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
  expect(all).toContain('; HttpOnly');
  expect(all).not.toContain(session);
  const { spend = {} } = JSON.parse(
    readFileSync(join(cwd, 'out', 'traffic.json'), 'utf8'),
  ) as TrafficSummary;
  expect(Object.values(spend)[0]).toBeGreaterThan(0);
  const { stdout: shown } = await command('ledger', [], { cwd });
  expect(shown).toContain(`sent      ${moneyText(spend)}, by 1 request of 1 run`);
});

test('traffic presents the client certificate if the target demands it', async ({
  cwd,
  reference,
  conformance,
}) => {
  const { settings } = await reference();
  const { GV_BASE_URL: base = '' } = settings;
  const { key, cert, file, keyFile } = lazyCertificate('IP:127.0.0.1')();
  const agents = new Set<string>();
  const own = { key, cert, ca: cert, requestCert: true };
  const front = https.createServer(own, (request, response) => {
    agents.add(request.headers['user-agent'] ?? 'none');
    const { method, headers, url = '' } = request;
    const onward = http.request(base + url, { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    request.pipe(onward.on('error', () => response.destroy()));
  });
  const secure = {
    ...settings,
    ...everythingAllowed,
    GV_BASE_URL: `https://${await listening(front)}`,
    GV_CA_FILE: file,
  };
  const shown = { ...secure, GV_CLIENT_CERT: file, GV_CLIENT_KEY: keyFile };
  try {
    const run = await conformance(shown, '--grep=wallet.fields', '--project=contract');
    expect(run.code, run.stdout).toBe(0);
    expect(await traffic(cwd, { ...shown, GV_LOAD_DURATION: '1' })).toMatchObject({ code: 0 });
    const isK6 = [...agents].map(agent => /k6\//i.test(agent));
    expect(new Set(isK6)).toEqual(new Set([true, false]));
    const without = await conformance(secure, '--grep=wallet.fields');
    expect(without.code).toBe(3);
    expect(without.stdout).toContain('GV_CLIENT_CERT');
  } finally {
    front.close();
    front.closeAllConnections();
  }
});
