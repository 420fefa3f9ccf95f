/** `npm run bench`: what the suite costs on this machine and on deployments that limit or delay its requests. */
import { parseArgs } from 'node:util';
import { benchLatency } from '../calibration/bench/latency.ts';
import { benchLoad } from '../calibration/bench/load.ts';
import { benchRuns } from '../calibration/bench/runs.ts';
import { benchScale } from '../calibration/bench/scale.ts';

const usage = `npm run bench -- [load] [--seconds 6]       load and probes with k6, in ratios of one run
npm run bench -- runs [--long] [--only 60]  contract runs of deployments that limit their callers
npm run bench -- latency                    contract runs of deployments that are far away
npm run bench -- scale                      contract runs of the seeded account and of a big one, side by side

--seconds  of each measurement of the load
--long     also the deployment that takes about 20 minutes
--only     deployments with this text in their name`;

const parsing = {
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '6' },
    long: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
} as const;

const { values, positionals } = parseArgs(parsing);
const [part = 'load'] = positionals;
const show = (name: string) => console.error(`${new Date().toISOString()} ${name}`);

if (values.help) console.log(usage);
else if (part === 'load') {
  const problem = await benchLoad(Number(values.seconds));
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = 3;
  }
} else if (part === 'runs') {
  const lines = await benchRuns(
    ({ name, long = false }) => (!long || values.long) && name.includes(values.only),
    show,
  );
  console.log(lines.join('\n'));
} else if (part === 'latency') console.log((await benchLatency(show)).join('\n'));
else if (part === 'scale') console.log((await benchScale(show)).join('\n'));
else {
  console.error(usage);
  process.exitCode = 3;
}
