import { expect, test } from '#test';
import { NotExercised } from '../../fixtures/verdict.ts';
import { lostTexts } from './agreement.ts';

const gift = { message: 'Hi', recipientEmail: 'a@example.com', recipientName: 'Ada' };
const body = { productCode: 'A', giftOrder: gift };

test('a text that comes back in other words is not lost', () => {
  expect(lostTexts(body, [{ giftOrder: { ...gift, message: 'HI' } }])).toEqual([]);
});

test('what was not given, or is more than plain text, may be absent', () => {
  const given = { giftOrder: { ...gift, message: '<3', recipientName: ' ' } };
  const order = { giftOrder: { recipientEmail: 'a@example.com' } };
  expect(lostTexts(given, [order])).toEqual([]);
});

test('a name that is masked shows that the body is read', () => {
  const masked = { ...gift, message: null, recipientName: 'Qzk', recipientEmail: 'x@qwertyu.abc' };
  expect(lostTexts(body, [{ giftOrder: masked }])).toEqual(['message']);
});

test('without a text that comes back, nothing shows that the body is read', () => {
  const nothing = () => lostTexts(body, [{ giftOrder: null }, { giftOrder: { message: null } }]);
  expect(nothing).toThrow(NotExercised);
  expect(() => lostTexts({ productCode: 'A' }, [{ giftOrder: gift }])).toThrow(NotExercised);
});

test('a text of another line shows on two orders, and that of its own on none', () => {
  const other = { ...gift, message: 'H2' };
  const lines = { orders: [body, { ...body, giftOrder: other }] };
  const made = (...gifts: object[]) => gifts.map(giftOrder => ({ giftOrder }));
  expect(lostTexts(lines, made(other, gift))).toEqual([]);
  expect(lostTexts(lines, made(gift))).toEqual([]);
  expect(lostTexts([...lines.orders, body], made(gift, gift))).toEqual([]);
  expect(lostTexts(lines, made(gift, gift))).toEqual([
    'message (two orders have that of one line)',
  ]);
});
