import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { permissions, startConformance } from '../conformance-run.ts';
import type { Tool } from './tool.ts';

/** This suite, with everything configured and allowed; what shows under load only needs its probes. */
export const suite: Tool = {
  name: 'this suite',
  command: './gv conformance',
  accuses: async ({ settings, folder, underLoad }) => {
    const out = join(folder, 'out');
    const env = { ...settings, ...permissions, GV_ALLOW: 'write,spend,exhaust', GV_OUT: out };
    const args = underLoad ? [] : ['--project=contract'];
    const { output } = await startConformance(folder, env, args).ended;
    try {
      const text = readFileSync(join(out, 'conformance.json'), 'utf8');
      const { requirements } = JSON.parse(text) as ConformanceResult;
      return requirements.filter(each => each.verdict === 'failed').map(({ id }) => id);
    } catch {
      throw new Error(`the run left no result:\n${output.slice(-2000)}`);
    }
  },
};
