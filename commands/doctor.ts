/** Checks settings and keys, and estimates what a run would show, send and spend (`./gv doctor`). */
import { counted } from '../schemas/counted.ts';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { requirementIds, statements, type RequirementId } from '../contract/statements.ts';
import { systemClock } from '../harness/client/clock.ts';
import { openLedger } from '../harness/client/ledger/ledger.ts';
import { moneyText } from '../harness/client/ledger/money.ts';
import { findReadable, readEnvironment, settingsFile } from '../harness/config/environment.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { lackOf, reasonOf } from '../harness/config/needs.ts';
import { settings, type SettingName, type Values } from '../harness/config/settings.ts';
import type { Target } from '../harness/config/target.ts';
import {
  ConfigurationError,
  namesTarget,
  parseValues,
  type Environment,
} from '../harness/config/values.ts';
import { harmless, harmlessLine } from '../harness/output/sanitize.ts';
import { fold, print } from '../harness/output/wrap.ts';
import { findOnPath, withoutKeys } from '../harness/programs.ts';
import { NotExercised } from '../harness/verdict.ts';
import { findK6, howToBuild, noK6 } from '../load/k6/k6.ts';
import { settingOf } from '../schemas/lacks.ts';
import { paint } from '../reports/terminal/screen.ts';
import { group } from '../schemas/group.ts';
import { runsIn } from '../schemas/profiles.ts';
import { exitCodes, command, settingsOfRuns } from './cli/command.ts';
import { keyFindings, look, ok, stop, type Finding } from './doctor-keys.ts';

