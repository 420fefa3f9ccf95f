/** Shows the money that runs spent in the last 24 hours (`./gv ledger`). `--reset` clears it. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../harness/client/clock.ts';
import { accountsIn, reset, type Account } from '../harness/client/ledger/accounts.ts';
import { ledgerFolder } from '../harness/client/ledger/disk.ts';
import { openLedger } from '../harness/client/ledger/ledger.ts';
import { exact, moneyText } from '../harness/client/ledger/money.ts';
import { readEnvironment, stateFolder } from '../harness/config/environment.ts';
import { targetOf } from '../harness/config/target.ts';
import { parseValues, type Environment } from '../harness/config/values.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { UsageError, command } from './cli/command.ts';
import { print } from '../harness/output/wrap.ts';
import { counted } from '../schemas/counted.ts';

export default command({
  about:
    'Shows the money that all runs spent from each account in the last 24 hours, and when it stops counting. With the keys of a target, also shows their total, and what GV_MAX_SPEND leaves.',
  arguments: {
    target: { about: 'with --reset: the base address of the target (all targets)', optional: true },
  },
  options: { reset: { about: 'clear the ledger, so that the money stops counting now' } },
  settings: { first: ['GV_STATE', 'GV_MAX_SPEND'], all: ['GV_STATE', 'GV_MAX_SPEND'] },
  refused: {
    'base-url':
      '--base-url is not an option, because the money counts for the account of a key, under any address. Set GV_API_KEY in .env or in the environment to see the total of its account.',
  },
  examples: [
    ['./gv ledger', 'show the money that counts'],
    [
      './gv ledger --reset https://vouchers.example',
      'clear the money of the accounts of one target',
    ],
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
    const env = readEnvironment();
    const { GV_STATE } = env;
    const state = stateFolder(GV_STATE ? { GV_STATE } : {});
    const found = clears ? reset(state, systemClock, target) : accountsIn(state, systemClock);
    if (found.length === 0) {
      print(`nothing was spent of ${target ?? 'any target'} (${ledgerFolder(state)})`);
      return 0;
    }
    if (clears) print('no longer counts against GV_MAX_SPEND:\n');
    const total = clears ? [] : [totalText(env)];
    print(harmless([...found.map(describe), ...total].join('\n\n'), Infinity));
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

/** Returns the money that counts for the keys of these settings, and what GV_MAX_SPEND leaves, if it is set, by currency. */
function totalText(env: Environment): string {
  const { values } = parseValues(env);
  const { GV_API_KEY, GV_AUTOMATION_KEY, GV_MAX_SPEND: limits } = values;
  if ((GV_API_KEY ?? GV_AUTOMATION_KEY) === undefined)
    return 'Set GV_API_KEY or GV_AUTOMATION_KEY in .env or in the environment to see the total of its account.';
  const ledger = openLedger(targetOf(values, false), randomUUID(), systemClock);
  const [counts, left] = [ledger.earlier(), ledger.room()];
  const amountText = (currency: string): string => {
    const [sum = 0, limit = 0, rest = 0] = [counts[currency], limits?.[currency], left[currency]];
    return limits
      ? `${sum} of ${limit} counts, GV_MAX_SPEND leaves ${exact(rest)}`
      : `${sum} counts`;
  };
  const currencies = Object.keys({ ...limits, ...counts });
  return [
    'Total of the keys of these settings (a run with two keys is shown as two accounts)',
    ...currencies.map(currency => `  ${currency}       ${amountText(currency)}`),
    ...(currencies.length === 0 ? ['  nothing'] : []),
    ...(limits ? [] : ['To see what a limit leaves: ./gv ledger --max-spend "500 GBP"']),
  ].join('\n');
}
