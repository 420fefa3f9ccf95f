import { cents, type Order } from '../data/records.ts';
import { findWallet } from '../routes/purchase.ts';
import type { RouteName } from '../routes/index.ts';
import { at, onRules, response, together } from '../patches.ts';
import type { Patch } from '../types.ts';
import { sleep, type World } from '../world.ts';

/** Pause between a read and a write, in milliseconds. Another request may read meanwhile. */
const pauseMs = 20;

/** Changes the world after a purchase in two steps, with a pause between them. `undo` returns the second step. */
const inTwoSteps = (route: RouteName, undo: (world: World) => () => void): Patch =>
  response(async (reply, incoming, world) => {
    if (incoming.route !== route || reply.status >= 300) return;
    const write = undo(world);
    await sleep(pauseMs);
    write();
  });

/** Reads a balance, and writes it after a pause, without a lock. So of two purchases at the same moment, one is lost. */
export const paidWithoutLock = (route: RouteName): Patch =>
  inTwoSteps(route, world => {
    const { currency, transactionValue, accountId } = world.ledger[0]!;
    const account = Object.values(world.accounts).find(({ id }) => id === accountId)!;
    const wallet = findWallet(world, account, currency)!;
    const before = cents(wallet.balance + transactionValue);
    wallet.balance = before;
    return () => (wallet.balance = cents(before - transactionValue));
  });

/** Reads a list, and writes it with the new record after a pause, without a lock. */
export const storedWithoutLock = (list: 'orders' | 'ledger'): Patch =>
  inTwoSteps(at.createOrder, world => {
    const [own, ...before] = world[list];
    Object.assign(world, { [list]: before });
    return () => Object.assign(world, { [list]: [own, ...before] });
  });

/** Keeps the giftOrder of the order that is being created in one place for all requests. So of two orders at the same moment, both get the last. */
export function giftsMixed(): Patch {
  const current = new WeakMap<World, Order['giftOrder']>();
  return inTwoSteps(at.createOrder, world => {
    const order = world.orders[0]!;
    current.set(world, order.giftOrder);
    return () => (order.giftOrder = current.get(world)!);
  });
}

/** Creates orders at once, so that two requests can overlap. */
export const atOnce = (patch: Patch): Patch =>
  together(
    onRules(({ orders }) => (orders.mode = 'sync')),
    patch,
  );
