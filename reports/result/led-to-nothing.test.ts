import { expect, test } from '#test';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';
import type { Exchange } from '../../schemas/records/exchange.ts';
import { route } from '../../schemas/routes.ts';
import { findLedToNothing } from './led-to-nothing.ts';

const order = (status: number, body: unknown = {}) =>
  exchangeOn(route.createOrder, { sent: { productCode: 'A' }, status, body });
const queued = order(202, { orderRequestId: 'r1', status: 'queued' });
const poll = (body: object) => exchangeOn(route.orderRequest, { param: 'r1', body });
const voucher = (
  status: number,
  recipientEmail = 'a@shop.de',
  body: object = { success: status === 200 },
) =>
  exchangeOn(route.sendVoucher, {
    key: 'automation',
    sent: { productCode: 'A', recipientEmail },
    status,
    body,
  });
const webhook = (status: number) =>
  exchangeOn(route.createWebhook, { sent: { url: 'https://a.b' }, status });
const walletOf = (balance: number) => exchangeOn(route.wallet, { body: [{ balance }] });

const found = (
  exchanges: readonly Exchange[],
  { allow = ['read', 'write', 'spend'], isWhole = false, lacks = [] as readonly string[] } = {},
) =>
  findLedToNothing({
    allow,
    exchanges,
    discovered: lacks.map(name => ({ name, how: 'nothing was found' })),
    isWhole,
  });

test('a permission that led to nothing is named with what was sent and what came', () => {
  const [rejected, sent, registered] = [order(422), voucher(200), webhook(201)];
  const some = [sent, registered];
  for (const [exchanges, sentences] of [
    [
      [rejected, order(404), rejected, ...some],
      ['No order was accepted: 3 requests, 3 rejections, 422, 404'],
    ],
    [[rejected, order(201), ...some], []],
    [
      [queued, poll({ status: 'queued' }), ...some],
      [
        'No order request created an order: 1 queued order, 1 poll, 1 did not end. Raise GV_ASYNC_TIMEOUT if orders take longer',
      ],
    ],
    [
      [
        queued,
        poll({ status: 'queued' }),
        { ...poll({ error: 'Order request not found' }), key: 'other-account' },
        ...some,
      ],
      [
        'No order request created an order: 1 queued order, 1 poll, 1 did not end. Raise GV_ASYNC_TIMEOUT if orders take longer',
      ],
    ],
    [
      [queued, poll({ error: 'Sold out' }), ...some],
      ['No order request created an order: 1 queued order, 1 poll, 1 ended with an error'],
    ],
    [[queued, poll({ result: {} }), ...some], []],
    [
      [queued, poll({ result: { orders: [], summary: {} } }), ...some],
      ['No order request created an order: 1 queued order, 1 poll'],
    ],
    [[voucher(400), order(201), registered], ['No voucher was sent: 1 request, 1 rejection, 400']],
    [
      [voucher(400, 'a@example.com'), order(201), registered],
      [
        'No voucher was sent: 1 request, 1 rejection, 400. The cause may be the reserved domain of a@example.com: set GV_RECIPIENT to another address',
      ],
    ],
    [
      [voucher(403, 'a@example.com', { message: 'Forbidden' }), order(201), registered],
      [
        'No voucher was sent: 1 request, 1 rejection, 403. A gateway or firewall answered: let it pass the requests of this machine',
      ],
    ],
    [[webhook(400), order(201)], ['No webhook was registered: 1 request, 1 rejection, 400']],
    // The plan of the account may have no webhooks.
    [[webhook(403), order(201)], []],
    [
      [walletOf(0), order(201)],
      ['No balance was shown: 1 purchase was accepted, and each of 1 balance is 0'],
    ],
    [[walletOf(0), walletOf(9), order(201)], []],
    [[walletOf(0)], []],
  ] as const)
    expect(found(exchanges)).toEqual(sentences);
});

test('a run that lacks the body of an order is excused, unless its permission led to nothing at all', () => {
  const lacks = ['GV_ORDER_BODY', 'GV_WEBHOOK_BODY'];
  expect(found([order(422), webhook(400), voucher(200)], { lacks })).toEqual([]);
  expect(found([order(422), webhook(400)], { lacks })).toEqual([
    'No order was accepted: 1 request, 1 rejection, 422. Set GV_ORDER_BODY',
    'No webhook was registered: 1 request, 1 rejection, 400. Set GV_WEBHOOK_BODY',
  ]);
});

test('only a whole run must use each permission, and requests without a body or without permission are not counted', () => {
  const empty = [
    exchangeOn(route.createOrder, { sent: {}, status: 422 }),
    exchangeOn(route.createOrder, {
      sent: { productCode: 'A' },
      key: 'other-account',
      status: 403,
    }),
    order(429),
  ];
  expect(found(empty)).toEqual([]);
  expect(found([order(422)], { allow: ['read'] })).toEqual([]);
  expect(found(empty, { isWhole: true })).toEqual([
    'GV_ALLOW permits to spend, and nothing was sent',
    'GV_ALLOW permits to write, and nothing was sent',
  ]);
  expect(found([], { isWhole: true, allow: ['read', 'exhaust'] })).toEqual([]);
});
