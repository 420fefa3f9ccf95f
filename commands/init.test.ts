import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { array, assert, constantFrom, dictionary, property, string } from 'fast-check';
import { expect } from '#test';
import { test as base } from '../fixtures/testing/spawned.ts';
import { withoutQuotes } from '../harness/config/quotes.ts';
import type { Finding } from './doctor-keys.ts';
import { initialise, Cancelled, type Asker } from './init.ts';
import { toBaseUrl, withSettings, type Texts } from './init-file.ts';

const test = base.extend<{ file: string }>({
  file: ({ cwd }, use) => use(join(cwd, '.env')),
});

/** Gives these answers in order, and records the questions. After the last answer, it cancels. */
function scripted(...answers: readonly (string | boolean)[]): { asker: Asker; asked: string[] } {
  const asked: string[] = [];
  const left = [...answers];
  const next = (message: string): never => {
    asked.push(message);
    const answer = left.shift();
    if (answer === undefined) throw new Cancelled();
    return answer as never;
  };
  const asker: Asker = {
    text: async message => next(message),
    secret: async message => next(message),
    confirm: async message => next(message),
  };
  return { asker, asked };
}

async function run(file: string, given: Texts, asker?: Asker, more = {}) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const show = (findings: readonly Finding[]) => findings.forEach(({ text }) => said.push(text));
  const wanted = { file, given, asker, say, show, update: false, ...more };
  await initialise(wanted);
  return { said, written: parse(readFileSync(file)), text: readFileSync(file, 'utf8') };
}

test('a person enters the address and the keys', async ({ file, reference }) => {
  const { settings } = await reference();
  const { GV_BASE_URL = '', GV_API_KEY = '', GV_AUTOMATION_KEY = '' } = settings;
  const { asker, asked } = scripted(
    `${GV_BASE_URL}/api/v1/business/`,
    `${GV_API_KEY} `,
    GV_AUTOMATION_KEY,
  );
  const { written, said } = await run(file, {}, asker);
  expect(written).toEqual({ GV_BASE_URL, GV_API_KEY, GV_AUTOMATION_KEY });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(said.join('\n')).not.toContain(GV_API_KEY);
  expect(said.join('\n')).toContain(`Uses the address ${GV_BASE_URL}.`);
  expect(asked).toHaveLength(3);
});

test('a key that is rejected is asked for again', async ({ file, reference }) => {
  const { settings } = await reference();
  const { GV_BASE_URL = '', GV_API_KEY = '', GV_KEY_REVOKED = '' } = settings;
  const { asker } = scripted(GV_KEY_REVOKED, '', true, GV_BASE_URL, GV_API_KEY, '');
  const { written, said } = await run(file, { GV_BASE_URL }, asker);
  expect(said.join('\n')).toContain('rejects GV_API_KEY with 401');
  expect(written).toEqual({ GV_BASE_URL, GV_API_KEY });
});

test('one key is needed, and settings that do not work are written if the person wants it', async ({
  file,
}) => {
  const gone = 'http://127.0.0.1:1';
  const { asker, asked } = scripted(gone, false, '', '', '', 'some-key', false);
  const { written, said } = await run(file, {}, asker);
  expect(said.join('\n')).toContain('A target needs at least one of the two keys.');
  expect(said[0]).toContain('nothing listens at 127.0.0.1:1');
  // Comes before any key.
  expect(asked[1]).toBe('Enter another address?');
  expect(written).toEqual({ GV_BASE_URL: gone, GV_AUTOMATION_KEY: 'some-key' });
});

test('a person who cancels leaves no file', async ({ file, reference }) => {
  const { GV_BASE_URL = '', GV_API_KEY = '' } = (await reference()).settings;
  const { asker } = scripted(GV_BASE_URL, GV_API_KEY);
  await expect(run(file, {}, asker)).rejects.toThrow(Cancelled);
  expect(existsSync(file)).toBe(false);
});

