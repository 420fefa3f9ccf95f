/** Faults that nobody chose: each operator on each field, list, response and rule of the reference that it applies to. */
import type { RouteName } from '../routes/index.ts';
import type { Patch } from '../types.ts';
import { patchesOf, placesOf } from './generated/fields.ts';
import { isFree } from './generated/free.ts';
import { brokenReplies, type Broken } from './generated/replies.ts';
import { responses } from './generated/responses.ts';
import { brokenRules } from './generated/rules.ts';

/** A fault that names what it changes, but no requirement: any that fails has seen it. */
export interface GeneratedFault {
  /** `times-100/GET /wallet *.balance`: operator, response, field or rule. */
  readonly id: string;
  readonly operator: string;
  /** The routes whose responses it changes. */
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

/** Every generated fault that is not left free by the spec. */
export const generatedFaults: readonly GeneratedFault[] = [
  ...ofFields,
  ...responses.flatMap(brokenReplies),
  ...brokenRules,
]
  .map(({ where, operator, ...fault }) => ({ id: `${operator}/${where}`, operator, ...fault }))
  .filter(({ id }) => !isFree(id));
