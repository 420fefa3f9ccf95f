import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, test } from '#test';
import { trusted } from './trust.ts';

test('GV_CA_FILE and NODE_EXTRA_CA_CERTS are trusted in addition to the public authorities', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gv-'));
  const [ours, extra] = ['ours', 'extra'].map(name => {
    writeFileSync(join(folder, name), name);
    return join(folder, name);
  });
  const count = rootCertificates.length;
  const NODE_EXTRA_CA_CERTS = extra;
  expect(trusted(ours, { NODE_EXTRA_CA_CERTS }).slice(count)).toEqual(['ours', 'extra']);
  expect(trusted(undefined, { NODE_EXTRA_CA_CERTS }).slice(count)).toEqual(['extra']);
  expect(trusted(ours, { NODE_EXTRA_CA_CERTS: join(folder, 'gone') }).slice(count)).toEqual([
    'ours',
  ]);
  expect(trusted(undefined, {})).toEqual(rootCertificates);
});
