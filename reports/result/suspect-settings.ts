/** Finds settings that look wrong from the exchanges of the run: keys, ids and names of parameters. */
import {
  arrayIn,
  at,
  bodyOf,
  dateOf,
  field,
  has,
  isAccepted,
  isObject,
  isSuccess,
  sentId,
  sentQuery,
  type Exchange,
} from '../../schemas/records/exchange.ts';
import { lists, toPage, type Page } from '../../schemas/lists.ts';
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

/** Tolerance for clocks. Requests take time, and a queue before the target adds to it. */
const mostApartMs = 30_000;

/**
 * Returns the minimum number of milliseconds by which the clock of the target is ahead, negative if behind, or undefined without a Date. A
 * Date has whole seconds and requests take time. All responses count, because a cache may repeat an old Date.
 */
function clockAhead(exchanges: readonly Exchange[]): number | undefined {
  const apart = exchanges.flatMap(exchange => {
    const date = dateOf(exchange);
    if (date === undefined) return [];
    const { startedAt, durationMs } = exchange.times;
    return [Math.max(0, date - startedAt - durationMs) + Math.min(0, date + 1000 - startedAt)];
  });
  return apart.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0];
}

/**
 * Returns a sentence if the clocks differ. The checks do not need this, because they compare timestamps with the target's own Date, and
 * days with a day of tolerance. It helps those who read the logs of both sides.
 */
function compareClocks(exchanges: readonly Exchange[], mostMs = mostApartMs): string[] {
  const ahead = clockAhead(exchanges) ?? 0;
  if (Math.abs(ahead) <= mostMs) return [];
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return [
    `the clock of the target (Date) is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock of this machine: which is right?`,
  ];
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

/** Pairs a page with the value of the parameter that requested it. */
interface Asked {
  readonly value: string;
  readonly page: Page;
}

interface ParameterDoubt {
  readonly setting: `GV_${string}`;
  readonly list: (typeof lists)['search' | 'ledger'];
  /** Returns true if the pages show that the parameter has no effect. */
  readonly isIgnored: (asked: readonly Asked[]) => boolean;
}

/** Returns true if the list is not empty and the condition holds for each page. */
const all = (asked: readonly Asked[], holds: (each: Asked) => boolean): boolean =>
  asked.length > 0 && asked.every(holds);

const hasOthers = ({ value, page }: Asked): boolean =>
  page.items.some(item => isObject(item) && item['currency'] !== value);

/** Pages below this size only occur if a limit was requested. */
const fewItems = 10;

const parameterDoubts: readonly ParameterDoubt[] = [
  {
    setting: 'GV_SEARCH_PAGE_PARAM',
    list: lists.search,
    isIgnored: asked =>
      all(
        asked.filter(({ value, page }) => +value > 1 && +value <= (page.totalPages ?? 0)),
        ({ value, page }) => page.page !== +value,
      ),
  },
  {
    setting: 'GV_SEARCH_LIMIT_PARAM',
    list: lists.search,
    isIgnored: asked =>
      all(
        asked.filter(({ value, page }) => +value < fewItems && page.limit !== undefined),
        ({ value, page }) => page.limit !== +value,
      ),
  },
  {
    setting: 'GV_LEDGER_CURRENCY_PARAM',
    list: lists.ledger,
    // If one currency also shows entries in other currencies, that is a fault of the service.
    isIgnored: asked => new Set(asked.filter(hasOthers).map(({ value }) => value)).size > 1,
  },
];

/** @param settings Only settings that were given. A discovered setting has already shown its effect. */
function findSuspectValues(
  exchanges: readonly Exchange[],
  settings: Readonly<Record<string, unknown>>,
): string[] {
  const ids = idDoubts.flatMap(({ setting, text, shows }) => {
    const exchange = exchanges.find(
      each => each.key === 'business' && sentId(each) === settings[setting] && shows(each),
    );
    return exchange
      ? [`${setting} ${text} (${exchange.route} answers ${exchange.response.status})`]
      : [];
  });
  const parameters = parameterDoubts.flatMap(({ setting, list, isIgnored }) => {
    const name = settings[setting];
    if (typeof name !== 'string') return [];
    const asked = exchanges.flatMap(exchange => {
      const value = isOnRoute(exchange, list.route) ? sentQuery(exchange).get(name) : null;
      const page = value === null ? undefined : toPage(list, exchange);
      return value !== null && page ? [{ value, page }] : [];
    });
    return isIgnored(asked)
      ? [`${setting}=${name} changes nothing on ${list.id}: is that its name?`]
      : [];
  });
  return [...ids, ...parameters];
}

export const findSuspectSettings = (
  exchanges: readonly Exchange[],
  settings: Readonly<Record<string, unknown>> = {},
): string[] => [
  ...findSuspectKeys(exchanges),
  ...findSuspectValues(exchanges, settings),
  ...compareClocks(exchanges),
];
