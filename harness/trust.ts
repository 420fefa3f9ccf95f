/** Lists the certificate authorities that the checks and k6 trust. */
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

/** Returns the certificates (PEM) of Node's own authorities, of NODE_EXTRA_CA_CERTS, and of a further file. */
export function trusted(file: string | undefined): string[] {
  return [...rootCertificates, ...[file, process.env['NODE_EXTRA_CA_CERTS']].flatMap(textOf)];
}

/** Reads a file, or returns nothing if there is no such file. Node only warns about a missing file, and GV_CA_FILE was checked before. */
function textOf(file: string | undefined): string[] {
  if (file === undefined || file === '') return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}
