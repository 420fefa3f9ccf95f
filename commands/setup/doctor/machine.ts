/** Whether this machine has what a run needs: Node, k6, folders to write to. */
import { randomUUID } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { stateFolder } from '../../../fixtures/config/state.ts';
import type { Values } from '../../../fixtures/config/settings.ts';
import { defaultOutput } from '../../../fixtures/config/target.ts';
import { findK6, noK6 } from '../../../load/k6/find.ts';
import { expectFree } from '../../../fixtures/output/claim.ts';
import { expectOurs } from '../../../fixtures/output/ours.ts';
import { OutputProblem, whyUnwritable } from '../../../fixtures/output/problem.ts';
import type { Finding } from '../../../schemas/records/diagnosis.ts';
import { look, ok, stop } from './finding.ts';

/** `engines` of package.json. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

/** @param probes whether limiters may be probed, which is all that k6 is for. */
export async function examineMachine(values: Values, probes: boolean): Promise<Finding[]> {
  return [
    nodeFinding(),
    await k6Finding(values, probes),
    await outputFinding(values),
    stateFinding(values),
  ];
}

const nodeFinding = (version = process.versions.node): Finding =>
  isSupportedNode(version)
    ? ok(`Node ${version}`)
    : stop(`Node ${version}: this suite runs on 20.19 and later, and on 22.12 and later`);

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

/** In the folder, or where it would be made; nothing is left there. */
function tryWriting(folder: string): void {
  let existing = resolve(folder);
  while (!statSync(existing, { throwIfNoEntry: false })) existing = dirname(existing);
  const file = join(existing, `.gv-${randomUUID()}`);
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  rmSync(file);
}
