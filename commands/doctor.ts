/** Checks settings and keys, and estimates what a run would show, send and spend (`./gv doctor`). */
import { counted } from '../schemas/counted.ts';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findReadable, readEnvironment, settingsFile } from '../harness/config/environment.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { targetOf, type Target } from '../harness/config/target.ts';
import type { Values } from '../harness/config/settings.ts';
import {
  ConfigurationError,
  namesTarget,
  parseValues,
  type Environment,
} from '../harness/config/values.ts';
import { harmless, harmlessLine } from '../harness/output/sanitize.ts';
import { fold, print } from '../harness/output/wrap.ts';
import { findOnPath, withoutKeys } from '../harness/programs.ts';
import { findK6, howToBuild, noK6 } from '../load/k6/k6.ts';
import { paint } from '../reports/terminal/screen.ts';
import { baselineOf } from '../reports/result/baseline.ts';
import { featureNames } from '../schemas/features/features.ts';
import { exitCodes, command, settingsOfRuns } from './cli/command.ts';
import { expectCertifiable, wantedByCertificate } from './certificate-needs.ts';
import { keyFindings, look, ok, stop, type Finding } from './doctor-keys.ts';
import { casesById, allPermissions, planOfTarget, type Wanted } from './doctor-plan.ts';
import { planLines, verdictOf } from './doctor-text.ts';
import { idArgument, selectionOptions } from './runner.ts';
import { selectedIds, type Given } from './selection.ts';

export default command({
  about:
    'Checks settings and keys, with one GET for each key, two a second. Then plans a run, also with permissions that it lacks: what it would show, the settings that open more requirements, its requests, its time, and its money at the prices of the catalog. It judges nothing, spends nothing and shows no key. It takes the arguments and options of ./gv conformance, and with --profile certify the features of a certificate.',
  arguments: { id: idArgument },
  options: selectionOptions,
  settings: {
    first: ['GV_BASE_URL', 'GV_ALLOW', 'GV_MAX_SPEND', 'GV_PROFILE', 'GV_FEATURES', 'GV_STATE'],
    all: [...settingsOfRuns, 'GV_FEATURES', 'GV_SIGNING_KEY', 'GV_CHALLENGE'],
  },
  examples: [
    ['./gv doctor', 'check the settings of .env'],
    [
      './gv doctor --base-url https://vouchers.example',
      'check another deployment, with the same keys',
    ],
    ['./gv doctor --allow write,exhaust', 'plan a run with these permissions'],
    [
      './gv doctor --profile certify --features catalog,wallet --signing-key ~/certify.pem',
      'list what a certificate of two features needs',
    ],
  ],
  exitCodes: {
    0: 'a run can start',
    3: 'a run cannot start, or would lack something that a certificate needs. Change the settings that it names',
  },
  run: async given => ((await examine(given)) ? 0 : exitCodes.error),
});

/**
 * Prints the findings and the estimate.
 *
 * @param given checks that the run would select.
 * @returns true if a run can start.
 */
async function examine(given: Given): Promise<boolean> {
  const { target, findings } = configuration(readEnvironment);
  const problem = target && certificateProblem(readEnvironment(), target);
  if (target === 'reference') {
    show('Settings', findings);
    if (problem !== undefined) {
      print(harmless(problem, Infinity));
      return false;
    }
    print('A run can start. It judges the embedded reference, and shows all requirements.');
    return true;
  }
  if (target) findings.push(...(await limiterFindings(target)), ...challengeFindings(target));
  show('Settings', findings);
  const found = target ? await keyFindings(target) : [];
  show('Keys', found);
  const stops = [...findings, ...found].filter(({ mark }) => mark === 'stop').length;
  const stopped =
    stops > 0
      ? `A run cannot start: ${counted(stops, 'thing stops', 'things stop')} it (marked stop).`
      : undefined;
  // Without an answer to the good keys, there is nothing to plan with.
  if (!target || found.some(({ mark }) => mark === 'stop')) {
    print([stopped, problem].filter(Boolean).join('\n\n'));
    return false;
  }
  const wanted = wantedOf(target, given);
  const planned = await planOfTarget(target, wanted);
  const { text, canStart } =
    problem === undefined ? verdictOf(planned, target) : { text: undefined, canStart: false };
  const sentence = stopped ?? text;
  print(
    harmless(
      [
        ...(sentence === undefined ? [] : fold(sentence, '')),
        ...(problem === undefined ? [] : [problem]),
        ...planLines(planned, target, wanted),
      ].join('\n'),
      Infinity,
    ),
  );
  return stops === 0 && canStart;
}

/** Returns what `./gv certify` would print instead of starting a run, or undefined if it would start the run, or if no certificate is wanted. */
function certificateProblem(env: Environment, target: Target | 'reference'): string | undefined {
  const { GV_PROFILE, GV_FEATURES: features = featureNames } = parseValues(env).values;
  if (GV_PROFILE !== 'certify') return undefined;
  try {
    expectCertifiable(features, env, target);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns what a run should show: what the features of a certificate demand, or all selected checks and what the baseline demands. */
function wantedOf(target: Target, given: Given): Wanted {
  const { GV_FEATURES: features = featureNames } = target.values;
  if (target.profile === 'certify') return wantedByCertificate(features);
  const isWhole = given.id.length === 0 && given.grep === undefined && !given['last-failed'];
  const baseline = isWhole ? baselineOf(target.profile) : undefined;
  return {
    ids: selectedIds(given),
    permissions: target.profile === 'smoke' ? [] : allPermissions,
    currencies: [],
    ...(baseline ? { demanded: casesById(baseline.cases) } : {}),
  };
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

/** Returns a finding if a certificate would answer no challenge. */
const challengeFindings = ({ profile, values: { GV_CHALLENGE: challenge } }: Target): Finding[] =>
  profile === 'certify' && challenge === undefined
    ? [look('GV_CHALLENGE is not set, so the certificate will answer no challenge')]
    : [];

/** Reads the settings, and finds what is wrong with them and their files. */
export function configuration(read: () => Environment): Configuration {
  let env: Environment | undefined;
  try {
    env = read();
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
    const target = env && withoutMaxSpend(env);
    return {
      ...(target ? { target } : {}),
      findings: [...error.problems.map(stop), ...fileFindings()],
    };
  }
}

/** Returns the target if only GV_MAX_SPEND is missing. A plan says how much it needs. */
function withoutMaxSpend(env: Environment): Target | undefined {
  const { values } = parseValues(env);
  if (!namesTarget(env) || values.GV_MAX_SPEND !== undefined) return undefined;
  try {
    loadTarget({ ...env, GV_MAX_SPEND: '1 GBP' }, undefined);
    return targetOf(values, false);
  } catch {
    return undefined;
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
