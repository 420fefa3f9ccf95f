import { expect, test } from '#test';
import { normalised } from './given.ts';

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
