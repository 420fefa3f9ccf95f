/** `npm run drift -- OLD NEW`: what changed from one result to another. */
import { parseArgs } from 'node:util';
import { compare } from '../reports/drift/compare.ts';
import { driftLines } from '../reports/drift/lines.ts';
import { NoResult, readResult, resultFile } from '../reports/read-result.ts';
import { exitCodes } from '../reports/result/run-verdict.ts';
import { harmless } from '../reports/sanitize.ts';

const usage = `npm run drift -- OLD NEW

States what changed from one result to another: verdicts, what the spec leaves open, limiters, latency, fields of
responses. For one night after another, and for a sandbox against production. Nothing is sent.

OLD, NEW  a conformance.json, or the folder that holds it

Exit codes: 0 no verdict got worse, 1 one did, 3 no results or wrong usage.`;

function drift(args: readonly string[]): number {
  const [old, fresh, ...more] = args;
  if (old === undefined || fresh === undefined || more.length > 0)
    throw new NoResult('Name two results: npm run drift -- OLD NEW (--help explains it).');
  const [before, after] = [readResult(resultFile(old)), readResult(resultFile(fresh))];
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
  console.error(harmless((error as Error).message));
  process.exitCode = exitCodes.error;
}
