/** Tests that links and file names in the documents of the project are right. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '#test';
import { projectFiles, readSource, projectFile } from '../fixtures/testing/spawned.ts';

const files = projectFiles();
const documents = files.filter(file => file.endsWith('.md'));

/** Returns the anchor that code hosts make from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchors = (file: string): string[] =>
  [...readSource(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

const links = (file: string): string[] =>
  [...readSource(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target));

function isBroken(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(projectFile(target))) return true;
  return anchor !== undefined && !anchors(target).includes(anchor);
}

test('links between documents lead to a file, and to a heading in the file', () => {
  const found = documents.flatMap(file => links(file).map(link => [file, link] as const));
  expect(found.length).toBeGreaterThan(20);
  const broken = found.filter(([file, link]) => isBroken(file, link));
  expect(broken.map(([file, link]) => `${file}: ${link}`)).toEqual([]);
});

/** Matches folders and files that a run, a build, an installation or a user makes. */
const made = [
  'dist/',
  'history/',
  'last-night/',
  'out/',
  'reports/out/',
  'state/',
  '.github/workflows/contract.yml',
  '../.github/workflows/contract.yml',
  '.gitlab-ci.yml',
];

/** Matches source files and folders in code, like `hosts/playwright.ts` or `npm run x -- selftest/bench.ts`. */
const named = (file: string): string[] =>
  [...readSource(file).matchAll(/`([^`]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter(word => /^[\w.-]+(\/[\w.-]+)*(\w\.(tsx?|js|sh|ya?ml|mod)|\/)$/.test(word))
    .filter(path => !made.includes(path) && !path.startsWith('node_modules/'));

/** Returns true if the path of a file ends with this path, or contains this folder. */
const isThere = (path: string): boolean =>
  files.some(file =>
    path.endsWith('/') ? `/${file}`.includes(`/${path}`) : `/${file}`.endsWith(`/${path}`),
  );

test('source files and folders that documents name exist', () => {
  const found = documents.flatMap(file => named(file).map(path => [file, path] as const));
  expect(found.length).toBeGreaterThan(100);
  const absent = found.filter(([, path]) => !isThere(path));
  expect(absent.map(([file, path]) => `${file}: ${path}`)).toEqual([]);
});
