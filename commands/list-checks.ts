/** Prints the checks of a run with what each lacks (`--list`). Sends nothing. */
import { areaOf, statements, type StatementId } from '../contract/statements.ts';
import { planWithout } from '../contract/setup/plan-run.ts';
import { totalsOf } from '../contract/setup/totals.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import type { Target } from '../harness/config/target.ts';
import { namesTarget, type Environment } from '../harness/config/values.ts';
import { print } from '../harness/output/wrap.ts';
import { paint } from '../reports/terminal/screen.ts';
import { group } from '../schemas/group.ts';
import { settingOf, type Lacks } from '../schemas/lacks.ts';

/** Returns the target of a run. If the run would start the reference, the target has the settings of the reference. */
async function targetOfRun(env: Environment): Promise<Target> {
  if (namesTarget(env)) return loadTarget(env, undefined);
  const { settingsOf } = await import('../reference/server.ts');
  const { makeWorld } = await import('../reference/world.ts');
  return loadTarget(env, settingsOf(makeWorld({}), 'http://localhost'));
}

/** Prints one line for each of these checks, by area, and then what the run would send. */
export async function listChecks(ids: readonly string[], env: Environment): Promise<void> {
  const target = await targetOfRun(env);
  const plan = planWithout({ ids }, target);
  const listed = ids.filter(id => settingOf(plan.lacks[id] ?? 'selection') ?? id in plan.runs);
  for (const [area, own] of group(listed, areaOf)) {
    const width = Math.max(...own.map(id => id.length));
    print(`${area}\n${own.map(id => `  ${lineOf(id, width, plan.lacks[id])}`).join('\n')}\n`);
  }
  print(`planned: ${totalsOf(plan, target)}`);
}

function lineOf(id: string, width: number, lacks: Lacks | undefined): string {
  const { text, observed } = statements[id as StatementId];
  const line = `${id.padEnd(width)}  ${observed ? 'observed: ' : ''}${text}`;
  const setting = lacks && settingOf(lacks);
  return setting === undefined ? line : paint('dim', `${line} (lacks ${setting})`);
}
