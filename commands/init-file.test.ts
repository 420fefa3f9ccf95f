import { parse } from 'dotenv';
import { array, assert, constantFrom, dictionary, property, string } from 'fast-check';
import { expect, test } from '#test';
import { withoutQuotes } from '../fixtures/config/values.ts';
import { withSettings, normalised } from './init-file.ts';

/** Reads a file as `docker run --env-file` does: quotes belong to the value. */
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

test('what is written is read back the same, also when docker hands it over, or refused', () => {
  const name = constantFrom('GV_API_KEY', 'GV_BASE_URL', 'GV_ORDER_BODY');
  for (const values of [line, odd])
    assert(
      property(dictionary(name, values, { minKeys: 1 }), settings => {
        let text: string;
        try {
          text = withSettings(undefined, settings);
        } catch (error) {
          expect((error as Error).message).toContain('no quotes keep this value');
          return;
        }
        expect(parse(text)).toEqual({ ...settings });
        expect(withoutQuotes(asDocker(text))).toEqual({ ...settings });
      }),
    );
});

test('bodies, sums of money and addresses are among what can be written', () => {
  const settings = {
    GV_BASE_URL: 'https://vouchers.example/gateway/v2',
    GV_API_KEY: 'with#hash$and"quote',
    GV_MAX_SPEND: '250 GBP, 50 EUR',
    GV_ORDER_BODY: '{"productCode":"{{productCode}}","note":"it\'s"}',
  };
  expect(parse(withSettings(undefined, settings))).toEqual(settings);
});

test('lines that name other settings stay as they are', () => {
  const before = [
    '# ours',
    'export GV_API_KEY=old # the key of May',
    'GV_ORDER_BODY=\'{\n  "of": "several lines"\n}\'',
    'OTHER=1',
    'GV_API_KEY=again',
  ].join('\n');
  const after = withSettings(before, { GV_API_KEY: 'new', GV_COUNTRIES: 'GB,US' });
  expect(after.split('\n')).toEqual([
    '# ours',
    'GV_API_KEY=new',
    "GV_ORDER_BODY='{",
    '  "of": "several lines"',
    "}'",
    'OTHER=1',
    'GV_API_KEY=new',
    'GV_COUNTRIES=GB,US',
    '',
  ]);
});

test('a setting of several lines is not broken', () => {
  const before = "GV_ORDER_BODY='{\nOTHER=1\n}'\n";
  expect(() => withSettings(before, { GV_ORDER_BODY: '{}' })).toThrow(/change it by hand/);
});

const same = 'https://vouchers.example';
const behind = 'https://vouchers.example/gateway/v2';

const given = {
  [same]: same,
  [`${same}/`]: same,
  ' vouchers.example ': same,
  [`<${same}>`]: same,
  [`${same}/api/v1/business`]: same,
  [`${same}/api/v1/business/products?limit=5`]: same,
  [`${same}/api/v1`]: same,
  [`${behind}/api/v1/automation/status`]: behind,
  [`${behind}/api/v1/integrations/mcp/tools/x#top`]: behind,
  [behind]: behind,
  'http://localhost:4010': 'http://localhost:4010',
  'localhost:4010': 'https://localhost:4010',
  // No version, no route of the API.
  [`${same}/api/vouchers`]: `${same}/api/vouchers`,
};

test('an address as people have it is that of the service, and what was left out is stated', () => {
  for (const [text, address] of Object.entries(given)) {
    const found = normalised(text);
    expect(found.address, text).toBe(address);
    const isPlain = text.trim().replace(/\/$/, '') === address;
    expect(found.changes.length > 0, text).toBe(!isPlain && !text.startsWith('<'));
  }
});

test('what is no address is refused with the reason', () => {
  for (const text of ['', 'ftp://vouchers.example', 'https://name:secret@vouchers.example', 'a b'])
    expect(() => normalised(text), text).toThrow(/must/);
});
