import { spawn } from 'node:child_process';
import { expect, test } from '#test';
import { watchTree } from './process-tree.ts';

/** A process with a child that holds 100 MB; both live until they are ended. */
const parent = `
  const { spawn } = require('node:child_process');
  const child = 'globalThis.kept = Buffer.alloc(1e8, 1); console.log("ready"); setInterval(() => {}, 1000);';
  spawn(process.execPath, ['-e', child], { stdio: 'inherit' });
  setInterval(() => {}, 1000);
`;

test('what all processes of a tree take is one sum; what is left of it is named, and ended', async () => {
  const root = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'ignore'] });
  const tree = watchTree(root.pid!);
  const gone = new Promise(resolve => root.once('close', resolve));
  await new Promise(resolve => root.stdout.once('data', resolve));
  await new Promise(resolve => setTimeout(resolve, 200));
  const { peak, left } = tree.stop();
  expect(peak).toBeGreaterThan(130);
  expect(left).toHaveLength(2);
  tree.kill();
  await gone;
  expect(tree.stop().left).toEqual([]);
});
