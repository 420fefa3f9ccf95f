/** k6 for the tests of the tester. */
import { test } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { findK6 } from './find.ts';

const cacheDir = fileURLToPath(new URL('../../.cache', import.meta.url));

/** k6 as the project finds or builds it; where it cannot, the test is skipped and says why. */
export async function ownK6(): Promise<string> {
  const found = await findK6({ explicit: process.env['GV_K6'], cacheDir });
  test.skip('missing' in found, 'missing' in found ? found.missing : '');
  return 'path' in found ? found.path : '';
}
