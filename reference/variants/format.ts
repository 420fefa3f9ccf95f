import type { Random } from '../seed/random.ts';
import type { Incoming, Patch } from '../types.ts';
import {
  allowedBy,
  everyObject,
  isBody,
  isBusiness,
  response,
  rules,
  type Variant,
} from './patches.ts';

/** Another format for all ids, also those created later; `requestId` matches a well-formed request id. */
function ids(requestId: RegExp, maker: (random: Random) => () => string): Patch {
  return {
    rules: all => void (all.orders.requestId = requestId),
    data(world) {
      const make = maker(world.random);
      const renamed = new Map<string, string>();
      const rename = (id: string): string => {
        const known = renamed.get(id) ?? make();
        renamed.set(id, known);
        return known;
      };
      const { accounts, products, orders, orderRequests, wallets, ledger, webhooks } = world;
      const records = [Object.values(accounts), products, orders, orderRequests, wallets, ledger];
      everyObject([records, webhooks, world.unknown], object => {
        for (const [name, value] of Object.entries(object)) {
          const isId = typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);
          if (isId) object[name] = rename(value);
        }
      });
      world.random = { ...world.random, hex: make };
    },
  };
}

const counter = (): (() => string) => {
  let last = 1_000_000;
  return () => String(++last);
};

/** Identifiers are opaque strings (§2); the format of an order request id is not shown (§4.1 rule 2). */
export const identifiers: readonly Variant[] = [
  ...allowedBy('§2: identifiers are opaque strings', {
    'ids-uuid': ids(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, random => random.uuid),
  }),
  {
    id: 'ids-integers-as-strings',
    freedom: '§2: identifiers are opaque strings',
    patches: [ids(/^\d+$/, counter)],
    settings: { GV_ORDER_REQUEST_INVALID: '12x' },
  },
  ...allowedBy('§2: identifiers are opaque strings', {
    'ids-very-long': ids(/^rec_[0-9a-f]{240}$/, random => () => `rec_${random.hex(240)}`),
    'ids-that-need-encoding': ids(/^o\/[\w+/]{16}\?#é==$/, random => () => {
      const text = Buffer.from(random.hex(24), 'hex').toString('base64');
      return `o/${text}?#é==`;
    }),
  }),
  {
    id: 'request-ids-of-any-word',
    freedom: '§4.1 rule 2: the format of a request id is not shown',
    patches: [rules(({ orders }) => void (orders.requestId = /^[\w-]{1,64}$/))],
    settings: { GV_ORDER_REQUEST_INVALID: 'bad!id' },
  },
  {
    id: 'request-ids-without-format',
    freedom: '§4.1 rule 2: the format of a request id is not shown',
    patches: [rules(({ orders }) => void (orders.requestId = /^/))],
    settings: { GV_ORDER_REQUEST_INVALID: undefined },
  },
];

/** Writes every timestamp of a response in another form of the same instant. */
const written = (
  write: (timestamp: string) => string,
  where: (request: Incoming, body: unknown) => boolean = () => true,
) =>
  response(({ body }, request) => {
    if (!where(request, body)) return;
    everyObject(body, object => {
      for (const [name, value] of Object.entries(object)) {
        const isTimestamp =
          typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/.test(value);
        if (isTimestamp) object[name] = write(value);
      }
    });
  });

const cut = (text: string): string => text.replace(/\.\d{3}Z/, '.000Z');
const rounded = (text: string): string =>
  new Date(Math.round(Date.parse(text) / 1000) * 1000).toISOString();

/** Ways to write an ISO 8601 date-time in UTC with milliseconds (§2). */
export const timestamps: readonly Variant[] = [
  ...allowedBy('§2: how UTC is written', {
    'timestamps-with-offset-zero': written(text => text.replace('Z', '+00:00')),
  }),
  ...allowedBy('§2: more than three digits', {
    'timestamps-of-six-digits': written(text => text.replace('Z', '417Z')),
  }),
  ...allowedBy('§2: more than three digits, how UTC is written', {
    'timestamps-of-nine-digits-with-offset-zero': written(text =>
      text.replace('Z', '000000+00:00'),
    ),
  }),
  ...allowedBy('§2: a column of whole seconds, written with milliseconds', {
    'history-in-whole-seconds': written(
      cut,
      ({ route }) => route === 'GET /api/v1/business/orders',
    ),
    'wallets-in-whole-seconds': written(
      rounded,
      ({ route }) => route === 'GET /api/v1/business/wallet',
    ),
  }),
  ...allowedBy('§2: a queue that keeps milliseconds, and a column that rounds them', {
    'ended-requests-in-whole-seconds': written(
      rounded,
      ({ route }, body) =>
        route === 'GET /api/v1/business/orders/order-requests/{id}' &&
        isBody(body) &&
        isBody(body['result']),
    ),
  }),
];

/** Ways to write a currency code (§2.1); the automation routes list theirs (§4.2). */
export const currencies: readonly Variant[] = [
  ...allowedBy('§2.1: the case of a currency code', {
    'currencies-in-small-letters': [
      {
        request({ route, body }) {
          if (!isBusiness(route)) return;
          everyObject(body, object => {
            if (typeof object['currency'] === 'string')
              object['currency'] = object['currency'].toUpperCase();
          });
        },
      },
      response(({ status, body }, { route }) => {
        if (!isBusiness(route) || status >= 300) return;
        everyObject(body, object => {
          if (typeof object['currency'] === 'string')
            object['currency'] = object['currency'].toLowerCase();
        });
      }),
    ],
  }),
];
