/** Tests that a command that cannot start ends with 3 and a sentence. */
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

/** Makes a clone of one module, and starts its command. */
function startClone(cwd: string) {
  const root = join(cwd, 'clone');
  mkdirSync(join(root, 'commands'), { recursive: true });
  for (const file of ['commands/start.cjs', 'package.json', 'tsconfig.json'])
    cpSync(projectFile(file), join(root, file));
  writeFileSync(join(root, 'commands/gv.ts'), main("console.log('it runs' as string)"));
  symlinkSync(projectFile('node_modules'), join(root, 'node_modules'));
  mkdirSync(join(cwd, 'temporary'));
  const settings = { TMPDIR: join(cwd, 'temporary') };
  return ended(start(process.execPath, [join(root, 'commands/start.cjs')], { cwd, settings }));
}

test('compiled modules are in a private folder of the clone, and none in the temporary directory', async ({
  cwd,
}) => {
  expect(await startClone(cwd)).toMatchObject({ code: 0, stdout: 'it runs\n' });
  expect(statSync(join(cwd, 'clone/.cache/tsx')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(cwd, 'clone/.cache/tsx'), { recursive: true })).not.toEqual([]);
  expect(readdirSync(join(cwd, 'temporary'))).toEqual([]);
});

for (const [what, give] of [
  ['of another user', folder => chownSync(folder, 65534, 65534)],
  ['that others can write to', folder => chmodSync(folder, 0o777)],
] as const satisfies [string, (folder: string) => void][])
  for (const name of ['.cache', '.cache/tsx'])
    test(`no module is compiled to a ${name} ${what}`, async ({ cwd }) => {
      test.skip(process.geteuid?.() !== 0, 'only root can give a folder away');
      const cache = join(cwd, 'clone/.cache/tsx');
      mkdirSync(cache, { recursive: true });
      give(join(cwd, 'clone', name));
      expect(await startClone(cwd)).toMatchObject({ code: 0, stdout: 'it runs\n' });
      expect(readdirSync(cache)).toEqual([]);
      expect(readdirSync(join(cwd, 'temporary'))).toEqual([]);
    });
