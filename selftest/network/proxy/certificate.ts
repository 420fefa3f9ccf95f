import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../../fixtures/testing/self-signed.ts';

/** Makes the key and the self-signed certificate of a server on first use. */
export function lazyCertificate(names: string, isExpired = false) {
  let made: ReturnType<typeof certificate> | undefined;
  return () => (made ??= certificate(names, isExpired));
}

function certificate(names: string, isExpired: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'gv-certificate-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  selfSigned({ key, cert: file }, names);
  // Signs the certificate again, valid until yesterday.
  const args = ['x509', '-days', '-1', '-in', file, '-signkey', key];
  if (isExpired) writeFileSync(file, execFileSync('openssl', args, { stdio: 'pipe' }));
  return { key: readFileSync(key), cert: readFileSync(file), file };
}
