/** Finds keys and ids in the settings that look wrong from the exchanges of the run. */
import {
  arrayIn,
  at,
  bodyOf,
  field,
  has,
  isAccepted,
  isSuccess,
  sentId,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { route, routes, type Route } from '../../schemas/routes.ts';

interface Doubt {
  readonly key: string;
  readonly text: string;
  /** Returns true if an exchange shows that the setting holds another kind of key. */
  readonly shows: (exchange: Exchange) => boolean;
}

const isOnRoute = (exchange: Exchange, ...to: readonly Route[]): boolean =>
  to.some(({ id }) => id === exchange.route);

/** Returns true if the key was accepted. Integration routes may reject with 200 (§7). */
const isAcceptedKey = (exchange: Exchange): boolean =>
  isOnRoute(exchange, ...routes.integration) ? isAccepted(exchange) : isSuccess(exchange);

const doubts: readonly Doubt[] = [
  { key: 'revoked', text: 'GV_KEY_REVOKED is accepted', shows: isAcceptedKey },
  {
    key: 'ip-blocked',
    text: 'GV_KEY_IP_BLOCKED is accepted from the address of this run',
    shows: isAcceptedKey,
  },
  {
    key: 'incomplete-profile',
    text: 'GV_KEY_INCOMPLETE_PROFILE is accepted: its profile looks complete',
    shows: exchange => isOnRoute(exchange, route.auth) && isSuccess(exchange),
  },
  {
    key: 'pending-verification',
    text: 'GV_KEY_PENDING_VERIFICATION is accepted: its business looks verified',
    shows: exchange => isOnRoute(exchange, route.auth) && isSuccess(exchange),
  },
  {
    key: 'no-wallet',
    text: 'GV_KEY_NO_WALLET has a wallet',
    shows: exchange =>
      isOnRoute(exchange, route.wallet) && isSuccess(exchange) && walletIds(exchange).length > 0,
  },
  {
    key: 'no-integration',
    text: 'GV_KEY_NO_INTEGRATION is accepted on integration routes',
    shows: exchange => isOnRoute(exchange, ...routes.integration) && isAccepted(exchange),
  },
  {
    key: 'automation-unconfigured',
    text: 'GV_AUTOMATION_KEY_UNCONFIGURED has an integration configured',
    shows: exchange => isOnRoute(exchange, route.status) && field(exchange, 'configured') === true,
  },
  {
    key: 'automation',
    text: 'GV_AUTOMATION_KEY is refused on integration routes',
    shows: exchange =>
      isOnRoute(exchange, route.status) && [401, 403].includes(exchange.response.status),
  },
];

const walletIds = (exchange: Exchange): unknown[] =>
  arrayIn(bodyOf(exchange)).map(each => at(each, '_id'));

/** Returns true if two keys see the same wallets. If they share only some wallets, that is a fault of the service. */
function isOneAccount(exchanges: readonly Exchange[]): boolean {
  const wallets = (key: string) =>
    exchanges.findLast(
      each => each.key === key && isOnRoute(each, route.wallet) && isSuccess(each),
    );
  const [ours, theirs] = [wallets('business'), wallets('other-account')];
  if (!ours || !theirs) return false;
  const [own, others] = [walletIds(ours), walletIds(theirs)];
  return own.length > 0 && own.length === others.length && own.every(id => others.includes(id));
}

/** Returns a sentence per setting, with the route that shows the problem. */
function findSuspectKeys(exchanges: readonly Exchange[]): string[] {
  const shown = doubts.flatMap(({ key, text, shows }) => {
    const exchange = exchanges.find(each => each.key === key && shows(each));
    return exchange ? [`${text} (${exchange.route} answers ${exchange.response.status})`] : [];
  });
  const same = 'GV_KEY_OTHER_ACCOUNT belongs to the same account as GV_API_KEY (GET /wallet)';
  return [...shown, ...(isOneAccount(exchanges) ? [same] : [])];
}

interface IdDoubt {
  readonly setting: `GV_${string}`;
  readonly text: string;
  /** Returns true if the response shows that the id is of another kind. */
  readonly shows: (exchange: Exchange) => boolean;
}

const idDoubts: readonly IdDoubt[] = [
  {
    setting: 'GV_ORDER_REQUEST_SUCCEEDED',
    text: 'is not a single order request that succeeded',
    shows: each => has(each, 'error') || field(each, 'type') === 'bulk' || isUnknown(each),
  },
  {
    setting: 'GV_ORDER_REQUEST_FAILED',
    text: 'is not an order request that failed',
    shows: each => has(each, 'result') || isUnknown(each),
  },
  {
    setting: 'GV_ORDER_REQUEST_BULK',
    text: 'is not a bulk order request',
    shows: each => field(each, 'type') === 'single' || isUnknown(each),
  },
  { setting: 'GV_ORDER_REQUEST_UNKNOWN', text: 'is known', shows: isSuccess },
  {
    setting: 'GV_ORDER_REQUEST_INVALID',
    text: 'has a valid format',
    shows: each => isSuccess(each) || isUnknown(each),
  },
  { setting: 'GV_ORDER_UNKNOWN', text: 'is known', shows: isSuccess },
  { setting: 'GV_WEBHOOK_UNKNOWN', text: 'is known', shows: isSuccess },
];

const isUnknown = ({ response }: Exchange): boolean => response.status === 404;

/** @param settings Only settings that were given. A discovered setting has already shown its effect. */
const findSuspectIds = (
  exchanges: readonly Exchange[],
  settings: Readonly<Record<string, unknown>>,
): string[] =>
  idDoubts.flatMap(({ setting, text, shows }) => {
    const exchange = exchanges.find(
      each => each.key === 'business' && sentId(each) === settings[setting] && shows(each),
    );
    return exchange
      ? [`${setting} ${text} (${exchange.route} answers ${exchange.response.status})`]
      : [];
  });

export const findSuspectSettings = (
  exchanges: readonly Exchange[],
  settings: Readonly<Record<string, unknown>> = {},
): string[] => [...findSuspectKeys(exchanges), ...findSuspectIds(exchanges, settings)];
