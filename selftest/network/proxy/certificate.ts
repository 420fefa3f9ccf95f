/** Throw-away certificates, made by openssl in a folder that goes with the process. */
import { sign, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../../fixtures/testing/self-signed.ts';

export interface Wanted {
  /** As openssl takes them, `IP:127.0.0.1,DNS:localhost`. */
  readonly names: string;
  readonly expired?: true;
}

let folder: string | undefined;

function folderOfOurs(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'gv-certificates-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return folder;
}

const made = new Map<string, { key: string; cert: string }>();

function make({ names, expired }: Wanted): { key: string; cert: string } {
  const id = `${names} ${expired ?? false}`;
  const before = made.get(id);
  if (before) return before;
  const [key, cert] = ['key', 'cert'].map(name =>
    join(folderOfOurs(), `${made.size}-${name}.pem`),
  ) as [string, string];
  selfSigned({ key, cert }, names);
  if (expired) writeFileSync(cert, inThePast(readFileSync(cert, 'utf8'), readFileSync(key)));
  made.set(id, { key, cert });
  return { key, cert };
}

/** Key and certificate of a server. */
export function certificate(wanted: Wanted): { key: Buffer; cert: Buffer } {
  const { key, cert } = make(wanted);
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** The file of the certificate, which is its own authority. */
certificate.file = (wanted: Wanted): string => make(wanted).cert;

/** The certificate with times of 2020: openssl before 3.4 makes none that has expired. */
function inThePast(pem: string, key: Buffer): string {
  const whole = Buffer.from(new X509Certificate(pem).raw);
  const signed = elementAt(whole, elementAt(whole, 0).content);
  const body = Buffer.from(whole.subarray(signed.start, signed.end));
  const times = ['200101000000Z', '200201000000Z'];
  // Tag and length of a UTCTime.
  for (
    let at = body.indexOf('170d', 0, 'hex');
    times.length > 0;
    at = body.indexOf('170d', at + 15, 'hex')
  )
    body.write(times.shift()!, at + 2, 'latin1');
  const algorithm = elementAt(whole, signed.end);
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, key)]);
  const der = element(
    0x30,
    Buffer.concat([body, whole.subarray(algorithm.start, algorithm.end), element(3, signature)]),
  );
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** Returns the offsets of an element of DER: its start, the start of its content, and its end. */
function elementAt(bytes: Buffer, start: number): { start: number; content: number; end: number } {
  const first = bytes[start + 1]!;
  const digits = first < 128 ? 0 : first - 128;
  const content = start + 2 + digits;
  const length = digits === 0 ? first : bytes.readUIntBE(start + 2, digits);
  return { start, content, end: content + length };
}

function element(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