export default command({
  about:
    'Checks settings and keys, with one GET for each key, two a second. Then estimates what a run would show, send and spend, and lists the settings that open more requirements. It judges nothing, spends nothing and shows no key.',
  settings: {
    first: ['GV_BASE_URL', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_PROFILE', 'GV_STATE'],
    all: settingsOfRuns,
  },
  examples: [
    ['./gv doctor', 'check the settings of .env'],
    [
      './gv doctor --base-url https://vouchers.example',
      'check another deployment, with the same keys',
    ],
    ['./gv doctor --allow write,exhaust', 'estimate a run with these permissions'],
  ],
  exitCodes: {
    0: 'a run can start',
    3: 'a run cannot start. Change the settings that are marked stop',
  },
  run: async () => ((await examine()) ? 0 : exitCodes.error),
});

/**
 * Prints the findings and the estimate.
 *
 * @param keys findings about the keys, if they were tried already.
 * @returns true if a run can start.
 */
export async function examine(
  read: () => Environment = readEnvironment,
  keys?: readonly Finding[],
): Promise<boolean> {
  const { target, findings } = configuration(read);
  if (target === 'reference') {
    show('Settings', findings);
    print('A run can start. It judges the embedded reference, and shows all requirements.');
    return true;
  }
  if (target) findings.push(...(await limiterFindings(target)));
  show('Settings', findings);
  const found = target ? (keys ?? (await keyFindings(target))) : [];
  show('Keys', found);
  const stops = [...findings, ...found].filter(({ mark }) => mark === 'stop').length;
  if (!target || stops > 0) {
    print(`A run cannot start: ${counted(stops, 'thing stops', 'things stop')} it (marked stop).`);
    return false;
  }
  print(harmless(estimate(target).join('\n'), Infinity));
  return true;
}

const styles = { ok: 'green', look: 'yellow', stop: 'red' } as const;

function show(title: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const lines = findings.flatMap(findingLines);
  print([title, ...lines, ''].join('\n'));
}

/** Returns a finding as lines for a terminal. */
export const findingLines = ({ mark, text }: Finding): string[] => {
  const [first = '', ...rest] = fold(harmlessLine(text, 2000), ' '.repeat(8));
  return [`  ${paint(styles[mark], mark.padEnd(6))}${first.trimStart()}`, ...rest];
};

interface Configuration {
  /** Absent if the settings are wrong. */
  readonly target?: Target | 'reference';
  readonly findings: Finding[];
}

/** Returns a finding about the program that would probe the limiters, if it may and is not k6. */
async function limiterFindings({ allow, values: { GV_K6: explicit } }: Target): Promise<Finding[]> {
  if (!allow.has('exhaust') || explicit === noK6) return [];
  const k6 = await findK6({ explicit });
  if ('path' in k6) return [];
  return [
    look(
      explicit === undefined
        ? `k6 was not found, so Node measures the limiters; ${howToBuild}`
        : k6.missing,
    ),
  ];
}

function configuration(read: () => Environment): Configuration {
  try {
    const env = read();
    if (namesTarget(env)) {
      const target = loadTarget(env, undefined);
      return {
        target,
        findings: [ok(`the target is ${target.baseUrl}`), ...fileFindings(target.values)],
      };
    }
    const { problems } = parseValues(env);
    if (problems.length > 0) throw new ConfigurationError(problems);
    return {
      target: 'reference',
      findings: [ok('no target is set. ./gv init asks for its address')],
    };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { findings: [...error.problems.map(stop), ...fileFindings()] };
  }
}

/** Returns findings about files with keys that others can read, or that git does not ignore. */
function fileFindings({ GV_SIGNING_KEY, GV_CLIENT_KEY }: Values = {}): Finding[] {
  const file = settingsFile();
  const readable = [file, GV_SIGNING_KEY, GV_CLIENT_KEY].flatMap(each =>
    each === undefined ? [] : findReadable(each).map(look),
  );
  if (!existsSync(file)) return readable;
  const git = findOnPath('git');
  const isUnignored =
    git !== undefined &&
    spawnSync(git, ['check-ignore', '--quiet', '--', file], {
      stdio: 'ignore',
      env: withoutKeys(),
    }).status === 1;
  return [
    ...readable,
    ...(isUnignored
      ? [look(`git does not ignore ${file}, which holds keys. Add it to .gitignore`)]
      : []),
  ];
}

/** Estimated requests of a run for each requirement. The reference gets 2.2 to 3.1, depending on the settings. */
const requestsEach = 3;

function estimate(target: Target): string[] {
  const { profile, maxRequests, maxRps } = target;
  const ids = requirementIds.filter(id => runsIn(profile, id));
  const waiting = ids.flatMap(id => {
    const setting = missingSetting(target, id);
    return setting === undefined ? [] : [{ id, setting }];
  });
  const shown = ids.length - waiting.length;
  const requests = Math.min(maxRequests, shown * requestsEach);
  const opening = [...group(waiting, ({ setting }) => setting)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const [next] = opening;
  return [
    `What a run would show (profile ${profile}): up to ${shown} of ${ids.length} requirements`,
    ...opening.flatMap(([setting, own]) =>
      row(setting, `${own.length} more: ${aboutOf(setting)}`, 26),
    ),
    '',
    ...row(
      'Requests',
      `up to about ${requests}, at most ${maxRequests} (GV_MAX_REQUESTS)${Number.isFinite(maxRps) ? `; ${minutes(requests / maxRps)} at ${maxRps} a second (GV_MAX_RPS)` : ''}`,
    ),
    ...row(
      'Limiters',
      target.allow.has('exhaust') ? 'driven to their 429, which takes some minutes' : 'not probed',
    ),
    ...row('Money', money(target)),
    '',
    `A run can start.${next ? ` To show more, set ${next[0]}.` : ''}`,
  ];
}

/** Returns the first setting that a requirement lacks. */
function missingSetting(target: Target, id: RequirementId): string | undefined {
  const lacks = lackOf(target, statements[id].needs ?? []);
  return lacks && (settingOf(lacks) ?? reasonOf(lacks));
}

const row = (label: string, text: string, width = 12): string[] =>
  fold(text, ' '.repeat(width + 2), `  ${label.padEnd(width)}`);

const minutes = (seconds: number): string =>
  seconds < 120 ? counted(Math.ceil(seconds), 'second') : `${Math.round(seconds / 60)} minutes`;

const permissions: Readonly<Record<string, string>> = {
  'GV_ALLOW=write':
    'a run registers and removes a webhook, and sends requests that the target must reject',
  'GV_ALLOW=spend': 'a run makes orders and sends vouchers, for up to GV_MAX_SPEND in 24 hours',
  'GV_ALLOW=exhaust': 'a run drives each limiter to its 429, also for others who share the limiter',
};

const aboutOf = (setting: string): string =>
  permissions[setting] ?? (setting in settings ? settings[setting as SettingName].about : '');

/**
 * States the money that a gate sends, as a multiple of the lowest price in the catalog. Measured on the reference, whose lowest
 * price is 5. If no voucher may cost 0.01, the bulks of 100 cost the most.
 */
export const gateCost = { lowestPrice: 5, times: 30, withoutSmallVouchers: 380 };

function money(target: Target): string {
  if (!target.allow.has('spend')) return 'nothing: GV_ALLOW does not have spend';
  try {
    const left = openLedger(target, randomUUID(), systemClock).room();
    const { lowestPrice, times, withoutSmallVouchers } = gateCost;
    const gates = Math.floor(Math.min(...Object.values(left)) / (times * lowestPrice));
    return [
      `GV_MAX_SPEND leaves ${moneyText(left) || 'nothing'} for the next 24 hours (./gv ledger).`,
      `All money that is sent counts, accepted or rejected. A gate sends about ${times} times the lowest price of the catalog, and up to ${withoutSmallVouchers} times if no voucher may cost 0.01.`,
      `If that price is ${lowestPrice}, the money left is enough for ${counted(gates, 'gate')}.`,
    ].join(' ');
  } catch (error) {
    if (error instanceof NotExercised) return error.message;
    throw error;
  }
}
