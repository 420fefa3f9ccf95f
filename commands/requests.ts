/** Writes the requests of each check, as they were measured on the reference (`./gv requests`). */
import { print } from '../harness/output/wrap.ts';
import { measureRequests } from '../selftest/requests.ts';
import { command } from './cli/command.ts';
import { writeGenerated } from './generated.ts';

export default command({
  about:
    'Writes contract/setup/requests.json: which checks use each request of a run on the reference. The plan of a run counts its requests by this file. Takes seconds.',
  examples: [['./gv requests', 'run it after checks have changed, and commit the file']],
  exitCodes: { 0: 'the file was written', 3: 'an error' },
  run: async () => {
    const all = await measureRequests();
    await writeGenerated('contract/setup/requests.json', JSON.stringify(all));
    print(`${all.reduce((sum, { requests }) => sum + requests, 0)} requests`);
    return 0;
  },
});
