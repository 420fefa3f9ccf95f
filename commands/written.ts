/** Everything that a run wrote, as text, the data inside of its HTML report included. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** @returns name -> text of each file below `folder`, and of each entry of the archive that `index.html` carries. */
export function everythingIn(folder: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    const archive = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(text)?.[1];
    if (archive !== undefined)
      for (const [name, inner] of unzip(Buffer.from(archive, 'base64')))
        texts.set(`${file}!${name}`, inner);
  }
  return texts;
}

/** Walks the central directory: local headers may leave sizes open. */
function* unzip(zip: Buffer): Generator<[name: string, text: string]> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset =>
      zip.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const raw = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const stored = zip.readUInt16LE(at + 10) === 0;
    yield [name, (stored ? raw : inflateRawSync(raw)).toString('utf8')];
    at += 46 + nameLength + extraLength + commentLength;
  }
}
