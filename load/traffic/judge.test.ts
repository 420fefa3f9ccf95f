import { expect } from '@playwright/test';
import { ended, projectFile, start, test, tsx } from '../../fixtures/testing/spawned.ts';

test('the reference keeps every law, no variant is accused, each law is broken by a fault', async ({
  cwd,
}) => {
  const script = projectFile('calibration/traffic-truth.ts');
  const { code, stdout, stderr } = await ended(start(tsx, [script], { cwd }));
  expect(code, stderr).toBe(0);
  const { gaps, ...found } = JSON.parse(stdout);
  expect(found).toEqual({ failed: [], accused: [], survivors: [] });
  // What needs a refusal, a synchronous creation or a failed order.
  expect(gaps.sort()).toEqual([
    'errors.business',
    'errors.json',
    'errors.no-wrapper',
    'limits.rejection',
    'limits.retry-after',
    'orders.created',
    'orders.request-error',
  ]);
});
