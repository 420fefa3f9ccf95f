/** Makes the target of a repetition from a result and the settings of the user, who decides where keys are sent and what is permitted. */
import { givenBesideFile, readEnvironment } from '../harness/config/environment.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { settings, type SettingName, type Values } from '../harness/config/settings.ts';
import { targetOf, type Target } from '../harness/config/target.ts';
import { ConfigurationError, parseValues } from '../harness/config/values.ts';
import { harmless } from '../harness/output/sanitize.ts';
import { asWord } from '../schemas/records/curl.ts';
import { amountsText } from '../schemas/records/money.ts';
import { commandWith, givenNames } from '../schemas/records/repeating.ts';
import type { ConformanceResult } from '../schemas/records/result.ts';

const settingsOf = ({ replay }: ConformanceResult) => (replay?.settings ?? {}) as Values;

/** Returns the command that names the address of a run and permits what the run was permitted. To paste it is the word of the user. */
export function permittingCommand(result: ConformanceResult, what: readonly string[]): string {
  const { GV_ALLOW: allow, GV_MAX_SPEND: limits } = settingsOf(result);
  const { baseUrl, origin } = result.target;
  // The folder may have moved since the run.
  const { GV_OUT: _, ...ofRun } = result.given ?? {};
  const command = commandWith(['repeat', ...what.map(asWord)].join(' '), {
    ...ofRun,
    ...givenBesideFile(),
    ...(origin === 'reference' ? {} : { GV_BASE_URL: baseUrl }),
    ...(allow ? { GV_ALLOW: allow.join(',') } : {}),
    ...(limits ? { GV_MAX_SPEND: amountsText(limits) } : {}),
  });
  return harmless(command, Infinity);
}

/** Settings that no result gives. */
const ofUser: readonly string[] = [...givenNames, 'GV_WEBHOOK_BODY', 'GV_WEBHOOK_FAILING_BODY'];

const isKey = (name: string): boolean => 'secret' in settings[name as SettingName];

/**
 * Returns the target of a run again. A setting of the user overrides a setting of the run.
 *
 * @param command Command that names the address of the run.
 * @throws Error if the user names another address, because a file does not decide where keys are sent.
 */
export function targetAgain(result: ConformanceResult, command: string): Target {
  const env = readEnvironment();
  const { values, problems } = parseValues(env);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const { baseUrl } = result.target;
  const ofRun = Object.entries(settingsOf(result));
  if (values.GV_BASE_URL !== baseUrl) {
    const missing = ofRun.flatMap(([name]) => (isKey(name) && !(name in values) ? [name] : []));
    throw new Error(
      [
        `The last run was on ${baseUrl}, and GV_BASE_URL is ${values.GV_BASE_URL ?? 'not set'}. To send your keys to the address of the run:`,
        `  ${command}`,
        ...(missing.length > 0 ? [`The run also had ${missing.join(', ')}: set the same.`] : []),
      ].join('\n'),
    );
  }
  const others = ofRun.filter(([name]) => !isKey(name) && !ofUser.includes(name));
  const own = loadTarget(env, undefined).values;
  return targetOf({ ...(Object.fromEntries(others) as Values), ...own }, false);
}
