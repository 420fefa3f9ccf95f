import { isDate } from '../rules/bodies.ts';
import type { Patch } from '../types.ts';
import {
  at,
  breaking,
  editSuccess,
  type Fault,
  type Json,
  later,
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
/** Shows at most this many transactions, if the request matches. */
const showing = (most: number, when: (requested: Json) => boolean = () => true): Patch =>
  data(({ transactions: all }, requested) => when(requested) && all.splice(most));

/** Accepts other texts as dates. */
const date = (accepts: (text: string) => boolean): Patch =>
  onRules(({ bodies: { transactions: fields } }) => {
    fields.fromDate.test = fields.toDate.test = accepts;
  });

/** Takes the days of a time zone for the range. */
const inDaysOf = (offsetMs: number): Patch =>
  onRules(({ automation }) => {
    const { inRange } = automation;
    automation.inRange = (entry, from, to) =>
      inRange({ ...entry, timestamp: later(entry.timestamp, offsetMs) }, from, to);
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
    'transactions-limit-true-is-one': onRequest(at.transactions, request => {
      const { limit, ...rest } = (request.body ?? {}) as Json;
      if (limit === true) request.body = { ...rest, limit: 1 };
    }),
    'transactions-limit-of-numeric-string-accepted': onRules(
      ({ bodies }) => (bodies.transactions.limit.coerces = true),
    ),
  }),
  ...breaking('transactions.count', {
    'transactions-counted-as-none': data(reply => (reply.totalCount = 0)),
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
    'transactions-one-more-than-the-limit': data(({ transactions: all }, { limit }) => {
      if (all.length === limit) all.push(all[0]);
    }),
  }),
  ...breaking('transactions.default-limit', {
    'transactions-default-of-49': showing(49, ({ limit }) => limit === undefined),
    'transactions-default-of-20-since-a-date': showing(
      20,
      ({ limit, fromDate }) => limit === undefined && fromDate !== undefined,
    ),
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
    'transactions-of-the-day-before-as-well': onRules(({ automation }) => {
      const { inRange } = automation;
      automation.inRange = (entry, from, to) =>
        inRange(entry, from && later(from, -86_400_000).slice(0, 10), to);
    }),
  }),
  ...breaking('transactions.one-day', {
    'transactions-of-one-day-never-found': onRules(({ automation }) => {
      const { inRange } = automation;
      automation.inRange = (entry, from, to) =>
        inRange(entry, from, to) && (from === undefined || from !== to);
    }),
    'transactions-by-days-of-berlin': inDaysOf(3_600_000),
    'transactions-by-days-of-new-york': inDaysOf(-5 * 3_600_000),
  }),
  ...breaking('transactions.whole-range', {
    'transactions-of-the-first-day-left-out': onRules(({ automation }) => {
      const { inRange } = automation;
      automation.inRange = (entry, from, to) =>
        inRange(entry, from, to) && !entry.timestamp.startsWith(from ?? 'never');
    }),
    'transactions-limited-before-the-range': editSuccess(
      at.transactions,
      (body, request, { ledger, rules }) => {
        const { limit = 50 }: Json = request.body ?? {};
        const newest = ledger.filter(entry => rules.owns(entry, request)).slice(0, limit);
        body.data.transactions = body.data.transactions.filter((each: Json) =>
          newest.some(({ id }) => id === each.transactionId),
        );
      },
    ),
  }),
];
