/** Tests that hostile responses of a target or a proxy do no harm in any file or output of a run. */
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { parse as parseJUnit } from 'junit2json';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { SaxesParser } from 'saxes';
import { expect } from '#test';
import { listening } from '../fixtures/testing/loopback.ts';
import { acting, hostile } from '../fixtures/testing/hostile.ts';
import { test } from '../fixtures/testing/spawned.ts';
import { leftTexts } from '../fixtures/testing/left-files.ts';
import { harViolations } from '../fixtures/testing/har.ts';
import { entriesIn } from '../harness/output/exchange-log.ts';

const { huge: _, ...short } = hostile;
const evil = Object.values(short).join('');
/** Header that an HTTP parser accepts, with C1 controls and bytes that are not UTF-8. */
const inHeader = '::error::x \x9b31m ##[error]x ##vso[a]b </script>|`a`| \x80\xff';
const oddNames = ['|x`y`', '##vso', '$x!'];

/** Adds hostile text to every text and name of a body. */
function spoilt(value: unknown): unknown {
  if (typeof value === 'string') return value + evil;
  if (Array.isArray(value)) return value.map(spoilt);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, spoilt(each)] as const);
  return Object.fromEntries([...entries, [evil, evil]]);
}

/** Writes raw bytes, because no library sends such headers. */
function write(response: ServerResponse, status: number, headers: object, body: Buffer): void {
  const named = { Server: inHeader, Date: inHeader, 'Set-Cookie': `a=${inHeader}`, ...headers };
  const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}`);
  const odd = oddNames.map(name => `${name}: ${inHeader}`);
  const length = `Content-Length: ${body.length}`;
  const first = `HTTP/1.1 ${status} ::error::\x9b##[error]</script>`;
  const head = [first, ...lines, ...odd, length, 'Connection: close', '', ''].join('\r\n');
  response.socket?.end(Buffer.concat([Buffer.from(head, 'latin1'), body]));
}

const noText = Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x9b]), Buffer.from(evil)]);

