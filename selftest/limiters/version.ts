import { readFileSync } from 'node:fs';

/** `name version` as `package.json` pins it. */
export function npmVersion(name: string): string {
  const manifest = JSON.parse(read('../../package.json')) as Record<string, unknown>;
  const pinned = { ...(manifest['dependencies'] as {}), ...(manifest['devDependencies'] as {}) };
  return `${name} ${(pinned as Record<string, string>)[name] ?? '(not installed)'}`;
}

/** `name version` as `go/go.mod` pins it. */
export function goVersion(module: string): string {
  const line = read('go/go.mod')
    .split('\n')
    .find(text => text.trim().startsWith(`${module} `));
  return `${module} ${line?.trim().split(' ')[1] ?? '(not installed)'}`;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
