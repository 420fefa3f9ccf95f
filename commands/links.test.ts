/** Links between the documents of the project lead somewhere. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '#test';
import { projectFile } from '../fixtures/testing/spawned.ts';

const documents = execFileSync('git', ['ls-files', '*.md'], {
  cwd: projectFile('.'),
  encoding: 'utf8',
})
  .trim()
  .split('\n');

const text = (file: string): string => readFileSync(projectFile(file), 'utf8');

/** As code hosts make an anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchors = (file: string): string[] =>
  [...text(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

const links = (file: string): string[] =>
  [...text(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target));

function isBroken(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(projectFile(target))) return true;
  return anchor !== undefined && !anchors(target).includes(anchor);
}

test('links between documents lead to a file, and to a heading of it', () => {
  const found = documents.flatMap(file => links(file).map(link => [file, link] as const));
  expect(found.length).toBeGreaterThan(20);
  const broken = found.filter(([file, link]) => isBroken(file, link));
  expect(broken.map(([file, link]) => `${file}: ${link}`)).toEqual([]);
});
