import { expect, test } from '#test';
import { keyRoles, keySettings } from '../harness/config/keys.ts';
import { startReference } from '../reference/server.ts';
import type { Patch } from '../reference/types.ts';
import { targetWith } from '../fixtures/testing/fakes.ts';
import { addressProblem, keyFindings } from './doctor-keys.ts';

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
  const found = await keyFindings(target);
  const keys = found.map(({ mark, text }) => `${mark} ${text}`);
  const address = await addressProblem(target);
  await reference.close();
  return {
    asked: asked.filter(each => !each.startsWith('none ')),
    keys,
    address,
    settings: reference.settings,
  };
}

test('each key is tried once, and named by its setting', async () => {
  const { asked, keys, address, settings } = await examined(all => all);
  expect(asked).toHaveLength(keyRoles.length);
  expect(new Set(asked.map(line => line.split(' ')[0])).size).toBe(keyRoles.length);
  expect(address).toBeUndefined();
  expect(keys.map(line => line.split(' ')[0])).toEqual(keyRoles.map(() => 'ok'));
  for (const role of keyRoles) {
    expect(keys.join('\n')).toMatch(new RegExp(`^ok ${keySettings[role]}: `, 'm'));
    expect(keys.join('\n')).not.toContain(settings[keySettings[role]]);
  }
});

test('a key in the wrong setting is marked look, and a rejected good key is marked stop', async () => {
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
    expect.stringMatching(
      /^look GV_KEY_REVOKED: GET \/wallet answers 200 .* A key for this setting gets 401$/,
    ),
    expect.stringMatching(
      /^look GV_KEY_PENDING_VERIFICATION: GET \/auth answers 403 \(Incomplete .*pending"$/,
    ),
    expect.stringMatching(/^look GV_KEY_NO_WALLET: GET \/wallet answers 200 /),
  ]);
  expect(asked).toHaveLength(5);
});

const answering = (status: number, body: unknown, headers = {}): Patch => ({
  response: reply => void Object.assign(reply, { status, body, headers }),
});
const html = { 'content-type': 'text/html' };
const ofBusiness = ({ GV_API_KEY = '' }: Record<string, string>) => ({ GV_API_KEY });

test('only a gateway is asked again, and one read shows nothing about others', async () => {
  const answers: readonly (readonly [Patch, RegExp, number])[] = [
    [answering(502, '<html>', html), /answers 502/, 3],
    [
      answering(429, { error: 'slow down' }, { 'retry-after': '3600' }),
      /^look .* answers 429. Its limit is used up/,
      1,
    ],
  ];
  for (const [patch, message, requests] of answers) {
    const { asked, keys } = await examined(ofBusiness, [patch]);
    expect(asked, String(message)).toHaveLength(requests);
    expect(keys).toEqual([expect.stringMatching(message)]);
    expect(keys.join('\n')).not.toMatch(/every/);
  }
});

test('an account without wallets does not stop a run', async () => {
  const { keys } = await examined(all => ({ GV_API_KEY: all['GV_KEY_NO_WALLET']! }));
  expect(keys).toEqual([expect.stringMatching(/^look GV_API_KEY: .*Wallet not found/)]);
});

test('a wrong address is named before any key is sent', async () => {
  const page = answering(200, '<html>', html);
  expect((await examined(ofBusiness, [page])).address).toContain('That is a web page');
  const gone = targetWith({
    GV_BASE_URL: 'http://127.0.0.1:1',
    GV_API_KEY: 'k',
    GV_KEY_REVOKED: 'r',
  });
  expect(await addressProblem(gone)).toContain('nothing listens at 127.0.0.1:1');
  expect(await keyFindings(gone)).toEqual([
    { mark: 'stop', text: expect.stringContaining('nothing listens') },
    { mark: 'look', text: 'not read: GV_KEY_REVOKED' },
  ]);
});
