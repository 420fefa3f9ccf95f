/** Generated faults: each operator on each field, list, response and rule of the reference to which it applies. */
import type { RouteName } from '../routes/index.ts';
import type { Patch } from '../types.ts';
import { patchesOf, placesOf } from './generated/fields.ts';
import { isFree } from './generated/free.ts';
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

/** Generated faults, except changes that the spec allows. */
export const generatedFaults: readonly GeneratedFault[] = [
  ...ofFields,
  ...responses.flatMap(brokenReplies),
  ...brokenRules,
]
  .map(({ where, operator, ...fault }) => ({ id: `${operator}/${where}`, operator, ...fault }))
  .filter(({ id }) => !isFree(id));
