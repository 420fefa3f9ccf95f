/** Whether settings and files of a run are sound, before anything is sent. */
import { existsSync, statSync } from 'node:fs';
import { settingsFile } from '../../../fixtures/config/environment.ts';
import { loadTarget } from '../../../fixtures/config/load-target.ts';
import { settingNames, type Values } from '../../../fixtures/config/settings.ts';
import { targetOf, type Target } from '../../../fixtures/config/target.ts';
import {
  ConfigurationError,
  namesTarget,
  parseValues,
  type Environment,
} from '../../../fixtures/config/values.ts';
import { baselineFile, waiversFile } from '../../../reports/files.ts';
import { readBaseline } from '../../../reports/result/run-verdict.ts';
import { readWaivers } from '../../../reports/result/waivers.ts';
import type { Finding } from '../../../schemas/records/diagnosis.ts';
import { requirementIds } from '../../../schemas/requirements/index.ts';
import { counted } from '../text.ts';
import { isIgnoredByGit } from '../git.ts';
import { look, ok, stop } from './finding.ts';

/**
 * The target of the settings; the reference where they name none.
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
  /** Where the settings are sound. */
  readonly target?: Target;
  /** As much as could be read. */
  readonly values: Values;
  readonly findings: readonly Finding[];
}

/** @param read throws ConfigurationError if the settings cannot be read. */
export function examineConfiguration(today: string, read: () => Environment): Configuration {
  const files = [...fileFindings(), ...baselineFindings(), ...waiverFindings(today)];
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
    ...(isIgnoredByGit(file) === false ? [look(unignored)] : []),
  ];
}

const isRequirement = (id: string): boolean => requirementIds.some(each => each === id);

function baselineFindings(): Finding[] {
  if (!existsSync(baselineFile)) return [];
  try {
    const cases = readBaseline();
    const ids = cases.map(each => each.split(' / ')[0] ?? '');
    const unknown = [...new Set(ids.filter(id => !isRequirement(id)))];
    return [
      unknown.length === 0
        ? ok(`${baselineFile} demands ${counted(cases.length, 'case')} of a gate`)
        : look(
            `${baselineFile} demands what this version does not have (${unknown.join(', ')}), so that no gate is complete: write it again after a good run (./gv baseline)`,
          ),
    ];
  } catch (error) {
    return [stop((error as Error).message)];
  }
}

function waiverFindings(today: string): Finding[] {
  if (!existsSync(waiversFile)) return [];
  try {
    const waivers = readWaivers();
    const expired = waivers.filter(({ expires }) => expires < today);
    return [
      ok(`${waiversFile} accepts ${counted(waivers.length, 'failure')}`),
      ...expired.map(({ requirement, owner, expires }) =>
        look(
          `${waiversFile}: the waiver of ${requirement} by ${owner} expired on ${expires}, which fails a run: mend the failure or renew it`,
        ),
      ),
    ];
  } catch (error) {
    return [stop((error as Error).message)];
  }
}
