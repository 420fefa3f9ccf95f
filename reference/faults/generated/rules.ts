/** Operators on rules of the reference: filters, parameters, bounds and lists of values. */
import { at, type Json, kebab, onRequest, onRules } from '../../patches.ts';
import type { RouteName } from '../../routes/index.ts';
import { defaultRules } from '../../rules/defaults.ts';
import type { FieldRule } from '../../rules/bodies.ts';
import type { Rules } from '../../rules/rules.ts';
import type { Incoming } from '../../types.ts';
import type { Broken } from './replies.ts';
import { shortName } from './responses.ts';

/** Decides whether a filter keeps a record, by the values that it is compared with. */
type Filter = (record: Json, ...given: Json[]) => boolean;

const numberOf = (record: Json): number =>
  [...String(record._id ?? record.id ?? record.currency)].reduce(
    (sum, letter) => sum + letter.charCodeAt(0),
    0,
  );

/** Operators on a filter. They get the right decision and the record. */
const ofFilters: Readonly<Record<string, (isKept: boolean, record: Json) => boolean>> = {
  'filter-ignored': () => true,
  'filter-half-applied': (isKept, record) => isKept || numberOf(record) % 2 === 0,
  'item-dropped': (isKept, record) => isKept && numberOf(record) % 10 !== 3,
};

function brokenFilter(
  [owner, name]: readonly [(rules: Rules) => Json, string],
  routes: readonly RouteName[],
): Broken[] {
  return Object.entries(ofFilters).map(([operator, change]) => ({
    operator,
    response: shortName(routes[0]!),
    place: `by ${name}`,
    routes,
    patch: onRules(rules => {
      const rule: Record<string, Filter> = owner(rules);
      const usual = rule[name]!;
      rule[name] = (record, ...given) => {
        const isKept = usual(record, ...given);
        const request = given.find((each): each is Incoming => Boolean(each?.route));
        const isHere = request === undefined || routes.some(route => route === request.route);
        return isHere ? change(isKept, record) : isKept;
      };
    }),
  }));
}

const ofOwner: readonly RouteName[] = [
  at.orders,
  at.order,
  at.orderRequest,
  at.wallet,
  at.walletBalance,
  at.ledger,
  at.transactions,
  at.balance,
  at.changeWebhook,
  at.removeWebhook,
];

