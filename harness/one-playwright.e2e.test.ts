import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { ended, projectFile, start, test } from '../fixtures/testing/spawned.ts';

test('a configuration of another Playwright is told which version it needs', async ({ cwd }) => {
  const theirs = join(cwd, 'node_modules/playwright');
  mkdirSync(theirs, { recursive: true });
  writeFileSync(join(theirs, 'package.json'), '{"version":"1.60.0"}');
  const load = (folder: string) => {
    const initiator = JSON.stringify(
      `Error\n    at Object.<anonymous> (${folder}/lib/index.js:1:2)`,
    );
    const module = JSON.stringify(projectFile('harness/one-playwright.ts'));
    const code = `process.__pw_initiator__ = ${initiator}; await import(${module})`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
    return ended(start(process.execPath, args, { cwd: projectFile('.') }));
  };
  expect((await load(theirs)).stderr).toMatch(
    /Your @playwright\/test is 1\.60\.0, and gift-voucher-conformance has (\S+) of its own: install @playwright\/test \1, so that there is one copy\./,
  );
  const ours = realpathSync(projectFile('node_modules/playwright'));
  expect(await load(ours)).toMatchObject({ code: 0, stderr: '' });
});
