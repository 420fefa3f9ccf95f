/** Files that are generated from the sources and committed. */
import { existsSync, readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import type { Options } from '../cli/command.ts';
import { writeWhole } from '../../fixtures/output/files.ts';
import { warn } from '../../fixtures/output/wrap.ts';

/** Writes a generated file, formatted like the rest of the project. */
export async function writeGenerated(file: string, text: string): Promise<void> {
  writeWhole(file, await formatted(file, text));
}

/**
 * Writes a generated file, or only compares it.
 *
 * @param how the command that writes it.
 * @returns the exit code: 1 if the file is stale.
 */
export async function generate(
  file: string,
  text: string,
  how: { readonly command: string; readonly check: boolean },
): Promise<number> {
  if (!how.check) await writeGenerated(file, text);
  else if (readGenerated(file) !== (await formatted(file, text))) {
    warn(`${file} is stale. Run: ${how.command}`);
    return 1;
  }
  return 0;
}

/** For a table of Markdown. */
export const cell = (text: string): string => text.replaceAll('|', '\\|');

export const checkOption = {
  check: { about: 'write nothing, and report whether the committed file is stale' },
} as const satisfies Options;

export const exitCodesOfGenerated = {
  0: 'it was written, or is current',
  1: 'with --check: it is stale',
  3: 'an error',
} as const;

/** The committed text; empty where there is no such file. */
export const readGenerated = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8') : '';

const formatted = async (file: string, text: string): Promise<string> =>
  format(text, { ...(await resolveConfig(file)), filepath: file });
