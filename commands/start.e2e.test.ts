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
const cases: readonly (readonly [what: string, Installation, code: number, text: string])[] = [
  ['an installation', whole, 0, 'it runs'],
  [
    'a Node that is too old',
    { ...whole, engines: '^1.2.0 || >=99.1.0' },
    3,
    'which needs Node ^1.2.0 || >=99.1.0.',
  ],
  ['the oldest Node of a range', { ...whole, engines: `^${process.versions.node}` }, 0, 'it runs'],
  ['a later version than the range has', { ...whole, engines: '^14.0.0' }, 3, 'needs Node ^14.0.0'],
  [
    'a missing module',
    { ...whole, content: "import './gone.js'" },
    3,
    'The installation is damaged (Cannot find module',
  ],
  [
    'a missing package',
    { ...whole, content: "import 'gone'" },
    3,
    "The installation is damaged (Cannot find package 'gone'",
  ],
  ['half a module', { ...whole, content: 'const a = {' }, 3, 'The installation is damaged ('],
  [
    'a bug while loading',
    { ...whole, content: "throw new Error('a slip')" },
    3,
    'The suite broke off: Error: a slip',
  ],
  [
    'a bug after loading',
    { ...whole, content: main('setTimeout(() => { throw undefined; })') },
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
for (const [
  what,
  { engines = '>=20.0.0', module, content, folder = 'a #1%20&ü b' },
  code,
  text,
] of cases)
  test(`exit ${code}: ${what}`, async ({ cwd }) => {
    // Node loads JavaScript from any folder. tsx fails if a folder has a question mark in its name.
    const root = join(cwd, module === 'gv.js' ? 'a #1%20?&ü b' : folder);
    mkdirSync(join(root, 'commands'), { recursive: true });
    cpSync(projectFile('commands/start.cjs'), join(root, 'commands/start.cjs'));
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({ type: 'module', engines: { node: engines } }),
    );
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
