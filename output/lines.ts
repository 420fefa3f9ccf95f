/** Files of lines, which may be larger than the longest string that there is. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';

const chunkBytes = 2 ** 20;
const lineEnd = 0x0a;

/** Each whole line of a file, without its end; half a line at the end of the file is left out. None where there is no file. */
export function* linesIn(file: string): Generator<Buffer> {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, 'r');
  try {
    let begun: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const bytes = chunk.subarray(0, readSync(descriptor, chunk));
      if (bytes.length === 0) return;
      let from = 0;
      for (let to = bytes.indexOf(lineEnd); to >= 0; to = bytes.indexOf(lineEnd, from)) {
        yield Buffer.concat([...begun, bytes.subarray(from, to)]);
        begun = [];
        from = to + 1;
      }
      if (from < bytes.length) begun.push(bytes.subarray(from));
    }
  } finally {
    closeSync(descriptor);
  }
}
