/** §5 Authentication: judges the rejection of a key in one exchange. */
import { isIP } from 'node:net';
import { alterations } from '../../schemas/schema.ts';
import { arrayIn, field, has, isSuccess, type Exchange } from '../../schemas/records/exchange.ts';
import { errors, isRow, type ErrorRow } from '../../schemas/resources/errors.ts';
import { route } from '../../schemas/routes.ts';
import { holds, isAddressOrRange, withoutPort } from '../../harness/run/expect/formats.ts';
import { expect } from '../../harness/run/expect/expect.ts';
import { expectError } from '../errors/judgements.ts';
import { isBusiness, type Judgement, type Judgements } from '../../harness/run/judgement.ts';

const states = [
  'revoked',
  'ip-blocked',
  'incomplete-profile',
  'pending-verification',
  'no-integration',
];

/** Returns an explanation if a key in a special state is accepted. The setting may hold a key that is not in that state. */
export const doubtOf = (exchange: Exchange): string | undefined =>
  states.includes(exchange.key) && isSuccess(exchange)
    ? `the target ignores the state of the ${exchange.key} key, or the settings give a key in another state`
    : undefined;

const isRejection = ({ response }: Exchange): boolean => response.status === 401;

/** Judges the error that keys of these roles get on a business route. The role `recorded` is a key whose role is unknown. */
const refusal = (row: ErrorRow, ...roles: readonly string[]): Judgement => ({
  appliesTo: exchange =>
    isBusiness(exchange) &&
    exchange.response.status !== 429 &&
    roles.includes(exchange.key) &&
    (exchange.key !== 'recorded' || isRejection(exchange)),
  verify: exchange => expect(exchange, doubtOf(exchange)).toBeError(row),
  requiresAccepted: true,
  rejectedKeys: true,
});

/**
 * Returns a test for the 403 of a state (§5.3, §5.5), by the role of the key or by the text. A limiter may reject the request
 * before the key is checked.
 */
const isState = (row: ErrorRow, role: string) => (exchange: Exchange) =>
  (exchange.key === role && exchange.response.status !== 429) || isRow(exchange, row);

const { ipNotAllowed, incompleteProfile, verificationPending } = errors;
const isAddressRefused = isState(ipNotAllowed, 'ip-blocked');

/** Expects a rejection of the address (§5.3). The spec does not show status and body on automation and tool routes (§7). */
function expectAddressRefused(exchange: Exchange): void {
  if (isBusiness(exchange)) expectError(exchange, ipNotAllowed, doubtOf(exchange));
  else expect(exchange, doubtOf(exchange)).toBeRefused();
}

/** Judges the state of the profile on GET /auth only (§5.5). */
const profileState = (row: ErrorRow, role: string): Judgement => ({
  appliesTo: exchange => exchange.route === route.auth.id && isState(row, role)(exchange),
  verify: exchange => expectError(exchange, row, doubtOf(exchange)),
  rejectedKeys: true,
});

export const auth: Judgements = {
  'auth.missing-key': refusal(errors.missingKey, 'none'),
  'auth.unknown-key': refusal(errors.invalidKey, 'unknown', 'odd', 'recorded'),
  'auth.altered-key': refusal(errors.invalidKey, ...alterations),
  'auth.revoked-key': refusal(errors.invalidKey, 'revoked'),
  'auth.reason': {
    rejectedKeys: true,
    appliesTo: exchange => isBusiness(exchange) && isRejection(exchange) && has(exchange, 'reason'),
    verify: exchange =>
      expect(exchange).toMatchSchema({
        title: 'Refusal of a key',
        type: 'object',
        properties: { reason: { type: ['string', 'null'] } },
      }),
  },
  'auth.ip-allow-list': {
    rejectedKeys: true,
    appliesTo: isAddressRefused,
    verify: expectAddressRefused,
  },
  'auth.ip-named': {
    rejectedKeys: true,
    appliesTo: exchange => isBusiness(exchange) && isAddressRefused(exchange),
    verify: exchange => {
      const ip = field(exchange, 'ip');
      const caller = withoutPort(String(ip));
      expect(ip, 'ip').toSatisfy('an IP address', each => isIP(withoutPort(String(each))) !== 0);
      const listed = arrayIn(field(exchange, 'whitelistedIps')).map(String);
      expect(
        listed.filter(entry => !isAddressOrRange(entry)),
        'other entries of whitelistedIps',
      ).toBeEmpty('only addresses and ranges');
      expect(
        listed.filter(entry => holds(entry, caller)),
        `entries of whitelistedIps that contain the caller ${caller}`,
      ).toBeEmpty('none, because the caller is rejected');
    },
  },
  'auth.incomplete-profile': profileState(incompleteProfile, 'incomplete-profile'),
  'auth.pending-verification': profileState(verificationPending, 'pending-verification'),
};
