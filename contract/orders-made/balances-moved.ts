/** Wallets before the orders of a run and after them, each with its balance and its transactions in one response (§2.4, §2.5). */
import {
  arrayIn,
  isObject,
  isSuccess,
  type Exchange,
  type Item,
} from '../../schemas/records/exchange.ts';
import { wallet } from '../../schemas/resources/wallet.ts';
import { route } from '../../schemas/routes.ts';
import { isSameCurrency, isSameToTheCent } from '../../schemas/schema.ts';
import { fieldsOn, type CheckContext, type Context } from '../../fixtures/run/context.ts';
import { expect } from '../../fixtures/run/expect/expect.ts';
import { fieldViolations } from '../../fixtures/run/expect/schema-violations.ts';
import { fieldsOf } from '../../fixtures/run/judgement.ts';
import { ifExercised, NotExercised } from '../../fixtures/verdict.ts';
import { cents, middleDenomination } from '../buying/price-bounds.ts';
import { walletsBefore } from '../steps/purchases.ts';
import { missingFrom } from '../shared/compared-items.ts';
import { eventually } from '../steps/polling.ts';
import { again } from '../steps/again.ts';
import { balanceOf, identityOf, isPurchase } from '../wallet/ledger.ts';
import { expectRead } from '../service/judgements.ts';
import { walletsIn } from '../wallet/judgements.ts';
import { summaryOf, valueOf } from '../orders/judgements.ts';
import { lastBulk, makeLastOrders, ownOrder, ownOrders, walletsBetween } from '../steps/orders.ts';

/** Judges that the wallets are there after the single order of this run, with the fields that they had before it. */
export async function judgeWallets(context: CheckContext): Promise<void> {
  const before = await walletsBefore(context);
  if (before?.response.status !== 200)
    throw new NotExercised('the wallets could not be read before the order', 'service.routes');
  const { isPaid, currency } = await ownOrder(context);
  if (isPaid !== true) throw new NotExercised('the order does not state isPaid: true');
  const exchange = await walletsBetween(context);
  if (!exchange) throw new NotExercised('the wallets could not be read after the order');
  await context.each(fieldsOn(route.wallet, fieldsOf(wallet)), ({ field: name }) => {
    if (fieldViolations(wallet, name, walletsIn(before)).length > 0)
      throw new NotExercised('the wallets were wrong before the purchase as well', 'wallet.fields');
    expectRead(exchange);
    expect(walletsIn(exchange), undefined, exchange).toHaveField(wallet, name);
  });
  await context.each([{ id: 'the wallet of its currency', route: route.wallet }], () => {
    const isOfOrder = (each: unknown) => isObject(each) && each['currency'] === currency;
    if (!walletsIn(before).some(isOfOrder))
      throw new NotExercised(`there was no wallet in ${String(currency)} before`);
    expect(walletsIn(exchange), 'wallets', exchange).toSatisfy(
      `one in ${String(currency)}`,
      after => after.some(isOfOrder),
    );
  });
}

interface Move {
  readonly currency: unknown;
  readonly balanceMoved: number;
  readonly transactionsMoved: number;
  readonly transactions: number;
  /** Sum of the purchases among them. */
  readonly paid: number;
}

const entriesOf = ({ transactions }: Item): Item[] => arrayIn(transactions).filter(isObject);

const currenciesOf = ({ currency, details }: Item): unknown[] => [
  currency,
  isObject(details) ? details['currency'] : undefined,
];

/** Returns how far a balance and its new transactions moved; undefined if not all of these are known to be there, or in its currency. */
function moveOf(before: Item, after: Item): Move | undefined {
  const { currency } = after;
  const [old, now] = [entriesOf(before), entriesOf(after)];
  if (old.length === 0 || missingFrom(now, old, identityOf).length > 0) return undefined;
  const added = missingFrom(old, now, identityOf) as Item[];
  const isOther = (each: unknown) => each !== undefined && !isSameCurrency(each, currency);
  const [from, to] = [before['balance'], after['balance']];
  const moved = balanceOf(added);
  if (moved === undefined || added.flatMap(currenciesOf).some(isOther)) return undefined;
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  return {
    currency,
    balanceMoved: cents(to - from),
    transactionsMoved: moved / 100,
    transactions: added.length,
    paid: Math.abs(balanceOf(added.filter(isPurchase))!) / 100,
  };
}

/** Each may be rounded to a cent. */
const roundedOff = ({ transactions }: Move): number => 0.011 + 0.005 * transactions;

const agrees = (move: Move): boolean =>
  Math.abs(move.balanceMoved - move.transactionsMoved) <= roundedOff(move);

/** True if purchases at a discount of a hundredth would show: what is paid in shows nothing of that. */
const showsDiscounts = (move: Move): boolean => move.paid / 100 > roundedOff(move);

