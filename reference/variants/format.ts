import { gzipSync } from 'node:zlib';
import type { Random } from '../seed/random.ts';
import type { Incoming, Patch } from '../types.ts';
import {
  onData,
  allowedBy,
  everyObject,
  isBusiness,
  request,
  response,
  onRules,
  type Variant,
  at,
} from '../patches.ts';
import { sleep } from '../world.ts';

/** Changes the format of all ids, also of later records. `requestId` matches a well-formed request id. */
function ids(requestId: RegExp, maker: (random: Random) => () => string): Patch {
  return {
    rules: all => void (all.orders.requestId = requestId),
    data(world) {
      const { accounts, products, orders, orderRequests, wallets, ledger, webhooks } = world;
      const make = maker(world.random);
      const renamed = new Map<string, string>();
      const records = [products, orders, orderRequests, wallets, ledger, webhooks, world.unknown];
      everyObject([Object.values(accounts), ...records], object => {
        for (const [name, id] of Object.entries(object)) {
          if (typeof id !== 'string' || !/^[0-9a-f]{24}$/.test(id)) continue;
          if (!renamed.has(id)) renamed.set(id, make());
          object[name] = renamed.get(id);
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

/** Formats of identifiers, which are opaque strings (§2). The format of an order request id is not shown (§4.1 rule 2). */
export const identifiers: readonly Variant[] = [
  ...allowedBy('§2: identifiers are opaque strings', {
    'ids-uuid': ids(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, random => random.uuid),
    'ids-integers-as-strings': {
      patches: [ids(/^\d+$/, counter)],
      settings: { GV_ORDER_REQUEST_INVALID: '12x' },
    },
    'ids-that-need-encoding': ids(/^o\/[\w+/]{16}\?#é==$/, random => () => {
      const text = Buffer.from(random.hex(24), 'hex').toString('base64');
      return `o/${text}?#é==`;
    }),
  }),
  ...allowedBy('§4.1 rule 2: the format of a request id is not shown', {
    'request-ids-without-format': {
      patches: [onRules(({ orders }) => void (orders.requestId = /^/))],
      settings: { GV_ORDER_REQUEST_INVALID: undefined },
    },
  }),
];

/** Writes every timestamp of a response in another form of the same instant. */
const written = (write: (timestamp: string) => string, on?: Incoming['route']) =>
  response(({ body }, { route }) => {
    if (on !== undefined && route !== on) return;
    everyObject(body, object => {
      for (const [name, value] of Object.entries(object)) {
        const isTimestamp =
          typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/.test(value);
        if (isTimestamp) object[name] = write(value);
      }
    });
  });

/** Forms of an ISO 8601 date-time in UTC with milliseconds (§2). */
export const timestamps: readonly Variant[] = [
  ...allowedBy(
    '§2: how UTC is written, more than three digits, and whole seconds with milliseconds',
    {
      'timestamps-with-offset-zero': written(text => text.replace('Z', '+00:00')),
      'timestamps-of-six-digits': written(text => text.replace('Z', '417Z')),
      'history-in-whole-seconds': written(text => text.replace(/\.\d{3}Z/, '.000Z'), at.orders),
    },
  ),
];

const onCurrencies = (body: unknown, change: (currency: string) => string): void =>
  everyObject(body, object => {
    if (typeof object['currency'] === 'string') object['currency'] = change(object['currency']);
  });

/** Forms of a currency code (§2.1). The automation routes list theirs (§4.2). */
export const currencies: readonly Variant[] = [
  ...allowedBy('§2.1: no standard of currency codes is named for products', {
    'products-sold-for-points': onData(({ products }) => {
      for (const product of products) if (product.country === 'US') product.currency = 'POINTS';
    }),
  }),
  ...allowedBy('§2.1: the case of a currency code', {
    'currencies-in-small-letters': [
      request(({ route, body }) => {
        if (isBusiness(route)) onCurrencies(body, currency => currency.toUpperCase());
      }),
      response(({ status, body }, { route }) => {
        if (isBusiness(route) && status < 300)
          onCurrencies(body, currency => currency.toLowerCase());
      }),
    ],
  }),
];

const amounts = [
  'minPrice maxPrice denominations valuePurchased usageLimit balance transactionValue',
  'amount totalValue remainingBalance',
]
  .join(' ')
  .split(' ');

/** Serializes the body differently. The JSON value stays the same. */
const text = (write: (body: object) => string): Patch =>
  response(reply => {
    if (typeof reply.body !== 'object' || reply.body === null || Buffer.isBuffer(reply.body))
      return;
    reply.body = write(reply.body);
  });

/** Writes amounts with decimals. Numbers that the spec calls integers (totals, pages) stay as they are. */
function withDecimals(body: object): string {
  const marked = (value: unknown): unknown =>
    Number.isInteger(value) ? `\u0001${String(value)}.00\u0001` : value;
  const json = JSON.stringify(body, (name, value: unknown) => {
    if (!amounts.includes(name)) return value;
    return Array.isArray(value) ? value.map(marked) : marked(value);
  });
  return json.replaceAll(/"\\u0001([^"]*?)\\u0001"/g, '$1');
}

const escaped = (json: string): string =>
  json.replaceAll(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Forms of JSON (§4: responses are JSON). */
export const json: readonly Variant[] = [
  ...allowedBy('§2, §4: how JSON and its numbers are written', {
    'json-escaped-to-ascii': text(body => escaped(JSON.stringify(body)).replaceAll('/', '\\/')),
    'json-amounts-with-decimals': text(withDecimals),
  }),
];

const type = (contentType: string) =>
  response(reply => {
    reply.headers['content-type'] ??= contentType;
    const { body } = reply;
    if (body === undefined || Buffer.isBuffer(body)) return;
    // Fastify adds its own charset to strings.
    reply.body = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  });

/** Spellings of the JSON content type (§4). */
export const contentTypes: readonly Variant[] = [
  ...allowedBy('§4: how the content type is written; RFC 6839: a vendor type is JSON', {
    'content-type-plain': type('application/json'),
    'content-type-of-a-vendor': type('application/vnd.gift-vouchers.v1+json'),
  }),
];

/** Compresses the body if the caller accepts it. */
const gzip: Patch = response((reply, { headers }) => {
  const accepted = String(headers['accept-encoding'] ?? '').split(/\s*,\s*/);
  reply.headers['vary'] = 'Accept-Encoding';
  const { body } = reply;
  if (!accepted.includes('gzip') || body === undefined || Buffer.isBuffer(body)) return;
  reply.body = gzipSync(typeof body === 'string' ? body : JSON.stringify(body));
  reply.headers['content-encoding'] = 'gzip';
});

/** HTTP choices of a server: codings and latency. */
export const transport: readonly Variant[] = [
  ...allowedBy('§1, §4: content codings, and how long a response takes', {
    'transport-gzip': gzip,
    'transport-latency': response((_reply, _request, { random }) => sleep(1 + random.int(15))),
  }),
];

/** Base addresses with a path. Every path is relative to {base_url}. */
export const basePaths: readonly Variant[] = [
  ...allowedBy('{base_url}: may carry a path', {
    'mounted-under-a-path': { prefix: '/gateway/v2' },
  }),
];
