import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../../fixtures/testing/spawned.ts';

/** The suite as `git clone` and `npm ci` leave it, with what is not committed yet. */
export function install(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: projectFile('.'),
  });
  const there = files
    .toString()
    .split('\0')
    .filter(each => each && existsSync(projectFile(each)));
  const tar = ['--null', '--files-from=-', '--create', '--file', join(folder, 'suite.tar')];
  execFileSync('tar', tar, { cwd: projectFile('.'), input: there.join('\0') });
  execFileSync('tar', ['--extract', '--file', 'suite.tar'], { cwd: folder });
  symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
}
