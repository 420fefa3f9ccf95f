/** `npm run drift -- OLD NEW`: what changed from one result to another. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from '../reports/drift/compare.ts';
import { driftLines } from '../reports/drift/lines.ts';
import { readJson } from '../reports/files.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

const usage = `npm run drift -- OLD NEW

States what changed from one result to another: verdicts, what the spec leaves open, limiters, latency, fields of
responses. For one night after another, and for a sandbox against production. Nothing is sent.

OLD, NEW  a conformance.json, or the folder that holds it

Exit codes: 0 no verdict got worse, 1 one did, 3 no results or wrong usage.`;

class UsageError extends Error {}

/** @throws UsageError where there is no result of this version. */
function read(path: string): ConformanceResult {
  const file =
    existsSync(path) && statSync(path).isDirectory() ? join(path, 'conformance.json') : path;
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  const result = parse(file);
  if (result?.schemaVersion !== 1 || !Array.isArray(result.requirements))
    throw new UsageError(`${file} is no result of a run (schemaVersion 1)`);
  return result;
}

function parse(file: string): Partial<ConformanceResult> & ConformanceResult {
  try {
    return readJson(file) as ConformanceResult;
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

function drift(args: readonly string[]): number {
  const [old, fresh, ...more] = args;
  if (old === undefined || fresh === undefined || more.length > 0)
    throw new UsageError('Name two results: npm run drift -- OLD NEW (--help explains it)');
  const [before, after] = [read(old), read(fresh)];
  const changes = compare(before, after);
  console.log(driftLines(before, after, changes).join('\n'));
  return changes.some(({ worse }) => worse) ? 1 : 0;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) console.log(usage);
  else process.exitCode = drift(positionals);
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  if (!(error instanceof UsageError) && !code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(message);
  process.exitCode = 3;
}
