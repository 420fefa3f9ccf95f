/** The read that shows most about the key of a setting, and what it shows. */
import type { KeyRole } from '../fixtures/config/keys.ts';
import { harmlessLine } from '../fixtures/output/sanitize.ts';
import {
  bodyOf,
  field,
  isAccepted,
  isObject,
  isSuccess,
  type Exchange,
} from '../schemas/records/exchange.ts';
import { errors, isRow, type ErrorRow } from '../schemas/resources/errors.ts';
import { route, type Route } from '../schemas/routes.ts';

export interface Slot {
  readonly read: Route;
  /** Returns true for the response to a key which belongs here. */
  readonly fits: (exchange: Exchange) => boolean;
  /** Returns what a response that fits says of its key. */
  readonly says: (exchange: Exchange) => string;
  /** Names what a key which belongs here gets. */
  readonly expected: string;
}

const rejects = ({ route: id, response }: Exchange): string =>
  `${id} rejects it with ${response.status}`;

/** Returns the slot of a key that is rejected as a row of the error table states. */
const rejected = (read: Route, row: ErrorRow, says = rejects): Slot => ({
  read,
  fits: exchange => isRow(exchange, row),
  says,
  expected: `${row.status} "${row.error}"`,
});

const ofAccount: Slot = {
  read: route.wallet,
  fits: isSuccess,
  says: exchange => `it works; ${walletsText(exchange)}`,
  expected: 'its wallets',
};

const ofIntegration: Slot = {
  read: route.status,
  fits: isAccepted,
  says: exchange => `it works; ${statusText(exchange)}`,
  expected: 'the status of its integration',
};

export const slots: Readonly<Record<KeyRole, Slot>> = {
  business: ofAccount,
  automation: ofIntegration,
  revoked: {
    read: route.wallet,
    fits: ({ response }) => response.status === 401,
    says: exchange => `${rejects(exchange)}${reasonText(exchange)}`,
    expected: '401',
  },
  'ip-blocked': rejected(
    route.wallet,
    errors.ipNotAllowed,
    exchange => `${rejects(exchange)}; the target sees ${one(field(exchange, 'ip'))}`,
  ),
  'incomplete-profile': rejected(route.auth, errors.incompleteProfile),
  'pending-verification': rejected(route.auth, errors.verificationPending),
  'no-wallet': rejected(route.wallet, errors.noWallet, () => 'its account has no wallet'),
  'no-integration': {
    read: route.status,
    fits: ({ response }) => [401, 403].includes(response.status),
    says: exchange => `${rejects(exchange)}; whether it is a good business key shows in a run`,
    expected: 'a rejection',
  },
  'other-account': ofAccount,
  'automation-unconfigured': {
    ...ofIntegration,
    fits: exchange => isAccepted(exchange) && field(exchange, 'configured') === false,
    expected: 'a status with configured: false',
  },
};

/** Returns true for the two roles whose key has to be accepted. */
export const isGood = (role: KeyRole): boolean => role === 'business' || role === 'automation';

const one = (value: unknown): string => harmlessLine(String(value), 60);

/** ` (revoked by its owner)`, if it states that. */
function reasonText(exchange: Exchange): string {
  const reason = field(exchange, 'reason');
  return typeof reason === 'string' ? ` (${one(reason)})` : '';
}

/** Returns the currencies of the wallets, and the account that they belong to. */
function walletsText(exchange: Exchange): string {
  const body = bodyOf(exchange);
  const wallets = (Array.isArray(body) ? body : []).filter(isObject);
  const distinct = (name: string) => [...new Set(wallets.map(each => one(each[name])))];
  if (wallets.length === 0) return 'it has no wallets';
  const owners = distinct('userID');
  return `wallets in ${distinct('currency').join(', ')} of ${owners.length === 1 ? 'account' : 'accounts'} ${owners.join(', ')}`;
}

const statusText = (exchange: Exchange): string =>
  `business ${one(field(exchange, 'businessId'))}, ${
    field(exchange, 'configured') === true ? 'an integration is' : 'no integration is'
  } configured`;
