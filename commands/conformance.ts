/** `npm run conformance`, `smoke`: a run of the checks. Options of Playwright, like `--grep auth.`, are passed on. */
import { runConformance } from './shared/run-conformance.ts';

process.exitCode = await runConformance(process.argv.slice(2));
