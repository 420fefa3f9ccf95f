import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { whyUnwritable } from '../../../fixtures/output/problem.ts';
import { writeWhole } from '../../../fixtures/output/whole.ts';
import { withSettings } from './env-file.ts';

/**
 * Writes settings to a file that only its owner can read: whole, or not at all.
 *
 * @throws Error that names cause and remedy.
 */
export function save(file: string, settings: Readonly<Record<string, string>>): void {
  const isThere = existsSync(file);
  const text = withSettings(isThere ? readFileSync(file, 'utf8') : undefined, settings);
  try {
    // Where it is a link, what it leads to.
    writeWhole(isThere ? realpathSync(file) : file, text, { mode: 0o600 });
  } catch (error) {
    throw new Error(whyUnwritable(file, error), { cause: error });
  }
}
