/** Tests that each dependency has an allowed licence, and that package.json decides about its install script. */
import { expect, test } from '#test';
import { readSource } from '../fixtures/testing/sources.ts';

const json = (file: string): unknown => JSON.parse(readSource(file));

interface Dependency {
  readonly name: string;
  /** SPDX expression; undefined if the package states no licence. */
  readonly licence: string | undefined;
  /** True if only tests and tools need the package. */
  readonly dev: boolean;
  /** True if the package has an install script. */
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

/** Lists licences that ask only for a notice, or for changes of their own files (MPL-2.0). */
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
/** Lists licences that are allowed for packages that no user gets. */
const allowedInTools = [...allowed, 'MPL-2.0'];

/** Returns true if one licence of an OR, or all licences of an AND, are allowed. A person must read other expressions. */
function isAllowed({ licence = '', dev }: Pick<Dependency, 'licence' | 'dev'>): boolean {
  const list = dev ? allowedInTools : allowed;
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  const has = (id: string) => list.includes(id);
  if (expression.includes(' OR ')) return expression.split(' OR ').some(has);
  return expression.split(' AND ').every(has);
}

test('every dependency has an allowed licence', () => {
  expect(dependencies.length).toBeGreaterThan(100);
  const refused = dependencies.filter(each => !isAllowed(each));
  expect(refused, 'read these licences, then allow them here or remove the packages').toEqual([]);
});

test('package.json allows or forbids every install script, and lists no other package', () => {
  const { allowScripts } = json('package.json') as {
    allowScripts: Readonly<Record<string, boolean>>;
  };
  const scripted = dependencies.filter(each => each.installScript).map(({ name }) => name);
  expect([...new Set(scripted)].toSorted()).toEqual(Object.keys(allowScripts).toSorted());
});
