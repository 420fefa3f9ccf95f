/**
 * Groups the faults that no requirement sees by reason. The file is committed, and must be updated when the suite sees more or
 * fewer faults.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const survivorsFile = fileURLToPath(new URL('survivors.json', import.meta.url));

/** Ids by reason. */
export type Survivors = Readonly<Record<string, readonly string[]>>;

let read: Survivors | undefined;

/** Returns the committed survivors. */
export const readSurvivors = (): Survivors =>
  (read ??= JSON.parse(readFileSync(survivorsFile, 'utf8')) as Survivors);

export const idsIn = (survivors: Survivors): string[] => Object.values(survivors).flat();

/**
 * Patterns of ids, with the reason why nothing can see such a fault. Without a reason, a requirement could see the fault but does
 * not yet.
 */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/(data\.transactions\.\*|tool)\.description$/, 'free text'],
  [/imageUrl$/, 'addresses may be signed for each response'],
  [/^item-added/, 'one value of many: a run tries some values outside a closed list'],
  [/redemption\.region$/, 'no second source'],
  [/GET \/wallet \*\.(_id|createdAt|updatedAt)$|lastUpdated$/, 'no second source'],
  [/(data\.transactions\.\*\.transactionId|voucherId)$/, 'no second source'],
  [/GET \/status (events|isActive|createdAt)$|tool\.category$/, 'no second source'],
  [/(whitelistedIps|missingFields)$/, 'no second source'],
  [
    /(GET \/orders\/\{orderId\}|GET \/wallet\/balance|GET \/auth|POST \/webhooks 201)/,
    'the spec shows no body of this route',
  ],
  [
    /\.(status|usageLimit|isPaid|isActive|isActivated|transactionId|updatedAt|type)$/,
    'no second source',
  ],
  [/ 201 (usageLimit|isPaid|isActive|isActivated|transactionId|updatedAt)$/, 'no second source'],
  [/order-requests\/\{id\} updatedAt$/, 'no second source'],
  [/^one-in-ten\/GET \/orders /, 'no second source: an order that an earlier run made'],
  [/by sells$/, 'availability is stated of browse only'],
  [/^big-account-/, 'a list of more than eight pages is read in part'],
  [/by useCase$/, 'no second source: products do not show their use cases'],
  [
    /get_wallet_balance by owns$/,
    'the wallet of the account is found first, and the shape of all balances is not shown',
  ],
  [/^item-dropped\/GET \/orders by owns$/, 'no second source: an order that an earlier run made'],
  [/GET \/wallet \*\.transactions$/, 'how many transactions a wallet shows is not stated'],
  [/^one-in-ten\/.*transactions\.\*\.balance$/, 'only the newest balance has a second source'],
  [
    /retrievedAt$|send_voucher data\.createdAt$/,
    'the calls of a run are within a minute of each other',
  ],
  [/^stale\/.*get_wallet_transactions/, 'the spec does not say when a purchase appears there'],
  [/^swapped\/.*giftOrder/, 'the two orders have the same recipient'],
  [/^swapped\/GET \/wallet/, 'the entries of a wallet have one currency'],
  [/product\.merchant$/, 'which text names the merchant of a created product is not stated'],
];

const reasonFor = (id: string): string =>
  reasons.find(([pattern]) => pattern.test(id))?.[1] ?? 'not yet';

/** Groups ids by the reason why they survive. */
export function groupSurvivors(ids: readonly string[]): Survivors {
  const groups: Record<string, string[]> = {};
  for (const id of ids.toSorted()) (groups[reasonFor(id)] ??= []).push(id);
  return Object.fromEntries(Object.entries(groups).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export const renderSurvivors = (survivors: Survivors): string =>
  `${JSON.stringify(survivors, null, 1)}\n`;
