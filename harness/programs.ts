/** Finds the programs that a command starts. A program that another user could have put there would run with the rights of this user. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

/** Returns the first program of this name on the PATH. Relative folders are skipped, because they depend on the working folder. */
export function findOnPath(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map(folder => join(folder, file)).find(isProgram);
}

/** Returns true if a file exists that this user may run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns why another user could have put a program there, or undefined. Looks at the program and at its folder. Members of its group are
 * trusted, because package managers share folders with a group.
 *
 * @param file An existing file. Links are followed.
 */
export function whyForeign(file: string): string | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  const program = realpathSync(file);
  for (const path of [program, dirname(program)]) {
    const { uid, mode } = statSync(path);
    if (uid !== user && uid !== 0) return `${path} belongs to another user (uid ${uid})`;
    // In a folder with the sticky bit, like /tmp, others cannot replace this file.
    if (mode & 0o002 && !(path !== program && mode & 0o1000))
      return `others can write to ${path} (mode ${(mode & 0o7777).toString(8)})`;
  }
  return undefined;
}

/** Variables that a program needs to start, to find the files of its user, and to reach the network. */
const usual = [
  'PATH HOME TMPDIR XDG_CACHE_HOME XDG_CONFIG_HOME',
  'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy',
  'SSL_CERT_FILE SSL_CERT_DIR',
  // Windows
  'SYSTEMROOT USERPROFILE APPDATA LOCALAPPDATA TEMP TMP',
].flatMap(names => names.split(' '));

/**
 * Returns the environment for a program that needs no keys.
 *
 * @param more Names of further variables.
 */
export function withoutKeys(more: readonly string[] = []): Record<string, string | undefined> {
  const names = [...usual, ...more];
  return Object.fromEntries(
    names.flatMap(name => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
