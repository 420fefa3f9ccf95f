/** Examples of send_voucher (§4.2). */
import { route } from '../../schemas/routes.ts';
import { accepted, bodyOf, refused } from '../automation/examples.ts';
import { without, wrongFields, type ExamplesById } from '../../fixtures/testing/examples.ts';

const texts = { merchant: 'Cafe Ole', recipientName: 'Ada', message: 'Hi' };
const voucher = { ...bodyOf('sendVoucherBody'), ...texts };
const sentVoucher = { ...bodyOf('sentVoucher'), ...texts };
const echoed = (changes: object, sent: object = voucher) =>
  accepted(route.sendVoucher, { ...sentVoucher, ...changes }, sent);

export const voucherExamples: ExamplesById = {
  'vouchers.fields': {
    passes: {
      'the sample': echoed({}),
      'without the optional inputs': accepted(route.sendVoucher, bodyOf('sentVoucher'), voucher),
    },
    fails: {
      ...wrongFields(sentVoucher, data => accepted(route.sendVoucher, data, voucher)),
      'no voucherCode': [
        accepted(route.sendVoucher, without(sentVoucher, 'voucherCode'), voucher),
        'voucherCode',
      ],
    },
    ignores: refused(route.sendVoucher),
  },
  'vouchers.echo': {
    passes: {
      'everything as it was sent': echoed({}),
      'the optional inputs left out, or null': echoed({ recipientName: undefined, message: null }),
      'what pages escape, escaped': echoed(
        { message: 'a &lt; b' },
        { ...voucher, message: 'a < b' },
      ),
      'characters beyond ASCII removed': echoed(
        { message: 'Hi ' },
        { ...voucher, message: 'Hi 🎁' },
      ),
      'texts of the sender in another case, with single blanks': echoed(
        { recipientName: 'ZOË 語', message: 'All the best' },
        { ...voucher, recipientName: 'Zoë 語', message: ' All  the best' },
      ),
      'the merchant of the product': echoed({ merchant: 'Cafe U' }),
      'letters of other alphabets, decomposed': echoed(
        { message: 'Zoe\u0308 語 &amp; 1' },
        { ...voucher, message: 'Zoë 語 & 1' },
      ),
    },
    fails: {
      'a letter replaced': echoed({ message: 'Zo? 語' }, { ...voucher, message: 'Zoë 語' }),
      'a letter left out': echoed({ message: 'Zoë ' }, { ...voucher, message: 'Zoë 語' }),
      'another value': echoed({ valuePurchased: 10.01 }),
      'the value as text': echoed({ valuePurchased: '10' }),
      'another message': echoed({ message: 'Hi!' }),
      'no recipientEmail': echoed({ recipientEmail: undefined }),
    },
    ignores: {
      ...refused(route.sendVoucher),
      'an input beyond the bounds': echoed({}, { ...voucher, valuePurchased: 10_001 }),
      'more than two decimals': echoed({}, { ...voucher, valuePurchased: 10.001 }),
    },
  },
  'vouchers.texts-repeated': {
    passes: {
      'both texts': echoed({}),
      'no message was sent': echoed({ message: null }, without(voucher, 'message')),
    },
    fails: {
      'no recipientName': echoed({ recipientName: undefined }),
      'a message that is null': echoed({ message: null }),
    },
    inconclusive: { 'no texts were sent': echoed({}, bodyOf('sendVoucherBody')) },
    ignores: refused(route.sendVoucher),
  },
  'vouchers.texts-not-sent': {
    passes: {
      'no texts': accepted(route.sendVoucher, bodyOf('sentVoucher'), bodyOf('sendVoucherBody')),
      'null for both': echoed({ recipientName: null, message: null }, bodyOf('sendVoucherBody')),
    },
    fails: { 'a message of another': echoed({ recipientName: '' }, bodyOf('sendVoucherBody')) },
    inconclusive: { 'both were sent': echoed({}) },
    ignores: refused(route.sendVoucher),
  },
};
