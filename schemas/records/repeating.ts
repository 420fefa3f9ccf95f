/** Writes words of a command line of ours for a shell. */
/** Returns the name of a setting as an option: `max-spend` for GV_MAX_SPEND. */
export const optionOf = (name: string): string =>
  name.replace(/^GV_/, '').toLowerCase().replaceAll('_', '-');
