/** Generated faults: each operator on each field, list, response and rule of the reference to which it applies. */
import { patchesOf, placesOf } from './generated/fields.ts';
import { isFree } from './generated/free.ts';
import { brokenReplies, type Broken } from './generated/replies.ts';
import { responses } from './generated/responses.ts';
import { brokenRules } from './generated/rules.ts';

/** Fault without a requirement. Any failed requirement detects it. */
export interface GeneratedFault extends Broken {
  /** Operator, response and place: `times-100/GET /wallet *.balance`. */
  readonly id: string;
}

const ofFields: readonly Broken[] = responses.flatMap(response =>
  placesOf(response).flatMap((place, turn) =>
    Object.entries(patchesOf(response, place, turn)).map(([operator, patch]) => ({
      operator,
      response: response.name,
      place: place.replace(/^body\.?/, ''),
      routes: response.routes,
      patch,
    })),
  ),
);

const idOf = ({ operator, response, place }: Broken): string =>
  `${operator}/${response}${place === '' ? '' : ` ${place}`}`;

/** Generated faults, except changes that the spec allows. */
export const generatedFaults: readonly GeneratedFault[] = [
  ...ofFields,
  ...responses.flatMap(brokenReplies),
  ...brokenRules,
]
  .filter(each => !isFree(each))
  .map(each => ({ ...each, id: idOf(each) }));
