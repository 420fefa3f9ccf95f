import { expect, test } from '#test';
import { thrownBy } from '../../fixtures/testing/fakes.ts';
import { startReference } from '../../reference/server.ts';
import { createClient, Rejected } from './client.ts';

test('the example client calls the routes, and states why it is rejected', async () => {
  const reference = await startReference();
  const { baseUrl, settings } = reference;
  try {
    const client = createClient({ baseUrl, apiKey: settings.GV_API_KEY! });
    const { products } = await client.products({ limit: 1 });
    const { productCode, currency, minPrice: valuePurchased } = products[0]!;
    const wallets = await client.wallets();
    expect(wallets.map(each => each.currency)).toContain(currency);

    const queued = await client.createOrder({ productCode, currency, valuePurchased });
    expect(queued.status).toBe('queued');
    // The list below then has the order on its first page.
    const requestId = String(queued['orderRequestId']);
    const status = async () => (await client.orderRequest(requestId)).status;
    await expect.poll(status).toBe('succeeded');

    const ids = new Set<string>();
    for await (const order of client.allOrders()) ids.add(order._id);
    expect(ids.size).toBe((await client.orders({ limit: 1 })).total);

    expect((await client.search({ category: ['Travel', 'Pets'] })).products).not.toEqual([]);
    expect((await client.filters()).merchants).not.toEqual([]);
    expect((await client.ledger({ limit: 1 })).transactions).toHaveLength(1);
    const webhook = await client.createWebhook(JSON.parse(settings.GV_WEBHOOK_BODY!));
    await client.deleteWebhook((webhook as { _id: string })._id);
    const tools = createClient({ baseUrl, apiKey: settings.GV_AUTOMATION_KEY! });
    expect((await tools.automation.balance('GBP')).data.currency).toBe('GBP');
    expect((await tools.automation.status()).configured).toBe(true);
    expect((await tools.tool('get_gift_details')).tool.name).toBe('get_gift_details');

    const stranger = createClient({ baseUrl, apiKey: 'nobody' });
    const error = await thrownBy(() => stranger.wallets());
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({
      name: 'Rejected',
      status: 401,
      body: { error: 'Invalid API key' },
    });
  } finally {
    await reference.close();
  }
});
