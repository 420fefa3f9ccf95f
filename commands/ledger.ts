/** `npm run ledger`: what runs have spent in the last 24 hours; `-- --reset [target]` gives it back. */
import { parseArgs } from 'node:util';
import { systemClock } from '../fixtures/client/clock.ts';
import { accountsIn, ledgersFolder, reset, type Account } from '../fixtures/client/ledger/all.ts';
import { moneyText } from '../fixtures/client/guard/money.ts';
import { readEnvironment } from '../fixtures/config/environment.ts';
import { harmless } from '../output/sanitize.ts';
import { stateFolder } from '../fixtures/config/state.ts';

const usage = `npm run ledger                         what runs have spent of each target in the last 24 hours
npm run ledger -- --reset [TARGET]     gives it back: of a base address, or of all targets`;

const describe = ({ target, key, spent, requests, runs, from, to }: Account): string =>
  `${target}, account ${key.slice(0, 8)}
  spent     ${moneyText(spent)}, by ${requests} requests of ${runs} runs
  room      comes back from ${from} to ${to}`;

function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { reset: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [target, ...others] = positionals;
  if (values.help || others.length > 0 || (target !== undefined && !values.reset)) {
    console.log(usage);
    return values.help ? 0 : 3;
  }
  const { GV_STATE } = readEnvironment();
  const state = stateFolder(GV_STATE ? { GV_STATE } : {});
  const found = values.reset ? reset(state, systemClock, target) : accountsIn(state, systemClock);
  if (found.length === 0) {
    console.log(`nothing was spent of ${target ?? 'any target'} (${ledgersFolder(state)})`);
    return 0;
  }
  if (values.reset) console.log('counts no more against GV_MAX_SPEND:\n');
  console.log(harmless(found.map(describe).join('\n\n'), Infinity));
  return 0;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  console.error(harmless((error as Error).message));
  process.exitCode = 3;
}
