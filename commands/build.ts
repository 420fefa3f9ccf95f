/**
 * `npm run build`: makes `dist/`, all that the package holds. It is laid out as a clone is: a module finds what it reads by
 * the same relative path in both.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeWhole } from '../fixtures/output/files.ts';
import { digestsOfSources } from '../reports/certificate/digests.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = join(root, 'dist');

/** Read at run time, or by users. */
const resources = [
  '.env.example',
  'gv',
  'fixtures/config/SETTINGS.md',
  'load/k6/go.mod',
  'load/k6/go.sum',
  'load/k6/tools.go',
  'recipes/github',
  'recipes/gitlab',
  'recipes/k6-operator',
  'recipes/night',
  'recipes/partner',
  'reports/page/in-browser.js',
  'reports/page/style',
  'schemas/features/cases',
  'schemas/openapi/openapi.json',
];
const isTest = /\.test\.ts$|recipes.*go\.(mod|sum)$/;

interface Package {
  readonly version: string;
  readonly type: string;
  readonly imports: Readonly<Record<string, Target>>;
}
/** A file, or one for each condition. */
type Target = string | { readonly [condition: string]: Target };

const compiled = (target: Target): Target => {
  if (typeof target === 'string') return target.replace(/\.ts$/, '.js');
  const { package: ofPackage } = target;
  if (ofPackage !== undefined) return compiled(ofPackage);
  return Object.fromEntries(Object.entries(target).map(([name, each]) => [name, compiled(each)]));
};

/** Returns JavaScript with what the compiler leaves: the path that k6 requires, and the command of a clone in messages. */
const finished = (text: string): string =>
  text
    .replaceAll(/\brequire\('(\.[^']*)\.ts'\)/g, "require('$1.js')")
    .replaceAll(/(?<![.\w])\.\/gv\b/g, 'npx gv');

const json = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`;

rmSync(dist, { recursive: true, force: true });
// The client is compiled with the types of the contract.
await import('./build-schemas.ts');
const tsc = join(root, 'node_modules', '.bin', 'tsc');
execFileSync(tsc, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.js')) {
    const path = join(dist, file);
    const text = finished(readFileSync(path, 'utf8'));
    // The runner would place its tests in sources that the package does not have.
    const isChecks = /^contract.*checks\.js$/.test(file);
    if (isChecks) rmSync(`${path}.map`);
    writeWhole(path, isChecks ? text.replace(/^\/\/# sourceMappingURL=.*$/m, '') : text);
  }
for (const each of resources)
  cpSync(join(root, each), join(dist, each), {
    recursive: true,
    // Nothing that was compiled is replaced.
    force: false,
    errorOnExist: true,
    filter: source => !isTest.test(source),
  });
const { version, type, imports } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Package;
const ours = Object.entries(imports).map(([name, target]) => [name, compiled(target)] as const);
// The imports of a module are those of the package.json next above it.
writeWhole(join(dist, 'package.json'), json({ version, type, imports: Object.fromEntries(ours) }));
writeWhole(join(dist, 'digests.json'), json(digestsOfSources()));
writeWhole(join(dist, 'commands', 'start.js'), "await import('./gv.js');\n");
