import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Whole or not at all, also where the disk is full or the process is killed: whoever reads the file meanwhile finds the old
 * one. Its folder is made.
 */
export function writeWhole(
  file: string,
  content: string | Buffer | Iterable<string>,
  { mode }: { mode?: number } = {},
): void {
  const unfinished = `${file}.unfinished`;
  makeFolder(dirname(file));
  try {
    rmSync(unfinished, { force: true });
    // Flushed: a file system may keep the new name and lose what was written before it.
    if (typeof content === 'string' || Buffer.isBuffer(content))
      writeFileSync(unfinished, content, { flush: true, ...(mode === undefined ? {} : { mode }) });
    else writeParts(unfinished, content, mode);
    renameSync(unfinished, file);
  } catch (error) {
    try {
      rmSync(unfinished, { force: true });
    } catch {
      // The first error is the one to report.
    }
    throw error;
  }
}

function writeParts(file: string, parts: Iterable<string>, mode?: number): void {
  const descriptor = openSync(file, 'w', mode);
  try {
    for (const part of parts) writeFileSync(descriptor, part);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** One step at a time: with `recursive`, Node reports another cause than the real one, and in /proc it does not end (20.20). */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
