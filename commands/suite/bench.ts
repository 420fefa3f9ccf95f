/** `./gv bench`: what the suite costs on this machine and on deployments that limit or delay its requests. */
import { benchLatency } from '../../calibration/bench/latency.ts';
import { benchLoad } from '../../calibration/bench/load.ts';
import { benchRuns } from '../../calibration/bench/runs.ts';
import { benchScale } from '../../calibration/bench/scale.ts';
import { compareOn } from '../../calibration/others/compare.ts';
import { prism } from '../../calibration/others/prism.ts';
import { renderComparison } from '../../calibration/others/render.ts';
import { schemathesis } from '../../calibration/others/schemathesis.ts';
import { suite } from '../../calibration/others/suite.ts';
import { UsageError, command } from '../cli/command.ts';
import { writeGenerated } from './generated.ts';

const parts = {
  load: 'load and probes with k6, in ratios of one run',
  runs: 'contract runs of deployments that limit their callers',
  latency: 'contract runs of deployments that are far away',
  scale: 'contract runs of the seeded account and of a big one, side by side',
  others:
    'faults and variants judged by this suite and by other tools; writes calibration/OTHERS.md',
};

export default command({
  about:
    'What the suite costs on this machine, and on deployments that limit or delay its requests.',
  arguments: {
    part: {
      about: `${Object.entries(parts)
        .map(([name, about]) => `${name} (${about})`)
        .join('; ')}; load without it`,
      optional: true,
      known: () => Promise.resolve(Object.keys(parts)),
    },
  },
  options: {
    seconds: { value: 'number', about: 'load: of each measurement', default: '6' },
    long: { about: 'runs: also the deployment that takes about 20 minutes' },
    only: { value: 'text', about: 'runs: deployments with this text in their name', default: '' },
  },
  examples: [
    ['./gv bench load --seconds 20', 'load, more exactly'],
    ['./gv bench runs --only 60', 'deployments with 60 in their name'],
    ['./gv bench others', 'an hour or two; fetches the tools from PyPI and npm once'],
  ],
  exitCodes: { 0: 'it was measured', 3: 'an error, or wrong usage' },
  run: async ({ part = 'load', seconds, long, only }) => {
    if (part === 'load') return load(Number(seconds));
    if (part === 'others') return others();
    console.log((await linesOf(part, long, only)).join('\n'));
    return 0;
  },
});

const show = (name: string) => console.error(`${new Date().toISOString()} ${name}`);

async function load(seconds: number): Promise<number> {
  const problem = await benchLoad(seconds);
  if (problem !== undefined) throw new Error(problem);
  return 0;
}

async function others(): Promise<number> {
  const rows = [];
  for (const tool of [suite, await schemathesis(), await prism()])
    rows.push(await compareOn(tool, id => show(`${tool.name}: ${id}`)));
  await writeGenerated('calibration/OTHERS.md', renderComparison(rows));
  return 0;
}

function linesOf(part: string, withLong: boolean, only: string): Promise<readonly string[]> {
  if (part === 'latency') return benchLatency(show);
  if (part === 'scale') return benchScale(show);
  if (part === 'runs')
    return benchRuns(({ name, long = false }) => (!long || withLong) && name.includes(only), show);
  throw new UsageError(`${part} is no part: there are ${Object.keys(parts).join(', ')}.`);
}
