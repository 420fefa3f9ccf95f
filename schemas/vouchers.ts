/** Reads vouchers from the response to a send_voucher or a send_bulk_vouchers (§4.2). */
import { field, isAccepted, type Exchange } from './records/exchange.ts';

/** Returns true if a voucher was sent. A bulk may be accepted although each of its vouchers fails. */
export const hasSentVoucher = (exchange: Exchange): boolean =>
  isAccepted(exchange) &&
  !(
    field(exchange, 'data', 'vouchersSent') === 0 &&
    Number(field(exchange, 'data', 'vouchersFailed')) > 0
  );

/** Returns true for an address in a reserved domain (RFC 2606), which nobody can own. */
export const isReserved = (address: string): boolean =>
  /@(example\.(com|net|org)|(.+\.)?(example|test|invalid))$/.test(address);
