/** Samples of orders and order requests (§2.2 to §2.4). */
import { bulkOrderCreated } from '../bulk-order.ts';
import { createdOrder, listedOrder, order } from '../order.ts';
import { orderRequestStatus, queuedOrderRequest } from '../order-request.ts';
import { ordersPage } from '../pages.ts';
import { dated, lacking, paging, type Sample } from './example.ts';

const imageUrl = 'https://img.example.com/1.png';
const plainOrder = {
  _id: 'o1',
  productCode: 'CAFE-1',
  merchant: { name: 'Café Ü' },
  currency: 'GBP',
  valuePurchased: 10,
  status: 'active',
  isPaid: true,
  isActive: true,
  isActivated: false,
  usageLimit: 1,
  giftOrder: { message: 'Hi', recipientEmail: 'a@example.com', recipientName: 'Ada' },
  transactionId: 't1',
  ...dated,
};
const orderFields =
  '_id productCode merchant currency valuePurchased status isPaid isActive isActivated transactionId createdAt updatedAt';
const summary = { totalOrders: 1, totalValue: 10, currency: 'GBP', remainingBalance: 90.5 };

export const orderSamples: Readonly<Record<string, Sample>> = {
  order: {
    schema: order,
    body: plainOrder,
    required: orderFields,
    valid: {
      'the status is another one': { status: 'expired' },
      'the merchant has more fields': { merchant: { name: 'A', voucherCode: 'X' } },
      'previousUserId is null': { previousUserId: null },
      'it is not paid and has no transaction': { isPaid: false, transactionId: null },
      'its use is not limited': { usageLimit: null },
      'nobody was given it': { giftOrder: null },
      'nobody gave a message': { giftOrder: { message: null, recipientEmail: 'a@example.com' } },
      'the recipient is of a type that no table gives': { giftOrder: { recipientName: ['Ada'] } },
    },
    invalid: {
      'the merchant has no name': { merchant: {} },
      'a flag is text': { isPaid: 'true' },
      'previousUserId is a number': { previousUserId: 1 },
      'it is paid and its transaction is empty': { transactionId: '' },
      'the code is empty': { productCode: '' },
      'giftOrder is text': { giftOrder: 'Hi' },
      'the limit is text': { usageLimit: '1' },
    },
  },
  listedOrder: {
    schema: listedOrder,
    body: { ...plainOrder, imageUrl },
    required: orderFields,
  },
  createdOrder: {
    schema: createdOrder,
    body: { ...plainOrder, product: { imageUrl, merchant: 'A', productCode: 'B' } },
    required: `${orderFields} product`,
    invalid: {
      'the merchant of the product is an object': {
        product: { imageUrl, merchant: { name: 'A' }, productCode: 'B' },
      },
      ...lacking({ imageUrl, merchant: 'A', productCode: 'B' }, product => ({ product })),
    },
  },
  ordersPage: {
    schema: ordersPage,
    body: { ...paging, orders: [{ ...plainOrder, imageUrl }] },
    required: 'total page totalPages orders',
    invalid: { 'an order is empty': { orders: [{}] } },
  },
  orderRequestStatus: {
    schema: orderRequestStatus,
    body: { orderRequestId: 'r1', status: 'queued', type: 'single', ...dated },
    required: 'orderRequestId status type createdAt updatedAt',
    valid: {
      'the status is another one': { status: 'processing' },
      'the result is any object': { type: 'bulk', result: { any: 1 } },
      'result and error are null': { result: null, error: null },
    },
    invalid: {
      'the type is another one': { type: 'triple' },
      'the result is a list': { result: [] },
      'the error is an object': { error: {} },
    },
  },
  queuedOrderRequest: {
    schema: queuedOrderRequest,
    body: { orderRequestId: 'r1', status: 'queued' },
    required: 'orderRequestId status',
    invalid: { 'the status is another one': { status: 'pending' } },
  },
  bulkOrderCreated: {
    schema: bulkOrderCreated,
    body: { success: true, orders: [plainOrder], summary },
    required: 'success orders summary',
    valid: { 'orders were rejected': { rejectedOrders: [{ productCode: 'A', reason: 'B' }] } },
    invalid: {
      ...lacking(summary, part => ({ summary: part })),
      ...lacking({ productCode: 'A', reason: 'B' }, part => ({ rejectedOrders: [part] })),
      'the number of orders is a fraction': { summary: { ...summary, totalOrders: 1.5 } },
    },
  },
};
