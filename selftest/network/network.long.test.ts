/** Faults as tests: what `./gv network` puts into its table. A run whose responses are more than it keeps leaves its result all the same. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '#test';
import type { Plain } from './measure.ts';
import { families, judgeFault, plainRun } from './run.ts';
import { startReference } from '../../reference/server.ts';
import { readResult } from '../../reports/files.ts';
import { startConformance } from '../runs.ts';
import { startProxy } from './proxy/proxy.ts';
import { always } from './fault.ts';
import { changed } from './strikes.ts';

const test = base.extend<{}, { plain: Plain }>({
  plain: [async ({}, use) => use(await plainRun()), { scope: 'worker', timeout: 600_000 }],
});

for (const fault of Object.values(families).flat())
  test(`${fault.id}: ${fault.what}`, async ({ plain }) => {
    const { measured, problems } = await judgeFault(fault, plain);
    expect(problems, measured.output).toEqual([]);
  });

/** Blanks around JSON are allowed. Those of each response differ, so that none is kept already. */
const withBlanks = changed((answer, { seen }) => ({
  ...answer,
  body: Buffer.concat([answer.body, Buffer.alloc(3_000_000, `${' '.repeat(seen.number)}\n`)]),
}));

test('220 responses of 3 MB: the result is there, and says what was not judged', async () => {
  test.setTimeout(600_000);
  const reference = await startReference();
  const { settings } = reference;
  const healthy = { origin: new URL(reference.baseUrl).origin, settings };
  const proxy = await startProxy(healthy, { when: always.start, strike: withBlanks });
  const cwd = test.info().outputDir;
  mkdirSync(cwd, { recursive: true });
  const out = join(cwd, 'out');
  try {
    const { ended } = startConformance(
      cwd,
      { ...settings, GV_BASE_URL: proxy.origin, GV_MAX_RPS: '1000', GV_OUT: out, GV_ALLOW: '' },
      ['--project=contract'],
    );
    const { code, output } = await ended;
    expect(proxy.records.visits.length).toBeGreaterThan(220);
    expect(code, output).toBe(2);
    const { verdict } = readResult(join(out, 'conformance.json'));
    expect(verdict).toBe('incomplete');
    expect(output).toContain('is longer than 4096 characters, after 48 MiB of others');
    for (const file of ['exchanges.jsonl', 'conformance.json'])
      expect(statSync(join(out, file)).size).toBeLessThan(60_000_000);
  } finally {
    await proxy.close();
    await reference.close();
  }
});