/** Returns true if the fault hits no record of a run but by chance. */
const isByChance = ({ operator, routes }: Broken): boolean =>
  operator === 'item-dropped' && /\{|POST .*orders|get_wallet_balance/.test(routes[0]!);

const filters: readonly Broken[] = [
  ...ofOwner.flatMap(route => brokenFilter([rules => rules, 'owns'], [route])),
  ...[at.browse, at.search, at.filters].flatMap(route =>
    brokenFilter([rules => rules, 'sells'], [route]),
  ),
  ...['merchant', 'category', 'useCase'].flatMap(name =>
    brokenFilter([rules => rules.search, name], [at.search]),
  ),
  ...brokenFilter([rules => rules.ledger, 'matches'], [at.ledger]),
  ...brokenFilter([rules => rules.automation, 'inRange'], [at.transactions]),
  ...brokenFilter([rules => rules.orders, 'sold'], [at.createOrder, at.createBulk]),
].filter(fault => !isByChance(fault));

const parameters: Readonly<Partial<Record<RouteName, readonly string[]>>> = {
  [at.browse]: ['page', 'limit', 'sortBy', 'order'],
  [at.search]: ['page', 'limit', 'merchant', 'category', 'useCase'],
  [at.orders]: ['page', 'limit', 'sortBy', 'order'],
  [at.ledger]: ['page', 'limit', 'currency'],
  [at.transactions]: ['limit', 'fromDate', 'toDate'],
  [at.balance]: ['currency'],
};

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Operators on the value of a parameter. Undefined removes the parameter. */
const ofParameters: Readonly<Record<string, (value: Json) => Json>> = {
  'filter-ignored': () => undefined,
  'filter-half-applied': value => (Array.isArray(value) ? value[0] : value),
  'off-by-one': value =>
    /^\d{4}-\d\d-\d\d$/.test(value)
      ? dayAfter(value)
      : /^\d{1,9}$/.test(value)
        ? typeof value === 'number'
          ? value + 1
          : `${Number(value) + 1}`
        : value,
};

const appliesTo = (operator: string, name: string): boolean =>
  operator === 'filter-ignored' ||
  (operator === 'filter-half-applied'
    ? ['category', 'useCase'].includes(name)
    : ['limit', 'fromDate', 'toDate'].includes(name));

const ofRequests: readonly Broken[] = Object.entries(parameters).flatMap(([route, names]) =>
  names.flatMap(name =>
    Object.entries(ofParameters)
      .filter(([operator]) => appliesTo(operator, name))
      .map(([operator, change]) => ({
        operator,
        response: shortName(route as RouteName),
        place: name,
        routes: [route as RouteName],
        patch: onRequest(route as RouteName, request => {
          for (const given of [request.query, request.body] as Json[])
            if (given?.[name] !== undefined) given[name] = change(given[name]);
          if (request.query[name] === undefined) delete request.query[name];
        }),
      })),
  ),
);

const routeOfBody: Readonly<Record<keyof Rules['bodies'], RouteName>> = {
  sendVoucher: at.sendVoucher,
  sendBulk: at.sendBulk,
  bulkVoucher: at.sendBulk,
  transactions: at.transactions,
  balance: at.balance,
};

/** Changes of the rule of a field: operator and property -> value. */
function wrongRules(rule: FieldRule): [operator: string, property: string, value: Json][] {
  const step = rule.kind === 'number' && !rule.integer ? 0.01 : 1;
  const bounds = (['min', 'max'] as const)
    .filter(name => Number.isFinite(rule[name]) && rule[name] > 0)
    .flatMap(name => [
      ['bound-up', name, rule[name] + step] as [string, string, Json],
      ['bound-down', name, rule[name] - step] as [string, string, Json],
    ]);
  const { values, pattern, test, integer } = rule as Json;
  return [
    ...bounds,
    ...(rule.required ? [['rule-ignored', 'required', false] as [string, string, Json]] : []),
    ...Object.entries({ values, pattern, test, integer })
      .filter(([, value]) => value)
      .map(([name]): [string, string, Json] => ['rule-ignored', name, undefined]),
    ...(values
      ? ([
          ['item-dropped', 'values', values.slice(1)],
          ['item-added', 'values', [...values, 'CHF']],
        ] as [string, string, Json][])
      : []),
  ];
}

const bodies: readonly Broken[] = Object.entries(defaultRules().bodies).flatMap(([body, fields]) =>
  Object.entries(fields as Record<string, FieldRule>).flatMap(([field, rule]) =>
    wrongRules(rule).map(([operator, property, value]) => {
      const route = routeOfBody[body as keyof Rules['bodies']];
      const inList = body === 'bulkVoucher' ? 'vouchers.*.' : '';
      return {
        operator,
        response: shortName(route),
        place: `${inList}${field} ${property}`,
        routes: [route],
        patch: onRules(rules => ((rules.bodies as Json)[body][field][property] = value)),
      };
    }),
  ),
);

const lists: readonly Broken[] = (
  [
    [at.ledger, 'currencies', ({ ledger }) => ledger.currencies, 'CHF'],
    [at.tool, 'tools', ({ tools }) => tools, 'find_gifts_for_nobody'],
  ] as [RouteName, string, (rules: Rules) => string[], string][]
).flatMap(([route, name, listOf, more]) => [
  {
    operator: 'item-dropped',
    response: shortName(route),
    place: name,
    routes: [route],
    patch: onRules(rules => listOf(rules).splice(1, 1)),
  },
  {
    operator: 'item-added',
    response: shortName(route),
    place: name,
    routes: [route],
    patch: onRules(rules => listOf(rules).push(more)),
  },
]);

/** Key checks that a route can leave out. */
const keyChecks: readonly Broken[] = Object.values(at).flatMap(route =>
  (['ignoreIpOn', 'ignoreIntegrationOn'] as const)
    .filter(name => name === 'ignoreIpOn' || !route.includes('/business'))
    .map(name => ({
      operator: 'rule-ignored',
      response: shortName(route),
      place: `${kebab(name).split('-')[1]}`,
      routes: [route],
      patch: onRules(({ auth }) => auth[name].push(route)),
    })),
);

const keys: readonly Broken[] = (
  [
    ['filter-ignored', () => true],
    ['filter-half-applied', (sent, key) => key.startsWith(sent.slice(0, sent.length / 2))],
  ] as [string, (sent: string, key: string) => boolean][]
).map(([operator, matches]) => ({
  operator,
  response: 'every route',
  place: 'by key',
  routes: Object.values(at),
  patch: onRules(({ auth }) => (auth.matches = (sent, key) => matches(sent, key.value))),
}));

/** Broken rules of all kinds. */
export const brokenRules: readonly Broken[] = [
  ...filters,
  ...ofRequests,
  ...bodies,
  ...lists,
  ...keyChecks,
  ...keys,
];
