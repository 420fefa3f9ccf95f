/** Files of JSON that a person may have edited, or a disk have cut. */
import { readFileSync } from 'node:fs';

/** What was wrong, with the file; nothing of what is in it, which may be a key. */
class UnreadableJson extends Error {}

/** @throws UnreadableJson */
export function readJsonFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UnreadableJson(`${file} cannot be read (${code}).`);
  }
  return parseJson(text, file);
}

/**
 * @param file where the text was read.
 * @throws UnreadableJson
 */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableJson(`${file} cannot be read as JSON: ${whereIn(text, error as Error)}.`);
  }
}

function whereIn(text: string, { message }: Error): string {
  if (text.trim() === '') return 'it is empty';
  const at = /position (\d+)/.exec(message)?.[1];
  if (at === undefined)
    return message.includes('end of') ? 'it breaks off' : 'it is something else';
  const before = text.slice(0, Number(at)).split('\n');
  return `line ${before.length}, character ${(before.at(-1) ?? '').length + 1} is wrong, or it breaks off there`;
}
