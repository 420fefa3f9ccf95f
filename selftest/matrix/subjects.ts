/** Subjects of the matrix: every fault, every variant, and mixtures of variants, with all settings or with few. */
import { areaOf } from '../../contract/statements.ts';
import { faults } from '../../reference/faults/index.ts';
import type { Fault, Variant } from '../../reference/patches.ts';
import { dimensions, mixture, variants } from '../../reference/variants/index.ts';
import {
  automationKeyAlone,
  notSet,
  idsAndNamesNotSet,
  nothingSet,
} from '../../reference/variants/not-set.ts';
import type { Subject } from './host.ts';
import { readReds } from './reds.ts';

/** Seeds of the variants that mix many others at random. */
const seeds = [1, 2, 3];

/** Faults in what a run found out in place of settings, and in how it finds it out. */
const withFewSettings: readonly [what: string, settings: Variant['settings'], ids: string[]][] = [
  [
    'two keys',
    nothingSet,
    [
      'orders-request-invalid-id-404',
      'orders-request-invalid-id-422',
      'orders-request-invalid-id-500',
      'orders-request-unknown-400',
      'orders-request-unknown-403',
      'orders-request-unknown-200',
      'orders-request-unknown-text-reworded',
      'orders-unknown-400',
      'orders-unknown-403',
      'orders-unknown-500',
      'field-unknown-order-message-dropped',
      'orders-unknown-product-400',
      'orders-accepted-with-200',
      'orders-bulk-accepted-with-200',
      'orders-bulk-counts-from-zero',
      'wallet-ledger-currency-ignored-for-dollars',
      'wallet-ledger-currency-finds-fundings-only',
      'catalog-sort-desc-ignored-on-products',
      'catalog-sort-directions-swapped-on-products',
      'webhooks-unknown-removed-all-the-same',
      'webhooks-unknown-403',
      'auth-integration-business-key-admitted-on-status',
    ],
  ],
  [
    'keys alone',
    idsAndNamesNotSet,
    [
      'isolation-order-shown-to-others',
      'isolation-orders-400',
      'webhooks-foreign-404-on-remove-webhook',
      'webhooks-of-others-can-be-changed-and-removed',
    ],
  ],
  [
    'one key',
    automationKeyAlone,
    [
      'catalog-sort-desc-ignored-on-products',
      'orders-request-unknown-400',
      'auth-integration-open-without-key-on-status',
    ],
  ],
];

export { faults };

/** Accounts and shops that most of a run has nothing to judge on. */
const starving: readonly string[] = [
  'account-new',
  'account-without-products',
  'account-without-wallet',
  'funds-for-little',
  'funds-for-some',
  'no-funds',
  'nothing-in-stock',
  'orders-fail-for-lack-of-funds',
  'overdrawn',
  'request-results-empty',
  'request-results-of-other-shape',
  'vouchers-out-of-stock',
  'vouchers-to-reserved-domains-refused',
];

const mixed = (seed: number): Variant => mixture(seed, starving);

/** Variants whose settings are all given, unless a variant says otherwise. */
export const allVariants: readonly Variant[] = [...variants, ...notSet, ...seeds.map(mixed)];

/** Returns the id of a variant that is judged with two keys. */
export const ofTwoKeys = (id: string): string => `${id}, two keys`;

const withTwoKeys = (variant: Variant): Subject => ({
  ...variant,
  id: ofTwoKeys(variant.id),
  settings: nothingSet,
  limiters: false,
  wholeOnly: true,
});

/** Variants of a pack. */
const packed = 6;

/** A variant that is nothing but patches, of a deployment like most others, on which nothing warns. */
const isPackable = ({ id, freedom: _, patches: __, ...options }: Variant): boolean =>
  Object.keys(options).length === 0 && !starving.includes(id) && !(id in readReds());

/** Variants of different dimensions together: each of them in one pack. */
function packs(): readonly (readonly Variant[])[] {
  const left = dimensions.map((dimension, order) => ({
    order,
    variants: dimension.filter(isPackable),
  }));
  const made: Variant[][] = [];
  for (;;) {
    const fullest = left
      .filter(each => each.variants.length > 0)
      .toSorted((a, b) => b.variants.length - a.variants.length)
      .slice(0, packed)
      .toSorted((a, b) => a.order - b.order);
    if (fullest.length < 2) return made;
    made.push(fullest.map(each => each.variants.pop()!));
  }
}

/** A 429 is an error of a business route as well. */
const aboutLimits = ({ breaks }: Fault): boolean => ['limits', 'errors'].includes(areaOf(breaks));

/** A freedom that a limiter can show: its own sections, or a mixture that may have one of them. */
const mayShowInLimiters = ({ id, freedom, settings }: Variant): boolean =>
  settings === undefined && (/§[678]/.test(freedom) || id.startsWith('mixture'));

const ofFault = (fault: Fault): Subject => ({
  id: fault.id,
  patches: [fault.patch],
  breaks: fault.breaks,
  limiters: aboutLimits(fault),
});

function faultOf(id: string): Fault {
  const fault = faults.find(each => each.id === id);
  if (!fault) throw new Error(`there is no fault ${id}`);
  return fault;
}

const ofVariant = (variant: Variant): Subject => ({
  ...variant,
  limiters: mayShowInLimiters(variant),
});

/**
 * Conformant deployments, with the settings that a tester has who knows all of them. Several variants together are none of them: what
 * they hide is demanded all the same, and what is in a mixture changes with every new variant.
 */
export const deployments: readonly Subject[] = dimensions.flat().map(ofVariant);

const ofPack = (pack: readonly Variant[]): Subject => ({
  id: pack.map(({ id }) => id).join(' + '),
  patches: pack.flatMap(({ patches }) => patches),
  pack: pack.map(ofVariant),
  limiters: pack.some(mayShowInLimiters),
});

/** Limiters are probed only if a subject can affect them. */
export const subjects: readonly Subject[] = [
  ...faults.map(ofFault),
  ...withFewSettings.flatMap(([what, settings = {}, ids]) =>
    ids.map(id => ({
      ...ofFault(faultOf(id)),
      id: `${id}, ${what}`,
      settings,
      limiters: false,
    })),
  ),
  ...allVariants.map(ofVariant),
  ...allVariants.filter(({ settings }) => settings === undefined).map(withTwoKeys),
];

/** Variants in packs: a quick look at many of them. */
export const packedVariants: readonly Subject[] = packs().map(ofPack);

const byId = new Map([...subjects, ...packedVariants].map(each => [each.id, each]));

/** Returns mixtures of other seeds than the committed ones, each with all settings and, if it has none of its own, with two keys. */
export const randomSubjects = (seeds: readonly number[]): readonly Subject[] =>
  seeds.flatMap(seed => {
    const variant = mixed(seed);
    const twoKeys = variant.settings === undefined ? [withTwoKeys(variant)] : [];
    return [ofVariant(variant), ...twoKeys].map(subject => ({
      ...subject,
      settings: { ...subject.settings, GV_SEED: `${seed}` },
    }));
  });

/** Returns the subject of an id, of any depth, or a random one. */
export function subjectNamed(id: string): Subject {
  const [, seed] = /^mixture-(\d+)/.exec(id) ?? [];
  const subject =
    byId.get(id) ??
    (seed === undefined ? [] : randomSubjects([Number(seed)])).find(each => each.id === id);
  if (!subject) throw new Error(`there is no subject ${id}`);
  return subject;
}
