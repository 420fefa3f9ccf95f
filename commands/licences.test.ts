/** Tests that each dependency has an allowed licence, and that package.json decides about its install script. */
import { expect, test } from '#test';
import { readSource } from '../fixtures/testing/sources.ts';

const json = (file: string): unknown => JSON.parse(readSource(file));

interface Dependency {
  readonly name: string;
  /** SPDX expression; undefined if the package states no licence. */
  readonly licence: string | undefined;
  /** Of the tests and tools alone: no run of a user needs it. */
  readonly dev: boolean;
  /** Runs a script of its own when it is installed. */
  readonly installScript: boolean;
}

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages } = json('package-lock.json') as {
  packages: Readonly<Record<string, Locked>>;
};
const dependencies = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, { license, dev = false, hasInstallScript = false }]): Dependency => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return { name, licence: license, dev, installScript: hasInstallScript };
  });

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
function isAllowed({ licence = '', dev }: Pick<Dependency, 'licence' | 'dev'>): boolean {
  const list = dev ? allowedInTools : allowed;
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  const has = (id: string) => list.includes(id);
  if (expression.includes(' OR ')) return expression.split(' OR ').some(has);
  return expression.split(' AND ').every(has);
}

test('every dependency has a licence that is allowed', () => {
  expect(dependencies.length).toBeGreaterThan(100);
  const refused = dependencies.filter(each => !isAllowed(each));
  expect(refused, 'read their licences, and allow them here or do without').toEqual([]);
});

test('package.json decides about every install script, and about none that is not there', () => {
  const { allowScripts } = json('package.json') as {
    allowScripts: Readonly<Record<string, boolean>>;
  };
  const scripted = dependencies.filter(each => each.installScript).map(({ name }) => name);
  expect([...new Set(scripted)].toSorted()).toEqual(Object.keys(allowScripts).toSorted());
});