/** Forwards requests to the reference, and spoils its responses. */
const spoiling =
  (base: string) =>
  async ({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = headers['x-api-key'];
    const sent = key === undefined ? {} : { headers: { 'X-API-Key': String(key) } };
    const answer = await fetch(base + url, sent);
    const body = JSON.stringify(spoilt(await answer.json()));
    const isText = !url.includes('transactions');
    const type = { 'Content-Type': 'application/json' };
    write(response, answer.status, type, isText ? Buffer.from(body) : noText);
  };

function expectHarmless(texts: ReadonlyMap<string, string>): void {
  for (const [name, text] of texts) {
    // Playwright's own code has some in its regular expressions.
    if (name === 'html/index.html') continue;
    expect.soft(acting.exec(text)?.[0], name).toBe(undefined);
    expect.soft(/##\w*\[/.exec(text)?.[0], name).toBe(undefined);
    const commands = text.match(/^\s*::.*/gm) ?? [];
    const own = /^::error title=[^:,\n]+::/;
    expect
      .soft(
        commands.filter(each => name !== 'stdout' || !own.test(each.trim())),
        name,
      )
      .toEqual([]);
  }
}

/** @throws Error if it is not XML. */
function elementsOf(xml: string): Set<string> {
  const names = new Set<string>();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => names.add(name));
  parser.write(xml).close();
  return names;
}

test('every file is complete and harmless', async ({ cwd, reference, serving, conformance }) => {
  const { settings, baseUrl } = await reference();
  const front = await serving((...both) => void spoiling(baseUrl)(...both));
  const target = { ...settings, GV_BASE_URL: `http://${front}` };
  const steps = join(cwd, 'steps.md');
  const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: steps, GV_MAX_RPS: '1000' };
  const grep = '--grep=wallet.|auth.unknown-key|auth.ip|format.timestamps|service.json';
  const run = await conformance({ ...target, ...github }, grep, '--project=contract');
  expect(run.code, run.stdout).toBe(1);
  expect(run.result?.requirements.filter(each => each.verdict === 'failed').length).toBeGreaterThan(
    3,
  );
  const texts = leftTexts(run);
  expectHarmless(texts.set('steps.md', readFileSync(steps, 'utf8')));
  const text = (name: string) => texts.get(name) ?? '';
  const json = (name: string) => JSON.parse(text(name)) as unknown;
  expect([...elementsOf(text('junit.xml'))]).toContain('failure');
  expect(await parseJUnit(text('junit.xml'))).toBeTruthy();
  expect(harViolations(json('evidence.har'))).toBeNull();
  // The page has one script, which its policy names by digest.
  expect(text('index.html').match(/<script/g)).toEqual(['<script']);
  for (const name of ['summary.md', 'steps.md'])
    expect(JSON.stringify(fromMarkdown(text(name)))).not.toMatch(/"url":"https:\/\/evil/);
  // The text must be harmless, but otherwise unchanged.
  const entries = [...entriesIn(join(run.out, 'exchanges.jsonl'))];
  const bodies = entries.map(({ exchange }) => exchange?.response.body ?? '');
  const sent = JSON.stringify(evil).slice(1, -1);
  expect(bodies.filter(body => body.includes(sent)).length).toBeGreaterThan(3);
});

test('a redirect and an error before the first check are printed harmless', async ({
  serving,
  conformance,
}) => {
  const answers: readonly [status: number, headers: object, body: string][] = [
    [301, { Location: `https://a.example/${inHeader}` }, ''],
    [401, { 'Content-Type': 'application/json' }, JSON.stringify({ error: evil, reason: evil })],
    [502, { Via: inHeader }, `<html>${evil}</html>`],
    [200, { 'Content-Type': `text/html; ${inHeader}` }, `<html>${evil}</html>`],
  ];
  for (const [status, headers, body] of answers) {
    const host = await serving((_, response) =>
      write(response, status, headers, Buffer.from(body)),
    );
    const settings = { GV_BASE_URL: `http://${host}`, GV_API_KEY: 'some-key' };
    const run = await conformance({ ...settings, GITHUB_ACTIONS: 'true' }, '--project=contract');
    expect.soft(run.code, run.stdout).toBe(3);
    expect.soft(run.stdout).toContain(`answers ${status}`.replace('answers 401', 'with 401'));
    expectHarmless(leftTexts(run));
  }
});

const key = 'sk/Live+Key&"0123456789~*\'abc';
const session = 'SESSION7f3a91';
const credentials = 'proxy-user:pa/ss "w+rd" 98765';

/** Returns spellings of a text by a service, a gateway and a debugging page. `harness/client/mask.test.ts` tests all spellings. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  const percent = encodeURIComponent(text);
  const inHtml = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [
    text,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    percent,
    percent.replaceAll(/%../g, each => each.toLowerCase()),
    inHtml.replaceAll("'", '&#x27;').replaceAll('/', '&#x2F;'),
  ];
}

test('no file has a key or a proxy password, in any spelling, or a cookie of the target', async ({
  conformance,
}) => {
  const secrets = [key, credentials, credentials.replace(/.*:/, '')].flatMap(spellings);
  const echo = JSON.stringify({ error: 'no', echo: secrets, raw: secrets.join(' ') });
  const inHeaders = secrets.filter(each => !/[^\x20-\x7e]/.test(each));
  let count = 0;
  const answering = (_: IncomingMessage, response: ServerResponse) => {
    const status = [502, 407, 403, 200][Math.floor(count++ / 3) % 4] ?? 200;
    const type = status === 200 ? 'application/json' : 'text/html';
    const body = status === 407 ? `<html><body>${secrets.join('<br>')}</body></html>` : echo;
    const named = Buffer.from(key).toString('hex');
    const ofSession = { 'Set-Cookie': `sid=${session}; HttpOnly`, 'X-Auth-Token': session };
    const headers = {
      'Content-Type': type,
      ...ofSession,
      [named]: 'x',
      Location: `/login?token=${session} ${inHeaders.join(' ')}`,
    };
    write(response, status, headers, Buffer.from(body));
  };
  const proxy = http.createServer(answering);
  let refused = false;
  proxy.on('connect', (_, socket: Duplex) => {
    socket.on('error', () => {});
    if (refused) socket.end(`HTTP/1.1 407 ${inHeaders.join(' ')}\r\n\r\n${echo}`);
    else {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      proxy.emit('connection', socket);
    }
  });
  const [user = '', password = ''] = credentials.split(':');
  const login = `${user}:${encodeURIComponent(password)}`;
  const settings = {
    GV_BASE_URL: 'http://vouchers.test',
    GV_API_KEY: key,
    HTTP_PROXY: `http://${login}@${await listening(proxy)}`,
    GV_MAX_RPS: '1000',
  };
  for (refused of [false, true]) {
    const run = await conformance(settings, '--grep=wallet.|auth.recased', '--project=contract');
    expect.soft(run.code, run.stdout).not.toBe(0);
    const texts = leftTexts(run);
    if (!refused) expect(texts.get('exchanges.jsonl')).toContain('${HTTP_PROXY name and password}');
    if (!refused) expect(texts.get('exchanges.jsonl')).toContain('; HttpOnly');
    for (const [name, text] of texts)
      for (const secret of [...secrets, session])
        for (const form of [secret, JSON.stringify(secret).slice(1, -1)])
          expect.soft(text.includes(form), `${name}: ${secret}`).toBe(false);
  }
  proxy.close();
});
