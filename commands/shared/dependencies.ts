/** What the project depends on, as it is locked: packages with their licences, modules of Go with their versions. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** What a go.mod requires. */
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
