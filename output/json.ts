/** Files of JSON that a person may have edited, or a disk have cut. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import type { FormatsPlugin } from 'ajv-formats';
import type { SchemaOf } from '../schemas/records/schema.ts';

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

const require = createRequire(import.meta.url);
let loaded: Ajv.Ajv2020 | undefined;

/** Loaded with the first schema: most processes validate nothing. */
function ajv(): Ajv.Ajv2020 {
  if (loaded) return loaded;
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof Ajv;
  loaded = new Ajv2020();
  (require('ajv-formats') as FormatsPlugin)(loaded);
  return loaded;
}

/** Returns the first thing that is wrong with a value; undefined if it is as the schema states. */
export const problemIn = (value: unknown, schema: SchemaOf<unknown>): string | undefined =>
  ajv().validate(schema, value) ? undefined : ajv().errorsText(ajv().errors, { dataVar: 'it' });

/**
 * Returns the value as what the schema describes.
 *
 * @param name where it was read.
 * @throws UnreadableJson
 */
export function asRecord<T>(value: unknown, schema: SchemaOf<T>, name: string): T {
  const problem = problemIn(value, schema);
  if (problem === undefined) return value as T;
  throw new UnreadableJson(`${name} is damaged: ${problem}.`);
}

/**
 * Reads a file of ours that another process wrote, or a person may have edited.
 *
 * @throws UnreadableJson
 */
export const readRecord = <T>(file: string, schema: SchemaOf<T>): T =>
  asRecord(readJsonFile(file), schema, file);