test('an existing file is changed only on request, and keeps its other lines', async ({
  file,
  reference,
}) => {
  const { GV_BASE_URL = '', GV_API_KEY = '' } = (await reference()).settings;
  const before = `# ours\nGV_API_KEY='old' # of May\nGV_OUT=results\nGV_COUNTRIES=GB # all\n`;
  writeFileSync(file, before);
  const given = { GV_BASE_URL, GV_API_KEY };
  await expect(run(file, given)).rejects.toThrow(/exists, and nothing was written.*--update/);
  await expect(run(file, given, scripted(false).asker)).rejects.toThrow(Cancelled);
  expect(readFileSync(file, 'utf8')).toBe(before);
  const { text } = await run(file, given, undefined, { update: true });
  expect(text.split('\n')).toEqual([
    '# ours',
    `GV_API_KEY=${GV_API_KEY}`,
    'GV_OUT=results',
    'GV_COUNTRIES=GB # all',
    `GV_BASE_URL=${GV_BASE_URL}`,
    '',
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

/** Reads a file as `docker run --env-file` does, which keeps quotes in the value. */
const asDocker = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter(each => each !== '' && !each.startsWith('#'))
      .map(each => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  );

const line = string({ unit: 'grapheme', minLength: 1 }).filter(each => !/[\r\n]/.test(each));
const odd = constantFrom('#', "'", '"', '`', '\\n', ' ', '=', '$', '{"a":1}', 'x').chain(each =>
  array(constantFrom(each, '#', ' ', 'é', "'", '"'), { minLength: 1 }).map(parts => parts.join('')),
);

test('every value is read back unchanged, also by docker, or is refused', () => {
  const name = constantFrom('GV_API_KEY', 'GV_BASE_URL', 'GV_ORDER_BODY');
  for (const values of [line, odd])
    assert(
      property(dictionary(name, values, { minKeys: 1 }), settings => {
        let text: string;
        try {
          text = withSettings(undefined, settings);
        } catch (error) {
          expect((error as Error).message).toContain('no quotes keep this value unchanged');
          return;
        }
        expect(parse(text)).toEqual({ ...settings });
        expect(withoutQuotes(asDocker(text))).toEqual({ ...settings });
      }),
    );
});

test('lines with other settings stay, and a setting of several lines is not broken', () => {
  const body = "GV_ORDER_BODY='{\n  OTHER=1\n}'";
  const before = `export GV_API_KEY=old # of May\n${body}\nOTHER=1\nGV_API_KEY=again`;
  expect(withSettings(before, { GV_API_KEY: 'new', GV_COUNTRIES: 'GB,US' })).toBe(
    `GV_API_KEY=new\n${body}\nOTHER=1\nGV_API_KEY=new\nGV_COUNTRIES=GB,US\n`,
  );
  const broken = () => withSettings("GV_ORDER_BODY='{\nOTHER=1\n}'\n", { GV_ORDER_BODY: '{}' });
  expect(broken).toThrow(/Change it by hand/);
});

const same = 'https://vouchers.example';

const given = {
  [same]: same,
  [`${same}/`]: same,
  ' vouchers.example ': same,
  [`<${same}>`]: same,
  [`${same}/api/v1/business/products?limit=5`]: same,
  [`${same}/api/v1`]: same,
  [`${same}/gateway/v2/api/v1/integrations/mcp/tools/x#top`]: `${same}/gateway/v2`,
  'http://localhost:4010': 'http://localhost:4010',
  'localhost:4010': 'https://localhost:4010',
  // No version, no route of the API.
  [`${same}/api/vouchers`]: `${same}/api/vouchers`,
};

test('an address without a scheme, or with a route, leads to the service', () => {
  for (const [text, address] of Object.entries(given)) {
    expect(toBaseUrl(text), text).toBe(address);
  }
});

test('a word is refused as an address, because it may be a key', () => {
  for (const word of ['gvb_live_Qm7vK2xTz91LrWn4', '7c1daaaa-52aa-4e0b-9f31-0a1b2c3d4e5b'])
    expect(() => toBaseUrl(word)).toThrow(/^must begin with https:/);
});
