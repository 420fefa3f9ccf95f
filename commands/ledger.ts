/** Shows the money that runs spent in the last 24 hours (`./gv ledger`). `--reset` clears it. */
import { systemClock } from '../harness/client/clock.ts';
import { accountsIn, reset, type Account } from '../harness/client/ledger/accounts.ts';
import { ledgerFolder } from '../harness/client/ledger/disk.ts';
import { moneyText } from '../harness/client/ledger/money.ts';
import { readEnvironment, stateFolder } from '../harness/config/environment.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { UsageError, command } from './cli/command.ts';
import { print } from '../harness/output/wrap.ts';
import { counted } from '../schemas/counted.ts';

export default command({
  about:
    'Shows the money that all runs spent from each account in the last 24 hours, and when it stops counting against GV_MAX_SPEND.',
  arguments: {
    target: { about: 'with --reset: the base address of the target (all targets)', optional: true },
  },
  options: { reset: { about: 'clear the ledger, so that the money stops counting now' } },
  settings: { first: ['GV_STATE'], all: ['GV_STATE'] },
  examples: [
    ['./gv ledger', 'show the money that counts'],
    ['./gv ledger --reset https://vouchers.example', 'clear the money of one target'],
  ],
  exitCodes: {
    0: 'the ledger was shown or cleared',
    3: 'wrong usage, or the ledger cannot be read',
  },
  run: ({ target, reset: clears }) => {
    if (target !== undefined && !clears)
      throw new UsageError(
        'Give an address only with --reset. Without --reset, all targets are shown.',
      );
    const { GV_STATE } = readEnvironment();
    const state = stateFolder(GV_STATE ? { GV_STATE } : {});
    const found = clears ? reset(state, systemClock, target) : accountsIn(state, systemClock);
    if (found.length === 0) {
      print(`nothing was spent of ${target ?? 'any target'} (${ledgerFolder(state)})`);
      return 0;
    }
    if (clears) print('no longer counts against GV_MAX_SPEND:\n');
    print(harmless(found.map(describe).join('\n\n'), Infinity));
    return 0;
  },
});

const describe = (account: Account): string => {
  const { targets, key, sent, requests, runs, from, to } = account;
  return [
    `${targets.join(', ')}, account ${key.slice(0, 8)}`,
    `  sent      ${moneyText(sent)}, by ${counted(requests, 'request')} of ${counted(runs, 'run')}, accepted or rejected`,
    `  counts    ${from === to ? `until ${from}` : `the first amount until ${from}, the last until ${to}`}`,
  ].join('\n');
};
