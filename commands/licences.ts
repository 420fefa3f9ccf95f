/** `./gv licences`: every dependency with its version and licence; `--json` for programs. Fails on one that is not allowed. */
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './cli/command.ts';
import { print, warn } from '../fixtures/output/wrap.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const goMods = ['load/k6/go.mod', 'recipes/k6-operator/go.mod'];

export default command({
  about: 'Lists every dependency with its version and licence, and the Go modules of k6.',
  options: { json: { about: 'for programs' } },
  examples: [['./gv licences', 'after npm install']],
  exitCodes: { 0: 'all are allowed', 1: 'one is not on the list of those that are', 3: 'an error' },
  run: ({ json }) => list(json),
});

const row = (name: string, version: string, licence: string) =>
  `${name.padEnd(48)} ${version.padEnd(22)} ${licence}`;

function list(json: boolean): number {
  const packages = dependenciesIn(root);
  const modules = goMods.flatMap(file =>
    modulesIn(readFileSync(join(root, file), 'utf8')).map(each => ({ ...each, requiredBy: file })),
  );
  const refused = packages.filter(each => !isAllowed(each));
  if (json)
    console.log(JSON.stringify({ packages, modules, refused: refused.map(({ name }) => name) }));
  else {
    for (const { name, version, licence = 'not stated', dev } of packages)
      print(row(name, version, `${licence}${dev ? ', of tests and tools' : ''}`));
    for (const { name, version, requiredBy } of modules)
      print(row(name, version, `Go module of ${requiredBy}`));
    print(`${packages.length} packages, ${modules.length} Go modules`);
  }
  for (const { name, version, licence = 'none' } of refused)
    warn(
      `${name} ${version}: its licence (${licence}) is not on the list of commands/licences.ts. Read it, and add it or do without the package.`,
    );
  return refused.length > 0 ? 1 : 0;
}

export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined where none is stated. */
  readonly licence: string | undefined;
  /** Of the tests and tools alone: no run of a user needs it. */
  readonly dev: boolean;
  /** Runs a script of its own when it is installed. */
  readonly installScript: boolean;
}

interface Locked {
  readonly version?: string;
  readonly license?: unknown;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Of package-lock.json; licences that it lacks are looked up in node_modules. */
export function dependenciesIn(root: string): Dependency[] {
  const { packages } = json(join(root, 'package-lock.json')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return {
        name,
        version: locked.version ?? '',
        licence: licenceIn(locked) ?? licenceIn(installed(join(root, path))),
        dev: locked.dev ?? false,
        installScript: locked.hasInstallScript ?? false,
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const licenceIn = ({ license }: { readonly license?: unknown }): string | undefined =>
  typeof license === 'string' && license !== '' ? license : undefined;

/** Packages for other systems are locked and not installed. */
function installed(folder: string): { readonly license?: unknown } {
  const file = join(folder, 'package.json');
  return existsSync(file) ? (json(file) as { license?: unknown }) : {};
}

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

export interface Module {
  readonly name: string;
  readonly version: string;
}

/** Returns the modules that a go.mod requires. */
export const modulesIn = (goMod: string): Module[] =>
  [...goMod.matchAll(/^(?:require)?\s+([\w.\-~/]+) (v\S+)/gm)].map(
    ([, name = '', version = '']) => ({
      name,
      version,
    }),
  );

/** They ask for no more than a notice, or, as MPL-2.0, for changes of their own files. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];
/** Of what no user gets. */
const allowedInTools = [...allowed, 'MPL-2.0'];

/** One of an OR, all of an AND; what has both kinds, or a WITH, is for a person to read. */
export function isAllowed({ licence = '', dev }: Pick<Dependency, 'licence' | 'dev'>): boolean {
  const list = dev ? allowedInTools : allowed;
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  const has = (id: string) => list.includes(id);
  if (expression.includes(' OR ')) return expression.split(' OR ').some(has);
  return expression.split(' AND ').every(has);
}
