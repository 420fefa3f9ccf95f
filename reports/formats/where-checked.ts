/** Where the check of a requirement is written. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { areaOf } from '../../schemas/requirements/index.ts';

interface Place {
  /** From the root of the project. */
  readonly file: string;
  readonly line: number;
}

/** The line that registers it; the first one of its file where none does. */
export function whereChecked(id: string): Place {
  const file = `contract/${areaOf(id)}.ts`;
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return { file, line: Math.max(1, lines.findIndex(each => each.includes(`('${id}'`)) + 1) };
}
