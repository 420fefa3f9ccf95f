/** Examines what shows without a request: settings and their files, Node, k6, and the folders that a run writes to. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { settingsFile, stateFolder } from '../fixtures/config/environment.ts';
import { loadTarget } from '../fixtures/config/load-target.ts';
import { settingNames, type Values } from '../fixtures/config/settings.ts';
import { defaultOutput, targetOf, type Target } from '../fixtures/config/target.ts';
import {
  ConfigurationError,
  namesTarget,
  parseValues,
  type Environment,
} from '../fixtures/config/values.ts';
import { findK6, noK6 } from '../load/k6/k6.ts';
import { expectFree, expectOurs } from '../fixtures/output/folder.ts';
import { OutputProblem, whyUnwritable } from '../fixtures/output/files.ts';
import { baselineFile, waiversFile } from '../reports/files.ts';
import { readBaseline, readWaivers } from '../reports/result/run-verdict.ts';
import type { Finding } from '../schemas/records/diagnosis.ts';
import { requirementIds } from '../contract/statements.ts';
import { counted, look, ok, stop } from './doctor-text.ts';

/**
 * Returns the target of the settings, or the reference if they name none.
 *
 * @throws ConfigurationError
 */
function configuredTarget(env: Environment): Target {
  if (namesTarget(env)) return loadTarget(env, undefined);
  const { values, problems } = parseValues(env);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return targetOf(values, true);
}

interface Configuration {
  /** Absent if the settings are not sound. */
  readonly target?: Target;
  /** As much as could be read. */
  readonly values: Values;
  readonly findings: readonly Finding[];
}

/**
 * Examines settings, their file, baseline and waivers.
 *
 * @param read throws ConfigurationError if the settings cannot be read.
 */
export function examineConfiguration(read: () => Environment): Configuration {
  const files = [...fileFindings(), ...baselineFindings(), ...waiverFindings()];
  let values: Values = {};
  try {
    const env = read();
    values = parseValues(env).values;
    const target = configuredTarget(env);
    return { target, values, findings: [ok(settingsText(target)), ...files] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { values, findings: [...error.problems.map(stop), ...files] };
  }
}

function settingsText({ origin, values }: Target): string {
  if (origin === 'reference')
    return 'no target is set: a run starts the embedded reference and judges that; ./gv init names one';
  const count = settingNames.filter(name => values[name] !== undefined).length;
  const file = existsSync(settingsFile()) ? `${settingsFile()} and ` : '';
  return `${counted(count, 'setting')}, of ${file}the environment`;
}

function fileFindings(): Finding[] {
  const file = settingsFile();
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) return [];
  const mode = found.mode & 0o777;
  const readable = `others on this machine can read ${file} (mode ${mode.toString(8)}), which holds keys: chmod 600 ${file}`;
  const unignored = `git does not ignore ${file}, which holds keys: add it to .gitignore before somebody commits it`;
  return [
    ...(mode & 0o077 ? [look(readable)] : []),
    ...(isUnignored(file) ? [look(unignored)] : []),
  ];
}

const isRequirement = (id: string): boolean => requirementIds.some(each => each === id);

/** Returns the findings of a file, or the reason why it cannot be read, which stops a run. */
function findingsIn(file: string, findings: () => Finding[]): Finding[] {
  if (!existsSync(file)) return [];
  try {
    return findings();
  } catch (error) {
    return [stop((error as Error).message)];
  }
}

const baselineFindings = (): Finding[] =>
  findingsIn(baselineFile, () => {
    const { cases, warnings } = readBaseline();
    const ids = [...cases, ...warnings].map(each => each.split(' / ')[0] ?? '');
    const unknown = [...new Set(ids.filter(id => !isRequirement(id)))].join(', ');
    return [
      unknown === ''
        ? ok(`${baselineFile} demands ${counted(cases.length, 'case')} of a gate`)
        : look(
            `${baselineFile} demands what this version does not have (${unknown}), so that no gate is complete: write it again after a good run (./gv baseline)`,
          ),
    ];
  });

const waiverFindings = (): Finding[] =>
  findingsIn(waiversFile, () => {
    const waivers = readWaivers();
    const today = new Date().toISOString().slice(0, 10);
    const expired = waivers.filter(({ expires = today }) => expires < today);
    return [
      ok(`${waiversFile} has ${counted(waivers.length, 'waiver')}`),
      ...expired.map(({ requirement, owner, expires }) =>
        look(
          `${waiversFile}: the waiver of ${requirement} by ${owner} expired on ${expires}, which fails a run: mend the failure or renew it`,
        ),
      ),
    ];
  });

/** Returns true if this is a repository of git that does not ignore the file. */
const isUnignored = (file: string): boolean =>
  spawnSync('git', ['check-ignore', '--quiet', '--', file], { stdio: 'ignore' }).status === 1;

/** `engines` of package.json. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

/**
 * Examines Node, k6 and the folders that a run writes to.
 *
 * @param probes true if limiters may be probed, which is all that k6 is for.
 */
export async function examineMachine(values: Values, probes: boolean): Promise<Finding[]> {
  return [
    nodeFinding(),
    await k6Finding(values, probes),
    await outputFinding(values),
    stateFinding(values),
  ];
}

function nodeFinding(): Finding {
  const { node } = process.versions;
  return isSupportedNode(node)
    ? ok(`Node ${node}`)
    : stop(`Node ${node}: this suite runs on 20.19 and later, and on 22.12 and later`);
}

async function k6Finding({ GV_K6: explicit }: Values, probes: boolean): Promise<Finding> {
  if (explicit === noK6) return ok('no k6 is wanted (GV_K6): Node probes the limiters');
  const k6 = await findK6({ explicit, build: false });
  if (!('missing' in k6)) return ok(`k6 ${k6.version} (${k6.path})`);
  if (explicit !== undefined && probes) return look(`the limiters cannot be probed: ${k6.missing}`);
  return ok(
    k6.buildable
      ? 'no k6: a run that probes limiters builds it once with Go, about three minutes; GV_K6=none probes by Node'
      : 'no k6: Node probes the limiters, and ./gv traffic cannot run',
  );
}

async function outputFinding({ GV_OUT: out = defaultOutput }: Values): Promise<Finding> {
  try {
    expectOurs(out);
    await expectFree(out);
    tryWriting(out);
    return ok(`results go to ${out}`);
  } catch (error) {
    return stop(
      error instanceof OutputProblem ? error.message : `GV_OUT: ${whyUnwritable(out, error)}`,
    );
  }
}

function stateFinding(values: Values): Finding {
  const folder = stateFolder(values);
  try {
    tryWriting(folder);
    return ok(`what is spent is recorded in ${folder}`);
  } catch (error) {
    return look(`GV_STATE: ${whyUnwritable(folder, error)} Without that record nothing is spent.`);
  }
}

/** Writes to the folder, or to the one in which it would be made, and leaves nothing there. */
function tryWriting(folder: string): void {
  let existing = resolve(folder);
  while (!statSync(existing, { throwIfNoEntry: false })) existing = dirname(existing);
  const file = join(existing, `.gv-${randomUUID()}`);
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  rmSync(file);
}
