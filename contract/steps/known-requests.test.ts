import { expect, test } from '#test';
import type { Context } from '../../harness/run/context.ts';
import { targetWith } from '../../fixtures/testing/fakes.ts';
import { readRequestOfSetting } from './known-requests.ts';

test('a setting of an order request that is not set says where the requests of the run are judged', async () => {
  const context = { target: targetWith({}) } as Context;
  await expect(readRequestOfSetting(context, 'GV_ORDER_REQUEST_SUCCEEDED')).rejects.toThrow(
    /^GV_ORDER_REQUEST_SUCCEEDED is not set: .*\. Order requests of this run have their own cases$/,
  );
});
