/** Defines the subjects of the matrix: all faults, all variants, and mixtures of variants, with all settings or with few. */
import { areaOf } from '../../contract/statements.ts';
import { historicFaults } from '../../reference/faults/historic.ts';
import { faults as writtenFaults } from '../../reference/faults/index.ts';
import { type GeneratedFault, generatedFaults } from '../../reference/faults/operators.ts';
import type { Fault, Variant } from '../../reference/patches.ts';
import { dimensions, mixture, variants } from '../../reference/variants/index.ts';
import {
  automationKeyAlone,
  notSet,
  idsAndNamesNotSet,
  nothingSet,
} from '../../reference/variants/not-set.ts';
import type { Subject } from './host.ts';

/** Seeds of the variants that mix many others at random. */
const seeds = [1, 2, 3];

/** Faults that affect the discovery of settings, and the settings with which they are judged. */
const withFewSettings: readonly [what: string, settings: Variant['settings'], ids: string[]][] = [
  [
    'two keys',
    nothingSet,
    [
      'other-status-404/Invalid order request ID format',
      'other-status-500/Invalid order request ID format',
      'other-status-400/Order request not found or access denied',
      'other-status-403/Order request not found or access denied',
      'other-status-200/Order request not found or access denied',
      'other-error-text/Order request not found or access denied',
      'other-status-400/Order not found',
      'other-status-403/Order not found',
      'other-status-500/Order not found',
      'absent/Order not found message',
      'other-status-400/Product not found',
      'orders-accepted-with-200',
      'orders-bulk-accepted-with-200',
      'orders-bulk-counts-from-zero',
      'wallet-ledger-currency-finds-fundings-only',
      'catalog-sort-desc-ignored-on-products',
      'catalog-sort-directions-swapped-on-products',
      'webhooks-unknown-removed-all-the-same',
      'other-status-403/Webhook not found',
      'auth-integration-business-key-admitted-on-status',
    ],
  ],
  [
    'keys alone',
    idsAndNamesNotSet,
    [
      'isolation-order-shown-to-others',
      'other-status-400/Order not found',
      'other-status-404/You are forbidden from accessing this resource',
      'webhooks-of-others-can-be-changed-and-removed',
    ],
  ],
  [
    'one key',
    automationKeyAlone,
    [
      'catalog-sort-desc-ignored-on-products',
      'other-status-400/Order request not found or access denied',
      'auth-integration-open-without-key-on-status',
    ],
  ],
];

/** Faults by set. */
export const faultSets = {
  generated: generatedFaults,
  written: writtenFaults,
  historic: historicFaults,
} as const;
export type FaultSet = keyof typeof faultSets;
export const setNames = Object.keys(faultSets) as FaultSet[];

/** Faults that name the requirement that they break. */
export const namedFaults: readonly Fault[] = [...writtenFaults, ...historicFaults];

/** Accounts and shops on which most requirements are not exercised. */
const leavingLittleToJudge: readonly string[] = [
  'account-new',
  'account-without-products',
  'account-without-wallet',
  'funds-for-little',
  'lists-of-1-item',
  'lists-of-2-items',
  'lists-of-3-items',
  'no-funds',
  'nothing-in-stock',
  'overdrawn',
  'request-results-of-other-shape',
  'vouchers-to-reserved-domains-refused',
];

const mixed = (seed: number): Variant => mixture(seed, leavingLittleToJudge);
const mixtures = seeds.map(mixed);

/** Variants with all settings, unless a variant has its own. */
export const allVariants: readonly Variant[] = [...variants, ...notSet, ...mixtures];

/** Returns the id of a variant that is judged with two keys. */
export const ofTwoKeys = (id: string): string => `${id}, two keys`;

const withTwoKeys = (variant: Variant): Subject => ({
  ...variant,
  id: ofTwoKeys(variant.id),
  settings: nothingSet,
  limiters: false,
  wholeOnly: true,
});

/** Returns true for a fault about limiters. A 429 is an error of a business route as well. */
const aboutLimits = ({ breaks }: Fault): boolean => ['limits', 'errors'].includes(areaOf(breaks));

const ofFault =
  (set: FaultSet) =>
  (fault: Fault): Subject => ({
    id: fault.id,
    fault: set,
    patches: [fault.patch],
    breaks: fault.breaks,
    limiters: aboutLimits(fault),
  });

const ofGenerated = ({ id, patch, routes }: GeneratedFault): Subject => ({
  id,
  fault: 'generated',
  patches: [patch],
  routes,
  limiters: false,
});

/** Faults, with all settings. */
const faultSubjects: readonly Subject[] = [
  ...writtenFaults.map(ofFault('written')),
  ...historicFaults.map(ofFault('historic')),
  ...generatedFaults.map(ofGenerated),
];

function faultNamed(id: string): Subject {
  const fault = faultSubjects.find(each => each.id === id);
  if (!fault) throw new Error(`there is no fault ${id}`);
  return fault;
}

/** Limiters are probed for a variant with all settings, because the settings do not change them. */
const ofVariant = (variant: Variant): Subject => ({
  ...variant,
  limiters: variant.limiters === true && variant.settings === undefined,
});

/** Variants of a moment that a partner can avoid: others order, nothing is in stock, there is no money, or a setting does not fit. */
export const avoidable = [
  'funds-for-little',
  'no-funds',
  'nothing-in-stock',
  'order-bodies-lack-a-field',
  'order-requests-of-the-settings-purged',
  'order-requests-take-minutes',
  'others-order-all-the-time',
  'others-order-now-and-then',
  'overdrawn',
  'vouchers-to-reserved-domains-refused',
];

/**
 * Lists the conformant deployments with all settings, for the demands of certificates. Combinations are left out, because they hide
 * cases that are demanded. Mixtures are left out, because they change with every new variant.
 */
export const deployments: readonly Subject[] = dimensions
  .flat()
  .filter(({ id }) => !avoidable.includes(id))
  .map(ofVariant);

/** Subjects of a whole matrix. Limiters are probed only if a subject can affect them. */
export const subjects: readonly Subject[] = [
  ...faultSubjects,
  ...withFewSettings.flatMap(([what, settings = {}, ids]) =>
    ids.map(id => ({
      ...faultNamed(id),
      id: `${id}, ${what}`,
      settings,
      limiters: false,
    })),
  ),
  ...[...variants, ...notSet].map(ofVariant),
  ...mixtures.map((each): Subject => ({ ...ofVariant(each), wholeOnly: true })),
  ...allVariants.filter(({ settings }) => settings === undefined).map(withTwoKeys),
];

const byId = new Map<string, Subject>(subjects.map(each => [each.id, each]));

/**
 * Returns mixtures of these seeds, with all settings and, unless the mixture has its own settings, also with two keys. `subjectNamed` finds
 * them in this process.
 */
export function randomSubjects(seeds: readonly number[]): readonly Subject[] {
  const subjects = seeds.flatMap(seed => {
    const variant = mixed(seed);
    const twoKeys = variant.settings === undefined ? [withTwoKeys(variant)] : [];
    return [ofVariant(variant), ...twoKeys].map(subject => ({
      ...subject,
      settings: { ...subject.settings, GV_SEED: `${seed}` },
    }));
  });
  for (const each of subjects) byId.set(each.id, each);
  return subjects;
}

/** Returns the subject of an id. */
export function subjectNamed(id: string): Subject {
  const subject = byId.get(id);
  if (!subject) throw new Error(`there is no subject ${id}`);
  return subject;
}
