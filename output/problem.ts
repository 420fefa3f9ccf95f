/** What keeps a run from writing, in words for the person who can change it. */

/** A folder or file that could not be written; the message names cause and remedy. */
export class OutputProblem extends Error {
  constructor(message: string) {
    super(message);
    // The runner prints the stack, which would show only our code.
    this.stack = message;
  }
}

const elsewhere = 'or name another folder';

const causes: Readonly<Record<string, string>> = {
  ENOSPC: `no space is left on its disk: free some, ${elsewhere}`,
  EDQUOT: `the quota of its disk is used up: free some, ${elsewhere}`,
  EFBIG: 'a file there may not become that large: raise the limit of the shell (ulimit -f)',
  EROFS: `its file system is read-only: mount it writable, ${elsewhere}`,
  EACCES: `this user may not write there: change its owner or mode, ${elsewhere}`,
  EPERM: `this user may not write there: change its owner or mode, ${elsewhere}`,
  ENOTDIR: `a part of that path is a file: remove it, ${elsewhere}`,
  EEXIST: `that is a file, or a link that leads nowhere: remove it, ${elsewhere}`,
  ENOENT: 'no folder can be made there: name another folder',
  EISDIR: `a folder stands where a file belongs: remove it, ${elsewhere}`,
  EIO: `its disk does not work: look at it, ${elsewhere}`,
  ENAMETOOLONG: 'that path is too long: name a shorter one',
};

/** @param path what was to be written. */
export function whyUnwritable(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const cause = causes[code];
  return cause === undefined
    ? `${path} could not be written: ${message}`
    : `${path} could not be written (${code}): ${cause}.`;
}
