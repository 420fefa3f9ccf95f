/** Digests of what a certificate was made with: another suite may judge otherwise. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonFile } from '../../fixtures/output/files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** In hexadecimal digits. */
export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Of waivers where there is no file of them. */
export const emptyDigest = sha256('');

/** Folders of the code that decides the verdicts. */
const judging = ['contract', 'fixtures', 'load', 'schemas'];
const isStatements = (file: string): boolean => /^contract\b.*\bstatements\.ts$/.test(file);

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /(?<!\.test)\.(tsx?|json)$/.test(entry.name) ? [path] : [];
  });
}

/** Of paths and contents; neither the system of the checkout nor the order of its folders matters. */
function digestOf(files: readonly string[]): string {
  const lines = files.map(file => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
    return `${sha256(text)}  ${file.replaceAll('\\', '/')}`;
  });
  return sha256(lines.toSorted().join('\n'));
}

interface DigestsOfSources {
  readonly suite: string;
  /** The statements of the spec, as the catalogue has them. */
  readonly spec: string;
  readonly schemas: string;
}

export interface Digests extends DigestsOfSources {
  readonly waivers: string;
}

/** @returns each in hexadecimal digits. */
export const digestsOfSources = (): DigestsOfSources => ({
  suite: digestOf([...judging.flatMap(filesIn), 'package-lock.json'].filter(exists)),
  spec: digestOf(filesIn('contract').filter(isStatements)),
  schemas: digestOf(filesIn('schemas')),
});

/** The package has these in place of sources: a clone accepts its certificates, and the other way round. */
const ofBuild = 'digests.json';

/** @returns each in hexadecimal digits. */
export const currentDigests = (waiversFile = 'waivers.json'): Digests => ({
  ...(exists(ofBuild)
    ? (readJsonFile(join(root, ofBuild)) as DigestsOfSources)
    : digestsOfSources()),
  waivers: sha256(existsSync(waiversFile) ? readFileSync(waiversFile) : ''),
});

const exists = (file: string): boolean => existsSync(join(root, file));
