/** The read that shows most about the key of a setting, and what it shows. */
import { goodRole, type KeyRole } from '../../../fixtures/config/keys.ts';
import { harmlessLine } from '../../../fixtures/output/sanitize.ts';
import {
  bodyOf,
  field,
  isAccepted,
  isObject,
  isSuccess,
  type Exchange,
} from '../../../schemas/records/exchange.ts';
import { errors, isRow } from '../../../schemas/resources/errors.ts';
import { route, type Route } from '../../../schemas/routes.ts';

export interface Slot {
  readonly read: Route;
  /** Returns true for the response to a key which belongs here. */
  readonly fits: (exchange: Exchange) => boolean;
  /** Returns what a response that fits says of its key. */
  readonly says: (exchange: Exchange) => string;
  /** Names what a key which belongs here gets. */
  readonly expected: string;
}

const refused =
  (name: 'ipNotAllowed' | 'incompleteProfile' | 'verificationPending' | 'noWallet') =>
  (exchange: Exchange) =>
    isRow(exchange, errors[name]);

const rejects = ({ route: id, response }: Exchange): string =>
  `${id} rejects it with ${response.status}`;

export const slots: Readonly<Record<KeyRole, Slot>> = {
  business: {
    read: route.wallet,
    fits: isSuccess,
    says: exchange => `it works; ${walletsText(exchange)}`,
    expected: 'its wallets',
  },
  automation: {
    read: route.status,
    fits: isAccepted,
    says: exchange => `it works; ${statusText(exchange)}`,
    expected: 'the status of its integration',
  },
  revoked: {
    read: route.wallet,
    fits: ({ response }) => response.status === 401,
    says: exchange => `${rejects(exchange)}${textOf(exchange, 'reason')}`,
    expected: '401',
  },
  'ip-blocked': {
    read: route.wallet,
    fits: refused('ipNotAllowed'),
    says: exchange => `${rejects(exchange)}; the target sees ${one(field(exchange, 'ip'))}`,
    expected: '403 "IP not whitelisted"',
  },
  'incomplete-profile': {
    read: route.auth,
    fits: refused('incompleteProfile'),
    says: rejects,
    expected: '403 "Incomplete business profile"',
  },
  'pending-verification': {
    read: route.auth,
    fits: refused('verificationPending'),
    says: rejects,
    expected: '403 "Business verification pending"',
  },
  'no-wallet': {
    read: route.wallet,
    fits: refused('noWallet'),
    says: () => 'its account has no wallet',
    expected: '404 "Wallet not found"',
  },
  'no-integration': {
    read: route.status,
    fits: exchange => [401, 403].includes(exchange.response.status),
    says: exchange => `${rejects(exchange)}; whether it is a good business key shows in a run`,
    expected: 'a rejection',
  },
  'other-account': {
    read: route.wallet,
    fits: isSuccess,
    says: exchange => `it works; ${walletsText(exchange)}`,
    expected: 'its wallets',
  },
  'automation-unconfigured': {
    read: route.status,
    fits: exchange => isAccepted(exchange) && field(exchange, 'configured') === false,
    says: exchange => `it works; ${statusText(exchange)}`,
    expected: 'a status with configured: false',
  },
};

/** Returns true for the two roles whose key has to be accepted. */
export const isGood = (role: KeyRole): boolean =>
  role === goodRole('business') || role === goodRole('automation');

const one = (value: unknown): string => harmlessLine(String(value), 60);

/** `, revoked by its owner` */
function textOf(exchange: Exchange, name: string): string {
  const value = field(exchange, name);
  return typeof value === 'string' ? ` (${one(value)})` : '';
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
