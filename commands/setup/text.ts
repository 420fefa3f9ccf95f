/** Text for a terminal of 80 columns. */
const columns = 80;

/** The text in lines that are no longer, each with the indent; a longer word has a line of its own. */
export function fold(text: string, indent: string, first = indent): string[] {
  const lines = [first];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    const isEmpty = line === indent || line === first;
    const longer = isEmpty ? line + word : `${line} ${word}`;
    if (isEmpty || longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines;
}

/** `label     text`, folded below the text. */
export const labelled = (label: string, text: string, width = 14): string[] =>
  fold(text, ' '.repeat(width), label.padEnd(width));

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
