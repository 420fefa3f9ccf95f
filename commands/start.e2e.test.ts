/** Tests that a command that cannot start ends with 3 and a sentence. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { ended, projectFile, start, test } from '../fixtures/testing/spawned.ts';

interface Installation {
  readonly engines?: string;
  /** Names the module that the start loads: `gv.ts` in a clone, `gv.js` in the package. */
  readonly module: string;
  readonly content: string;
  readonly folder?: string;
}

const main = (body: string): string => `export const main = async () => { ${body} };`;
const whole = { module: 'gv.js', content: main("console.log('it runs')") };
const broken = (content: string): Installation => ({ module: 'gv.js', content });
const needing = (engines: string): Installation => ({ ...whole, engines });
const damaged = 'The installation is damaged (';

const cases: readonly (readonly [what: string, Installation, code: number, text: string])[] = [
  ['an installation', whole, 0, 'it runs'],
  ['a Node that is too old', needing('^1.2.0 || >=99.1.0'), 3, 'needs Node ^1.2.0 || >=99.1.0.'],
  ['the oldest Node of a range', needing(`^${process.versions.node}`), 0, 'it runs'],
  ['a later Node than the range has', needing('^14.0.0'), 3, 'needs Node ^14.0.0'],
  ['a missing module', broken("import './gone.js'"), 3, `${damaged}Cannot find module`],
  ['half a module', broken('const a = {'), 3, damaged],
  ['a bug while loading', broken("throw new Error('a slip')"), 3, 'broke off: Error: a slip'],
  [
    'a bug after loading',
    broken(main('setTimeout(() => { throw undefined; })')),
    3,
    'The suite broke off: undefined',
  ],
  [
    'a clone without npm ci',
    { module: 'gv.ts', content: '' },
    3,
    'The suite is not installed yet. To install it, run npm ci in ',
  ],
  [
    'a clone in a folder with a question mark',
    { module: 'gv.ts', content: '', folder: 'a?b' },
    3,
    'Rename the folder that has a ? in its name',
  ],
];
for (const [what, { engines = '>=20.0.0', module, content, folder }, code, text] of cases)
  test(`exit ${code}: ${what}`, async ({ cwd }) => {
    // Node loads JavaScript from any folder. tsx fails if a folder has a question mark in its name.
    const root = join(cwd, folder ?? (module === 'gv.js' ? 'a #1%20?&ü b' : 'a #1%20&ü b'));
    mkdirSync(join(root, 'commands'), { recursive: true });
    cpSync(projectFile('commands/start.cjs'), join(root, 'commands/start.cjs'));
    const manifest = { type: 'module', engines: { node: engines } };
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(root, 'commands', module), content);
    // npm links the command of a package.
    symlinkSync(join(root, 'commands/start.cjs'), join(cwd, 'gv'));
    const done = await ended(start(process.execPath, [join(cwd, 'gv')], { cwd }));
    expect(done.stdout + done.stderr).toContain(text);
    expect(done.code).toBe(code);
  });

test('without Node, gv ends with 3', async ({ cwd }) => {
  const settings = { PATH: cwd };
  const done = await ended(start('/bin/sh', [projectFile('gv'), '--help'], { cwd, settings }));
  expect(done.stderr).toContain('There is no node on the PATH');
  expect(done.code).toBe(3);
});

test('a tsconfig.json in the working folder replaces no module', async ({ cwd }) => {
  writeFileSync(join(cwd, 'theirs.ts'), "console.log('theirs'); export class Command {}\n");
  const paths = { commander: ['./theirs.ts'], '../harness/process.ts': ['./theirs.ts'] };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: { paths } }));
  const done = await ended(start(projectFile('gv'), ['--version'], { cwd }));
  expect(done).toMatchObject({ code: 0, stdout: expect.not.stringContaining('theirs') });
});
