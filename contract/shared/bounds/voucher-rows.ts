/** Vouchers that meet several bounds at a time (§4.2). */
import { payloads, type Payload } from '../../../fixtures/payloads/payloads.ts';
import { rows, type Row } from '../../../fixtures/payloads/rows.ts';
import { sendVoucherBody } from '../../../schemas/resources/send-voucher.ts';
import { isUneven } from '../requests/price-range.ts';
import type { Voucher } from '../requests/vouchers.ts';

const texts = ['recipientEmail', 'recipientName', 'message'];
/** The catalog of a target may refuse these for reasons of its own. */
export const fromCatalog = ['productCode', 'merchant', 'currency', 'valuePurchased'];

/** The highest value is sent alone: it costs more than all others. */
const isCheap = ({ keyword }: Payload): boolean => keyword !== 'maximum';

/** Valid payloads of some fields, but the highest value, other currencies and absence, in as few vouchers as possible. */
function rowsOf(voucher: Voucher, fields: readonly string[]): Row[] {
  const base = { ...voucher };
  const valid = payloads(sendVoucherBody, base).filter(
    each => each.valid && isCheap(each) && !['optional', 'enum'].includes(each.keyword),
  );
  return rows(
    base,
    valid.filter(({ field }) => fields.includes(field)),
  );
}

/** Texts and what the catalog knows stay apart: a refusal of one must not hide the other. */
export const voucherRows = (voucher: Voucher): Row[] => [
  ...rowsOf(voucher, texts),
  ...rowsOf(voucher, fromCatalog),
];

/** Of some rows, one that holds an amount which a binary fraction misses, in this currency. */
export const unevenRow = (all: readonly Row[], currency: string): Row | undefined =>
  all.find(({ parts }) =>
    parts.some(({ body }) => {
      const voucher = body as Voucher;
      return voucher.currency === currency && isUneven(voucher.valuePurchased);
    }),
  );

/** The same vouchers as bulks, in which each takes a position of its own. */
export const bulkRows = (voucher: Voucher): Row[] =>
  [texts, fromCatalog].map(fields => {
    const vouchers = rowsOf(voucher, fields);
    return {
      body: { vouchers: vouchers.map(({ body }) => body) },
      parts: vouchers.flatMap(({ parts }) => parts),
    };
  });
