/** `./gv ledger`: shows the money that runs spent in the last 24 hours; `--reset` clears it. */
import { systemClock } from '../harness/client/clock.ts';
import { accountsIn, reset, type Account, ledgerFolder } from '../harness/client/ledger/disk.ts';
import { moneyText } from '../harness/client/ledger/money.ts';
import { readEnvironment, stateFolder } from '../harness/config/environment.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { UsageError, command } from './cli/command.ts';
import { print } from '../harness/output/wrap.ts';
import { counted } from '../schemas/counted.ts';

export default command({
  about:
    'Shows what runs have spent of each account in the last 24 hours, which counts against GV_MAX_SPEND over all runs, and when room comes back. --reset clears it.',
  arguments: {
    target: { about: 'with --reset: the base address; all targets without it', optional: true },
  },
  options: { reset: { about: 'clear it: what was spent counts no more' } },
  settings: { first: ['GV_STATE'], all: ['GV_STATE'] },
  examples: [
    ['./gv ledger', 'what was spent, and when room comes back'],
    ['./gv ledger --reset https://vouchers.example', 'nothing counts any more of that target'],
  ],
  exitCodes: {
    0: 'it was shown, or given back',
    3: 'wrong usage, or a ledger that cannot be read',
  },
  run: ({ target, reset: clears }) => {
    if (target !== undefined && !clears)
      throw new UsageError('An address goes with --reset: without it, all targets are shown.');
    const { GV_STATE } = readEnvironment();
    const state = stateFolder(GV_STATE ? { GV_STATE } : {});
    const found = clears ? reset(state, systemClock, target) : accountsIn(state, systemClock);
    if (found.length === 0) {
      print(`nothing was spent of ${target ?? 'any target'} (${ledgerFolder(state)})`);
      return 0;
    }
    if (clears) print('counts no more against GV_MAX_SPEND:\n');
    print(harmless(found.map(describe).join('\n\n'), Infinity));
    return 0;
  },
});

const describe = (account: Account): string => {
  const { targets, key, certain, possible, requests, runs, from, to } = account;
  return [
    `${targets.join(', ')}, account ${key.slice(0, 8)}`,
    `  spent     ${moneyText(certain) || 'nothing'} for certain, by ${counted(requests, 'request')} of ${counted(runs, 'run')}`,
    ...(moneyText(possible) === ''
      ? []
      : [
          `  possibly  ${moneyText(possible)} more: requests that were rejected, or that got no response`,
        ]),
    `  room      comes back ${from === to ? `at ${from}` : `from ${from} to ${to}`}`,
  ].join('\n');
};