const movesBetween = (before: Exchange, after: Exchange): Move[] => {
  const now = walletsIn(after).filter(isObject);
  return walletsIn(before)
    .filter(isObject)
    .flatMap(wallet => {
      const same = now.find(({ _id }) => _id === wallet['_id']);
      return (same && moveOf(wallet, same)) ?? [];
    });
};

/**
 * The wallets before the last orders of a run and after them, and how those moved that a run can follow.
 *
 * @throws NotExercised if they could not be read before.
 */
async function movedWallets(context: Context) {
  const before = await walletsBefore(context);
  await ownOrders(context, 'single');
  const between = await walletsBetween(context);
  await makeLastOrders(context);
  if (!before || !isSuccess(before)) throw new NotExercised('the wallets could not be read before');
  const seen = await eventually(
    context,
    context.clock.now(),
    async () => {
      const after = await context.api.send(route.wallet, { fresh: true });
      const moves = isSuccess(after) ? movesBetween(before, after) : [];
      const last = between && isSuccess(after) ? movesBetween(between, after) : [];
      return { after, moves, last };
    },
    ({ moves }) => moves.every(agrees),
  );
  return { before, ...seen };
}

/**
 * Judges that the transactions of each wallet moved its balance by their values, if they did so in one of them, or by the last
 * orders alone: balances may be settled later, and purchases be paid at a discount.
 *
 * @throws NotExercised if no wallet shows it.
 */
export const judgeBalances = (context: Context): Promise<void> =>
  again(async () => {
    const { before, after, moves, last } = await movedWallets(context);
    const moved = [...moves, ...last].filter(showsDiscounts);
    if (!moved.some(agrees))
      throw new NotExercised(
        'no wallet shows all its transactions since, and that they moved its balance by their values',
      );
    const wrong = moves.filter(each => !agrees(each));
    expect(wrong, 'balances that moved otherwise', before, after).toEqual([]);
  });

/**
 * Returns what a wallet paid for the order that goes beside the last bulk; undefined if it paid anything else than these two:
 * others may order the same product meanwhile.
 */
async function paidBeside(
  context: Context,
  { paid, currency }: Move,
  ofBulk: number,
): Promise<number | undefined> {
  const { at } = (await ifExercised(middleDenomination(context))) ?? {};
  const single = at && isSameCurrency(at.currency, currency) ? at.value : 0;
  return [0, single].find(each => isSameToTheCent(paid, ofBulk + each));
}

/**
 * Judges that `remainingBalance` of the last bulk is not the balance of before it, of another wallet, or in hundredths. What else
 * it may be is left open: others buy meanwhile, and something may be on hold.
 *
 * @throws NotExercised if it is none of these.
 */
export async function judgeRemaining(context: Context): Promise<void> {
  const shownBy = await lastBulk(context);
  const { summary, made } = summaryOf(shownBy);
  const { remainingBalance: stated, currency } = summary;
  // A total may be in another currency than the wallet that pays, and what remains of it in either.
  if (!made.every(each => isSameCurrency(each['currency'], currency)))
    throw new NotExercised('the bulk has a total in another currency than its orders');
  const { after, last } = await movedWallets(context);
  const wallets = walletsIn(after).filter(isObject);
  const own = wallets.find(each => isSameCurrency(each['currency'], currency));
  const balance = Number(own?.['balance']);
  if (!own || typeof stated !== 'number' || stated === 0 || Number.isNaN(balance))
    throw new NotExercised(`there is no balance of a wallet in ${String(currency)} to compare`);
  const isStated = (of: unknown) => isSameToTheCent(Number(of), stated);
  const others = wallets.filter(each => each !== own && isStated(each['balance']));
  const move = last.find(each => isSameCurrency(each.currency, currency));
  const ofBulk = valueOf(made);
  const beside = move && (await paidBeside(context, move, ofBulk));
  // The order beside the bulk may be paid before it or after it.
  const balances = [...new Set([0, beside ?? 0])].map(each => balance + each);
  const isAfter = balances.some(isStated);
  const isBefore = beside !== undefined && balances.some(each => isStated(each + ofBulk));
  const wrong = [
    ...(isBefore ? ['that of before the bulk'] : []),
    ...(balances.some(each => isStated(each * 100)) ? ['in hundredths'] : []),
    ...others.map(each => `that in ${String(each['currency'])}`),
  ];
  if (isAfter ? isBefore : wrong.length === 0)
    throw new NotExercised('others may buy meanwhile, or something be on hold');
  expect(stated, 'remainingBalance', shownBy, after).toSatisfy(
    `${balances.join(' or ')}, which the wallet has after the bulk, and not ${wrong.join(' or ')}`,
    () => isAfter,
  );
}
