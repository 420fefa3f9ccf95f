import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { keyRoles, keySettings } from '../fixtures/config/keys.ts';
import { startReference } from '../reference/server.ts';
import type { Patch } from '../reference/types.ts';
import { targetWith } from '../fixtures/testing/fakes.ts';
import { projectFile, test } from '../fixtures/testing/spawned.ts';
import { findingsOf, readKeys } from './doctor-keys.ts';
import { examineMachine, isSupportedNode } from './doctor-machine.ts';

/** Returns the findings with these settings of a reference, and the requests that it got. */
async function examined(
  settingsFrom: (settings: Record<string, string>) => Record<string, string>,
  patches: Patch[] = [],
) {
  const asked: string[] = [];
  const reference = await startReference({
    patches,
    onRequest: ({ keyRole, method, url, status }) =>
      void asked.push(`${keyRole} ${method} ${url} ${status}`),
  });
  const { GV_BASE_URL = '' } = reference.settings;
  const target = targetWith({ GV_BASE_URL, ...settingsFrom(reference.settings) });
  const found = findingsOf(target, await readKeys(target));
  await reference.close();
  const keys = found.keys.map(({ mark, text }) => `${mark} ${text}`);
  return { asked, keys, target: found.target, settings: reference.settings };
}

test('each key of a sound configuration is read once, and named by its setting', async () => {
  const { asked, keys, target, settings } = await examined(all => all);
  expect(asked).toHaveLength(keyRoles.length);
  expect(new Set(asked.map(line => line.split(' ')[0])).size).toBe(keyRoles.length);
  expect(target.map(({ mark }) => mark)).toEqual(['ok']);
  expect(keys.map(line => line.split(' ')[0])).toEqual(keyRoles.map(() => 'ok'));
  for (const role of keyRoles) {
    expect(keys.join('\n')).toContain(`ok ${keySettings[role]}: `);
    expect(keys.join('\n')).not.toContain(settings[keySettings[role]]);
  }
});

test('a key in the wrong slot is worth a look, and a good one that is rejected stops a run', async () => {
  const { keys, asked } = await examined(all => ({
    GV_API_KEY: all['GV_KEY_REVOKED']!,
    GV_AUTOMATION_KEY: all['GV_KEY_NO_INTEGRATION']!,
    GV_KEY_REVOKED: all['GV_API_KEY']!,
    GV_KEY_PENDING_VERIFICATION: all['GV_KEY_INCOMPLETE_PROFILE']!,
    GV_KEY_NO_WALLET: all['GV_API_KEY']!,
  }));
  expect(keys).toEqual([
    expect.stringMatching(/^stop .* rejects GV_API_KEY with 401 \(Invalid API key, [^)]*\)\. /),
    expect.stringMatching(/^stop .* refuses GV_AUTOMATION_KEY with 403 /),
    expect.stringMatching(/^look GV_KEY_REVOKED is accepted \(GET \/wallet answers 200\)/),
    expect.stringMatching(
      /^look GV_KEY_PENDING_VERIFICATION: GET \/auth answers 403 \(Incomplete .*pending"$/,
    ),
    expect.stringMatching(/^look GV_KEY_NO_WALLET is the same key as GV_KEY_REVOKED/),
  ]);
  expect(asked).toHaveLength(4);
});

const answering = (status: number, body: unknown, headers = {}): Patch => ({
  response: reply => void Object.assign(reply, { status, body, headers }),
});

/** The first response alone. */
function once(patch: Patch): Patch {
  let count = 0;
  return {
    response: (...args) => (count++ === 0 ? patch.response?.(...args) : undefined),
  };
}

const ofBusiness = ({ GV_API_KEY = '' }: Record<string, string>) => ({ GV_API_KEY });

test('what is amiss is stated after one read, and only a gateway is asked again', async () => {
  const page = ['<html>', { 'content-type': 'text/html' }] as const;
  const slow = { error: 'slow down' };
  const answers: readonly (readonly [Patch, RegExp, number])[] = [
    [answering(502, ...page), /answers 502/, 4],
    [answering(429, slow, { 'retry-after': '3600' }), /locked out for 3600 s/, 1],
    [answering(200, ...page), /That is a web page/, 1],
    [answering(404, { error: 'no such route' }), /the API is not below/, 1],
    [answering(301, '', { location: 'https://login.example/' }), /looks like a login/, 1],
  ];
  for (const [patch, message, requests] of answers) {
    const { asked, keys, target } = await examined(ofBusiness, [patch]);
    expect(asked, String(message)).toHaveLength(requests);
    const found = [...target.map(({ mark, text }) => `${mark} ${text}`), ...keys];
    expect(found.filter(each => each.startsWith('stop'))).toEqual([expect.stringMatching(message)]);
    // One read does not show what every read comes to.
    expect(found.join('\n')).not.toMatch(/every/);
  }
});

test('what a run gets over does not stop it: one 502, a short wait, an account without wallets', async () => {
  const gateway = await examined(ofBusiness, [once(answering(502, '<html>'))]);
  expect(gateway.keys).toEqual([expect.stringMatching(/^ok GV_API_KEY: it works/)]);
  const limited = await examined(ofBusiness, [answering(429, {}, { 'retry-after': '5' })]);
  expect(limited.keys).toEqual([expect.stringMatching(/^look GV_API_KEY: .* used up for 5 s/)]);
  expect(limited.asked).toHaveLength(1);
  const penniless = await examined(all => ({ GV_API_KEY: all['GV_KEY_NO_WALLET']! }));
  expect(penniless.keys).toEqual([expect.stringMatching(/^look GV_API_KEY: .*Wallet not found/)]);
});

test('Node is the one that package.json names', () => {
  const { engines } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
    engines: { node: string };
  };
  expect(engines.node).toBe('^20.19.0 || >=22.12.0');
  const [taken, refused] = [
    ['20.19.0', '20.20.2', '22.12.0', '24.0.1'],
    ['18.20.1', '20.18.3', '21.7.0', '22.11.0'],
  ];
  expect([...refused, ...taken].filter(isSupportedNode)).toEqual(taken);
});

test('a k6 that is missing is worth a look; folders stay as they were', async ({ cwd: folder }) => {
  const values = {
    GV_K6: join(folder, 'no-k6'),
    GV_OUT: join(folder, 'out'),
    GV_STATE: join(folder, 'state'),
  };
  const marks = async (probes: boolean) =>
    (await examineMachine(values, probes)).map(({ mark }) => mark);
  expect(await marks(false)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(await marks(true)).toEqual(['ok', 'look', 'ok', 'ok']);
  expect(readdirSync(folder)).toEqual([]);
  // A result of somebody else would be removed by a run.
  mkdirSync(values.GV_OUT);
  writeFileSync(join(values.GV_OUT, 'junit.xml'), '');
  writeFileSync(values.GV_STATE, 'a file');
  expect(await marks(false)).toEqual(['ok', 'ok', 'stop', 'look']);
});
