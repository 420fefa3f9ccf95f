import { isDate, type NumberRule } from '../rules/bodies.ts';
import type { AutomationRules } from '../rules/rules.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  onItems,
  onReply,
  onRequest,
  onRules,
} from '../patches.ts';

const data = (change: (data: Json, requested: Json) => unknown): Patch =>
  editSuccess(at.transactions, (reply, { body }) => change(reply.data, body ?? {}));
/** Changes responses without transactions. */
const empty = (change: (data: Json) => unknown): Patch =>
  data(body => (body.transactions.length === 0 ? change(body) : undefined));
const limit = (change: Partial<NumberRule>): Patch =>
  onRules(({ bodies }) => Object.assign(bodies.transactions.limit, change));
/** Returns another number of transactions; an invalid limit is still rejected. */
const returning = (count: (limit: number | undefined) => number): Patch =>
  onRequest(at.transactions, request => {
    const body: Json = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body) || request.bodyError) return;
    const { limit: wanted, ...dates } = body;
    const valid = Number.isInteger(wanted) && wanted >= 1 && wanted <= 100;
    if (wanted !== undefined && !valid) return;
    // Inherited, because the handler reads the limit, but validation checks only own fields.
    request.body = Object.assign(Object.create({ limit: count(wanted) }), dates);
  });

const date = (
  accepts: (text: string) => boolean,
  fields: readonly ('fromDate' | 'toDate')[] = ['fromDate', 'toDate'],
): Patch =>
  onRules(({ bodies }) => fields.forEach(field => (bodies.transactions[field].test = accepts)));

const range = (inRange: AutomationRules['inRange']): Patch =>
  onRules(rules => (rules.automation.inRange = inRange));
const dayOf = (timestamp: string, hours = 0): string =>
  new Date(Date.parse(timestamp) + hours * 3_600_000).toISOString().slice(0, 10);
const within = (day: string, from = '', to = '9'): boolean => day >= from && day <= to;

/** Filters only some of the newest transactions. */
const rangeOfNewest = (most: (body: Json) => number): Patch =>
  onReply(at.transactions, ({ status, body }, request, { ledger, rules }) => {
    const wanted = (request.body ?? {}) as Json;
    if (status !== 200 || !(wanted.fromDate ?? wanted.toDate)) return;
    const own = ledger.filter(entry => rules.owns(entry, request)).slice(0, most(wanted));
    const newest = new Set(own.map(({ id }) => id));
    const found = (body as Json).data;
    found.transactions = found.transactions.filter((entry: Json) =>
      newest.has(entry.transactionId),
    );
  });

/** Rejects bodies by their dates. */
const refusing = (refused: (body: Json) => boolean): Patch =>
  onRequest(at.transactions, request => {
    if (refused(request.body ?? {})) request.body = [];
  });

/** §4.2 get_wallet_transactions: the response, the limit (§8), and the optional body. */
export const transactionsFaults: readonly Fault[] = [
  ...breaking('transactions.balance', {
    'transactions-without-a-balance-left': data(reply =>
      reply.transactions.forEach((each: Json) => (each.balance = 0)),
    ),
  }),
  ...breaking('transactions.fields', {
    'transactions-total-missing-where-there-are-none': empty(body => delete body.totalCount),
    'transactions-null-where-there-are-none': empty(body => (body.transactions = null)),
  }),
  ...breaking('transactions.limit-range', {
    'transactions-limit-of-numeric-string-accepted': limit({ coerces: true }),
  }),
  ...breaking('transactions.count', {
    'transactions-counted-as-none': data(reply => (reply.totalCount = 0)),
    'transactions-total-twice-the-limit': data((body, { limit: wanted = 50 }) => {
      if (body.totalCount > 0) body.totalCount = 2 * wanted;
    }),
    'transactions-total-where-there-are-none-is-one': empty(body => (body.totalCount = 1)),
  }),
  ...breaking('transactions.currency', {
    'transactions-in-the-currency-of-the-last-one': data(({ transactions: all }) => {
      for (const each of all) each.currency = all.at(-1).currency;
    }),
  }),
  ...breaking('transactions.amount', {
    'transactions-of-euros-in-cents': onItems(at.transactions, each => {
      if (each.currency === 'EUR') each.amount *= 100;
    }),
  }),
  ...breaking('transactions.limit', {
    'transactions-limit-of-100-gives-all': returning(wanted =>
      wanted === 100 ? 1000 : (wanted ?? 50),
    ),
    'transactions-never-more-than-52': returning(wanted => Math.min(52, wanted ?? 50)),
  }),
  ...breaking('transactions.default-limit', {
    'transactions-default-of-49': returning(wanted => wanted ?? 49),
    'transactions-default-of-20-since-a-date': onRequest(at.transactions, ({ body }) => {
      const sent: Json = body;
      if (typeof sent?.fromDate === 'string') sent.limit ??= 20;
    }),
  }),
  ...breaking('transactions.body-optional', {
    'transactions-start-needs-an-end': refusing(
      ({ fromDate, toDate }) => fromDate !== undefined && toDate === undefined,
    ),
  }),

  // §4.2 get_wallet_transactions: dates.
  ...breaking('transactions.dates', {
    'transactions-leap-day-refused': date(text => isDate(text) && !text.endsWith('-02-29')),
    'transactions-range-of-a-day-refused': refusing(
      ({ fromDate, toDate }) => fromDate !== undefined && fromDate === toDate,
    ),
    'transactions-with-an-end-not-successful': onReply(at.transactions, (reply, { body }) => {
      if (reply.status === 200 && (body as Json)?.toDate !== undefined)
        reply.body = { success: false, action: 'get_wallet_transactions', data: {} };
    }),
  }),
  ...breaking('transactions.date-format', {
    'transactions-days-that-do-not-exist': date(text => /^\d{4}-\d\d-\d\d$/.test(text)),
    'transactions-dates-that-javascript-parses': date(text => !Number.isNaN(Date.parse(text))),
  }),
  ...breaking('transactions.date-range', {
    'transactions-of-the-first-day-left-out': range(
      ({ timestamp }, from, to) => within(dayOf(timestamp), from, to) && dayOf(timestamp) !== from,
    ),
    'transactions-limited-before-the-range': rangeOfNewest(({ limit: most = 50 }) => most),
  }),
];
