/** Watches the wallets that pay for the purchases of a run. */
import { type Exchange, sentBody } from '../../../schemas/records/exchange.ts';
import { route } from '../../../schemas/routes.ts';
import { automationCurrencies } from '../../../schemas/schema.ts';
import { type GoodRole, ifKey } from '../../config/keys.ts';
import type { Target } from '../../config/target.ts';
import { type Balances, listed, type Look, readBalances, statedBy } from './balances.ts';
import type { Money } from './money.ts';

/** Wallet of a payer in one currency. */
interface Wallet {
  readonly payer: GoodRole;
  readonly currency: string;
  /** First balance that was read. Undefined if the account has no wallet in the currency. */
  readonly start?: number;
  /** Reason why its balance cannot be read. */
  readonly unreadable?: string;
}

interface Watched extends Wallet {
  start?: number;
  /** Last balance that was read. */
  now?: number;
  unreadable?: string;
  /** Purchases that are not compared with the wallet. */
  sent: number;
  /** True after the first purchase was compared with the wallet. */
  isCompared: boolean;
}

/** Purchase that was sent. */
export interface Purchase {
  /** Must be called when the purchase ended. @param isUnsent True if no connection was made. */
  ended(isUnsent: boolean): void;
}

export interface Wallets {
  /**
   * Returns the wallets that pay for a purchase. Each was read before its first purchase, after it was answered, and after each tenth
   * purchase.
   */
  payingFor(payer: GoodRole, currencies: readonly string[]): Promise<readonly Wallet[]>;
  /** Records a purchase. */
  sent(paying: readonly Wallet[]): Purchase;
  /** Uses the response of get_wallet_balance or of the list of wallets to a check, so that the wallet need not be read again. */
  seen(exchange: Exchange): void;
  /** Reads the list of wallets if anything was sent, and the wallets that paid for purchases since they were read. */
  readAll(): Promise<void>;
  /** Returns the fall of the wallets since they were first read, by currency. */
  fall(): Money;
}

/** Purchases after which a wallet is read again. */
const purchasesPerLook = 10;

const isDue = ({ isCompared, sent }: Watched): boolean =>
  sent >= (isCompared ? purchasesPerLook : 1);

/** Creates the watch of a run. Two calls of `payingFor` must not overlap. */
export function watchWallets(target: Target, look: Look): Wallets {
  const wallets = new Map<string, Watched>();
  /** Purchases that are under way, with the wallets that pay, and a promise of their end. */
  const underWay = new Map<Purchase, { paying: readonly Wallet[]; isEnded: Promise<void> }>();
  const isUnderWay =
    (wallet: Wallet) =>
    ({ paying }: { paying: readonly Wallet[] }) =>
      paying.includes(wallet);
  const ofPayer = (payer: GoodRole, all: Iterable<Watched> = wallets.values()) =>
    [...all].filter(each => each.payer === payer);

  /** Returns true if the list of wallets was read, and lacks a currency. */
  const hasNoWallet = (currency: string): boolean => {
    const list = ofPayer('business');
    const own = list.find(each => each.currency === currency);
    return (
      list.some(({ unreadable }) => !unreadable) && own?.start === undefined && !own?.unreadable
    );
  };
  const take = (payer: GoodRole, balances: Balances) => {
    for (const [currency, balance] of balances) {
      const name = `${payer} ${currency}`;
      const wallet = wallets.get(name) ?? { payer, currency, sent: 0, isCompared: false };
      wallets.set(name, wallet);
      const left = [...underWay.values()].filter(isUnderWay(wallet)).length;
      wallet.isCompared ||= wallet.sent > left;
      wallet.sent = left;
      if (typeof balance === 'number') {
        wallet.start ??= balance;
        wallet.now = balance;
      } else if (balance) wallet.unreadable = balance.unreadable;
      else if (wallet.start !== undefined) wallet.unreadable = 'it is not listed any more';
    }
  };
  const read = async (payer: GoodRole, currencies: readonly string[]) => {
    if (ifKey(target, payer) !== undefined)
      take(payer, await readBalances(look, payer, currencies, hasNoWallet));
  };
  /** Reads these wallets, and the list of wallets if a purchase may be charged to another wallet. */
  const readAgain = async (due: readonly Watched[], withList: boolean) => {
    const [business, automation] = (['business', 'automation'] as const).map(payer =>
      ofPayer(payer, due).map(({ currency }) => currency),
    );
    if (withList || business!.length > 0) await read('business', business!);
    if (automation!.length > 0) await read('automation', automation!);
  };

  return {
    async payingFor(payer, currencies) {
      const isFirst = ![...wallets.values()].some(({ isCompared }) => isCompared);
      const unread = currencies.filter(each => !wallets.has(`${payer} ${each}`));
      if (payer === 'automation' && ofPayer('business').length === 0)
        await read('business', unread);
      if (unread.length > 0) await read(payer, unread);
      const paying = currencies.flatMap(each => wallets.get(`${payer} ${each}`) ?? []);
      // A look while all ten are under way would compare nothing, and the next purchase would need another look.
      for (const wallet of paying.filter(each => !each.isCompared || isDue(each)))
        for (const purchase of underWay.values())
          if (isUnderWay(wallet)(purchase)) await purchase.isEnded;
      const due = paying.filter(isDue);
      if (due.length > 0) await readAgain(due, isFirst);
      return paying;
    },
    sent(paying) {
      for (const each of paying as readonly Watched[]) each.sent += 1;
      let end = () => {};
      const isEnded = new Promise<void>(resolve => (end = resolve));
      const purchase: Purchase = {
        ended(isUnsent) {
          underWay.delete(purchase);
          if (isUnsent) for (const each of paying as readonly Watched[]) each.sent -= 1;
          end();
        },
      };
      underWay.set(purchase, { paying, isEnded });
      return purchase;
    },
    seen(exchange) {
      const payer = exchange.route === route.wallet.id ? 'business' : 'automation';
      const { currency } = sentBody(exchange);
      const found: Balances =
        payer === 'business'
          ? listed(exchange, [])
          : new Map([[String(currency), statedBy(exchange, false)]]);
      const isKnown = (each: string) => automationCurrencies.some(known => known === each);
      // The responses to odd requests show nothing.
      const numbers = [...found].filter(
        ([each, balance]) => typeof balance === 'number' && (payer === 'business' || isKnown(each)),
      );
      take(payer, new Map(numbers));
    },
    async readAll() {
      const all = [...wallets.values()];
      if (all.some(({ isCompared, sent }) => isCompared || sent > 0))
        await readAgain(
          all.filter(({ sent }) => sent > 0),
          true,
        );
    },
    fall() {
      const fell: Record<string, number> = {};
      // Two payers may have one wallet, so the larger fall counts.
      for (const { currency, start, now } of wallets.values())
        if (start !== undefined && now !== undefined)
          fell[currency] = Math.max(fell[currency] ?? 0, start - now);
      return fell;
    },
  };
}
