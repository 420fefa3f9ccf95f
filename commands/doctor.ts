/** Checks settings and keys, and estimates what a run would show, send and spend (`./gv doctor`). */
import { counted } from '../schemas/counted.ts';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findReadable, readEnvironment, settingsFile } from '../harness/config/environment.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import type { Values } from '../harness/config/settings.ts';
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
import { findK6, howToBuild, noK6 } from '../load/k6/k6.ts';
import { paint } from '../reports/terminal/screen.ts';
import { featureNames } from '../schemas/features/features.ts';
import { exitCodes, command, settingsOfRuns } from './cli/command.ts';
import { expectCertifiable, selectionOf } from './certificate-needs.ts';
import { keyFindings, look, ok, stop, type Finding } from './doctor-keys.ts';
import { costLines, planOfTarget, shownLines } from './doctor-plan.ts';
import { idArgument, selectionOptions } from './runner.ts';
import { selectedIds, type Given } from './selection.ts';

export default command({
  about:
    'Checks settings and keys, with one GET for each key, two a second. Then plans a run: what it would show, the settings that open more requirements, its requests, its time, and its money at the prices of the catalog, which it reads if the run may spend. It judges nothing, spends nothing and shows no key. It takes the arguments and options of ./gv conformance, and with --profile certify the features of a certificate.',
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
    3: 'a run cannot start. Change the settings that are marked stop, or that a certificate needs',
  },
  run: async given => ((await examine(readEnvironment, undefined, given)) ? 0 : exitCodes.error),
});

/**
 * Prints the findings and the estimate.
 *
 * @param keys findings about the keys, if they were tried already.
 * @param given checks that the run would select.
 * @returns true if a run can start.
 */
export async function examine(
  read: () => Environment = readEnvironment,
  keys?: readonly Finding[],
  given: Given = { id: [] },
): Promise<boolean> {
  const { target, findings } = configuration(read);
  const problem = target && certificateProblem(read());
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
  const found = target ? (keys ?? (await keyFindings(target))) : [];
  show('Keys', found);
  const stops = [...findings, ...found].filter(({ mark }) => mark === 'stop').length;
  if (!target || stops > 0) {
    print(`A run cannot start: ${counted(stops, 'thing stops', 'things stop')} it (marked stop).`);
    if (problem !== undefined) print(harmless(`\n${problem}`, Infinity));
    return false;
  }
  const { GV_FEATURES: features = featureNames } = target.values;
  const certifies = target.profile === 'certify';
  const selection = certifies ? selectionOf(features) : { ids: selectedIds(given) };
  const planned = await planOfTarget(target, selection);
  const { lines, next } = certifies
    ? { lines: [], next: problem ?? 'A run can start. The certificate needs no more settings.' }
    : shownLines(planned, target);
  print(harmless([...lines, ...costLines(planned, target), '', next].join('\n'), Infinity));
  return problem === undefined;
}

/** Returns what `./gv certify` would print instead of starting a run, or undefined if it would start the run, or if no certificate is wanted. */
function certificateProblem(env: Environment): string | undefined {
  const { GV_PROFILE, GV_FEATURES: features = featureNames } = parseValues(env).values;
  if (GV_PROFILE !== 'certify') return undefined;
  try {
    expectCertifiable(features, env);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
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
