/** `npm run traffic`: load by k6, then the verdicts on what was answered under it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findK6 } from '../load/k6/find.ts';
import { startReference } from '../fixtures/reference/server.ts';
import { type Target } from '../fixtures/config/target.ts';
import { loadTarget } from '../fixtures/config/load-target.ts';
import { namesTarget } from '../fixtures/config/values.ts';
import { readEnvironment } from '../fixtures/config/environment.ts';
import { describeVerdicts, judgeSample } from '../load/traffic/verdicts.ts';
import type { Outcome } from '../schemas/records/result.ts';
import { planLoad } from '../load/traffic/plan.ts';
import { runTraffic, type TrafficRun } from '../load/traffic/run.ts';
import { exitCodeOf } from '../load/traffic/exit-code.ts';

async function main(): Promise<number> {
  const env = readEnvironment();
  const reference = namesTarget(env) ? undefined : await startReference();
  try {
    const target = loadTarget(env, reference?.settings);
    // Reported before anything is sent.
    planLoad(target.values, target.allow, target.maxRps);
    return await put(target);
  } finally {
    await reference?.close();
  }
}

async function put(target: Target): Promise<number> {
  const file = join(target.out, 'traffic-verdicts.json');
  mkdirSync(target.out, { recursive: true });
  // What earlier runs left must not pass for what this one found.
  rmSync(file, { force: true });
  const { GV_K6: explicit } = target.values;
  const k6 = await findK6({
    explicit,
    cacheDir: '.cache',
    onProgress: line => console.error(line),
  });
  if ('missing' in k6) throw new Error(k6.missing);
  const run = await runTraffic(k6.path, target, stop => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal));
  });
  console.log(run.stdout);
  const verdicts = await judgeSample(run.exchanges, target);
  writeFileSync(file, JSON.stringify(written(run, verdicts), null, 1));
  console.log(describeVerdicts(verdicts, run.exchanges.length));
  console.log(`results: ${target.out}/traffic.json, traffic-verdicts.json`);
  return exitCodeOf(run.summary, verdicts);
}

/** The verdicts, and the exchanges in which a failure was seen. */
function written({ summary, exchanges }: TrafficRun, verdicts: readonly Outcome[]) {
  const seen = new Set(
    verdicts.flatMap(({ cases }) =>
      cases.filter(each => each.verdict === 'failed').flatMap(each => each.evidence),
    ),
  );
  return {
    profile: summary.profile,
    startedAt: summary.startedAt,
    samples: exchanges.length,
    verdicts,
    exchanges: Object.fromEntries(
      exchanges.filter(({ id }) => seen.has(id)).map(({ id, ...rest }) => [id, rest]),
    ),
  };
}

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 3;
});
