/** `./gv licences`: every dependency with its version and licence; `--json` for programs. Fails on one that is not allowed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './cli/command.ts';
import { dependenciesIn, isAllowed, modulesIn } from './shared/dependencies.ts';

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
      console.log(row(name, version, `${licence}${dev ? ', of tests and tools' : ''}`));
    for (const { name, version, requiredBy } of modules)
      console.log(row(name, version, `Go module of ${requiredBy}`));
    console.log(`${packages.length} packages, ${modules.length} Go modules`);
  }
  for (const { name, version, licence = 'none' } of refused)
    console.error(
      `${name} ${version}: its licence (${licence}) is not on the list of commands/shared/dependencies.ts. Read it, and add it or do without the package.`,
    );
  return refused.length > 0 ? 1 : 0;
}
