/** Generated faults: each operator on each field, list, response and rule of the reference to which it applies. */
import type { RouteName } from '../routes/index.ts';
import type { Patch } from '../types.ts';
import { patchesOf, placesOf } from './generated/fields.ts';
import { brokenReplies, type Broken } from './generated/replies.ts';
import { responses } from './generated/responses.ts';
import { brokenRules } from './generated/rules.ts';

/** Fault without a requirement. Any failed requirement detects it. */
export interface GeneratedFault {
  /** Operator, and response, field or rule: `times-100/GET /wallet *.balance`. */
  readonly id: string;
  readonly operator: string;
  /** Routes whose responses the fault changes. */
  readonly routes: readonly RouteName[];
  readonly patch: Patch;
}

const ofFields: readonly Broken[] = responses.flatMap(response =>
  placesOf(response).flatMap((place, turn) =>
    Object.entries(patchesOf(response, place, turn)).map(([operator, patch]) => ({
      operator,
      where: [response.name, place.replace(/^body\.?/, '')].filter(Boolean).join(' '),
      routes: response.routes,
      patch,
    })),
  ),
);

/**
 * Patterns of ids of generated changes that are not faults, with the words of the spec that allow the change, or the reason why
 * nothing changes.
 */
const free: readonly (readonly [RegExp, string])[] = [
  [/^(absent|null).*redemption\.region/, '§2.1: "may contain `region`"'],
  [/^(absent|null).*search .*redemption$/, '§2.1: "search results showed only `channel`"'],
  [/merchant\.(distributionMethod|voucherCode)/, '§2.2: "a full order may also carry"'],
  [/^(null|other-type).*giftOrder\./, '§2.2: "free-form", and no table gives a type'],
  [/previousUserId/, '§2.2: "present only in some gift or recipient flows"'],
  [/^null.*product\.imageUrl/, '§2.2: no column "Required": a product may have no picture'],
  [/^(absent|null).*orders 201 (usageLimit|giftOrder)/, '§2.2: no column "Required"'],
  [
    /^(absent|null|other-type).*order-requests.* result\.(?!success|orders$|summary|rejected)/,
    '§2.3: "it may be any other object"',
  ],
  [/^(absent|null).*rejectedOrders$/, '§2.4: not required'],
  [/bulk 201 orders\.\*\./, '§4.1 rule 8: not shown'],
  [/^(absent|null).*details\.(description|currency)/, '§2.6: "may carry"'],
  [/^(absent|null).*wallet \*\.transactions\.\*\.currency/, '§2.6: "in ledger responses"'],
  [/^(absent|null).*status (webhookUrl|events|isActive|createdAt|message)/, '§2.9: not required'],
  [/ tool\.parameters\./, '§4.3: "the content of the `parameters` object": not shown'],
  [/^(absent|null).* data\.(recipientName|message|campaignName|notes)/, '§4.2: not required'],
  [/Business verification.*message|Failed to register.*message/, '§5.5, §6: free text'],
  [/^(?!absent).*profile status|^(?!absent).*pending status/, '§5.5: no type is given'],
  [/^(absent|null).*reason$/, '§5.2: "when available"'],
  [/Invalid query parameters message/, '§7: optional'],
  [/^(other-status|other-error|error-text).*Invalid query parameters/, '§4.1: not shown'],
  [/^(other-error|error-text).*Failed to register/, '§7: summaries that were "seen"'],
  [/^other-status-200.*bulk 201/, '§4.1 rule 8: not shown'],
  [/^off-by-one.*voucherIndex/, '§4.2: not shown whether the first is 0 or 1'],
  [
    /(currency|vouchers) required|^item-added.*currency values/,
    'the reference refuses it all the same: there is no such wallet, or no voucher',
  ],
  [/^other-status-2.*(automation|tools|actions)/, '§4.2: no status is given'],
  [/(GET \/auth|POST \/webhooks 201) /, '§4.1 rule 9: payloads are not shown'],
  [
    /^(absent|null|other-type|zero|item)\S*\/GET \/(orders\/\{orderId\}|wallet\/balance) /,
    '§4.1 rule 9: payloads are not shown',
  ],
];

/** Returns true if the spec allows the change of a generated fault. */
const isFree = (id: string): boolean => free.some(([pattern]) => pattern.test(id));

/** Generated faults, except changes that the spec allows. */
export const generatedFaults: readonly GeneratedFault[] = [
  ...ofFields,
  ...responses.flatMap(brokenReplies),
  ...brokenRules,
]
  .map(({ where, operator, ...fault }) => ({ id: `${operator}/${where}`, operator, ...fault }))
  .filter(({ id }) => !isFree(id));
