/** What the matrix judges: every fault, every variant, and mixtures of variants. */
import { areaOf } from '../../schemas/requirements/index.ts';
import { faults } from '../../fixtures/reference/faults/index.ts';
import type { Fault } from '../../fixtures/reference/faults/fault.ts';
import { mixture, variants } from '../../fixtures/reference/variants/index.ts';
import type { Variant } from '../../fixtures/reference/variants/variant.ts';
import type { Subject } from './worlds.ts';

/** Seeds of the variants that mix many others at random. */
const seeds = [1, 2, 3];

export { faults };
export const allVariants: readonly Variant[] = [...variants, ...seeds.map(mixture)];

const aboutLimits = ({ breaks, alsoReddens = {} }: Fault): boolean =>
  [breaks, ...Object.keys(alsoReddens)].some(id => areaOf(id) === 'limits');

/** A freedom that a limiter can show: its own sections, or a mixture that may have one of them. */
const mayShowInLimiters = ({ id, freedom }: Variant): boolean =>
  /§[678]/.test(freedom) || id.startsWith('mixture');

/** Limiters are probed only if a subject can affect them: probing waits for windows. */
export const subjects: readonly Subject[] = [
  ...faults.map(fault => ({
    id: fault.id,
    patches: [fault.patch],
    breaks: fault.breaks,
    limiters: aboutLimits(fault),
  })),
  ...allVariants.map(variant => ({ ...variant, limiters: mayShowInLimiters(variant) })),
];
