/** `./gv <command>`: every command of the suite. */
import '../fixtures/late-optimization.ts';
import { main } from './cli/main.ts';

process.exitCode = await main(process.argv.slice(2));
