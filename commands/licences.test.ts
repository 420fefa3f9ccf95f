/** Tests that each dependency has an allowed licence, and that package.json decides about its install script. */
import { expect, test } from '#test';
import { readSource } from '../fixtures/testing/spawned.ts';

const json = (file: string): unknown => JSON.parse(readSource(file));

interface Locked {
  /** SPDX expression. Absent if the package states no licence. */
  readonly license?: string;
  /** True if only tests and tools need the package. */
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages } = json('package-lock.json') as {
  packages: Readonly<Record<string, Locked>>;
};
const dependencies = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }));

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
function isAllowed({ license = '', dev }: Locked): boolean {
  const list = dev ? allowedInTools : allowed;
  const expression = license.replace(/^\((.*)\)$/, '$1');
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
  const scripted = dependencies.filter(each => each.hasInstallScript).map(({ name }) => name);
  expect([...new Set(scripted)].toSorted()).toEqual(Object.keys(allowScripts).toSorted());
});
