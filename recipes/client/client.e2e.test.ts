import { spawnSync } from 'node:child_process';
import { expect, test } from '#test';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import { startReference } from '../../reference/server.ts';
import { projectFile } from '../../fixtures/testing/spawned.ts';
import { createClient, Rejected } from './client.ts';

test('the example client compiles with the types that the package exports', () => {
  for (const command of ['npm run build:schemas', 'npx tsc -p recipes/client']) {
    const { status, stdout, stderr } = spawnSync(command, {
      cwd: projectFile('.'),
      shell: true,
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
  }
});

test('the example client reads lists, orders, and states why it is rejected', async () => {
  const reference = await startReference();
  const { baseUrl, settings } = reference;
  try {
    const client = createClient({ baseUrl, apiKey: settings.GV_API_KEY! });
    const { products } = await client.products({ limit: 1 });
    const { productCode, currency, minPrice: valuePurchased } = products[0]!;
    const wallets = await client.wallets();
    expect(wallets.map(each => each.currency)).toContain(currency);

    const queued = await client.order({ productCode, currency, valuePurchased });
    expect(queued.status).toBe('queued');
    // The list below has it then from the first page on.
    const requestId = String(queued['orderRequestId']);
    const status = async () => (await client.orderRequest(requestId)).status;
    await expect.poll(status).toBe('succeeded');

    const ids = new Set<string>();
    for await (const order of client.allOrders()) ids.add(order._id);
    expect(ids.size).toBe((await client.orders({ limit: 1 })).total);

    const stranger = createClient({ baseUrl, apiKey: 'nobody' });
    const error = await thrownBy(() => stranger.wallets());
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({ status: 401, body: { error: 'Invalid API key' } });
  } finally {
    await reference.close();
  }
});
