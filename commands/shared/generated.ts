/** Files that are generated from the sources and committed. */
import { existsSync, readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { writeWhole } from '../../output/whole.ts';

/** Writes a generated file, formatted like the rest of the project. */
export async function writeGenerated(file: string, text: string): Promise<void> {
  writeWhole(file, await formatted(file, text));
}

/**
 * Writes a generated file; with `--check` on the command line it only compares, and exits with 1 if the file is stale.
 *
 * @param command what to run for a current file.
 */
export async function generate(file: string, text: string, command: string): Promise<void> {
  if (!process.argv.includes('--check')) await writeGenerated(file, text);
  else if (readGenerated(file) !== (await formatted(file, text))) {
    console.error(`${file} is stale. Run: ${command}`);
    process.exitCode = 1;
  }
}

/** The committed text; empty where there is no such file. */
export const readGenerated = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8') : '';

const formatted = async (file: string, text: string): Promise<string> =>
  format(text, { ...(await resolveConfig(file)), filepath: file });
