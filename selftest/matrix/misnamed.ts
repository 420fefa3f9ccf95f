/**
 * Failures that show another exchange than the one that fails. The expectation of each failed case is applied once more to what
 * the case names: it fails there in the same way, or what came is read there. A failure that shows in several
 * exchanges together names at least two, and what it quotes stands in one of them.
 */
import { isDeepStrictEqual } from 'node:util';
import { judgements } from '../../contract/judgements.ts';
import type { Given } from '../../fixtures/run/judgement.ts';
import { shown, ExpectationFailed } from '../../fixtures/run/expect/expect.ts';
import { bodyOf, isObject, type Exchange } from '../../schemas/records/exchange.ts';
import type { CaseResult, Outcome } from '../../schemas/records/result.ts';
import type { RequirementId } from '../../contract/statements.ts';

/** @returns one sentence for each. */
export function misnamed(
  outcomes: readonly Outcome[],
  exchanges: readonly Exchange[],
  given: Given,
): string[] {
  const byId = new Map(exchanges.map(each => [each.id, each]));
  return outcomes.flatMap(({ id, cases }) =>
    cases
      .filter(({ verdict, evidence }) => verdict === 'failed' && evidence.length > 0)
      .flatMap(one => {
        const problem = problemOf(id, one, byId, given);
        return problem === undefined ? [] : [`${id}, ${one.id}: ${problem}`];
      }),
  );
}

function problemOf(
  id: string,
  one: CaseResult,
  exchanges: ReadonlyMap<string, Exchange>,
  given: Given,
): string | undefined {
  const { exchange, compared, evidence, actual } = one;
  const names = compared ?? (exchange === undefined ? [] : [exchange]);
  const named = names.flatMap(each => exchanges.get(each) ?? []);
  if (named.length === 0) return 'it names no exchange of the run';
  const beside = names.filter(each => !evidence.includes(each));
  if (beside.length > 0) return `it names ${beside.join()}, which is no evidence of it`;
  if (named.length > 1) {
    const quoted = quotesIn(actual);
    const isThere = quoted.length === 0 || named.some(each => quoted.some(holdsIn(each)));
    return isThere ? undefined : `none of ${names.join()} holds ${JSON.stringify(actual)}`;
  }
  const [only] = named as [Exchange];
  return failsAgain(id, only, one, given) || isReadIn(only, actual)
    ? undefined
    : `${only.id} does not show ${JSON.stringify(actual)}`;
}

/** Returns true if the judgement of the requirement fails on the exchange as the case states it. */
function failsAgain(id: string, exchange: Exchange, stated: CaseResult, given: Given): boolean {
  const judgement = judgements[id as RequirementId];
  return (judgement?.parts ?? ['']).some(part => {
    try {
      judgement?.holds(exchange, given, part);
    } catch (error) {
      const { expected, actual } = error as ExpectationFailed;
      return (
        error instanceof ExpectationFailed &&
        isDeepStrictEqual(
          { expected, actual },
          { expected: stated.expected, actual: stated.actual },
        )
      );
    }
    return false;
  });
}

/**
 * Returns true if what came is the response, its status, a header, a value of its body, the length of a list there, or made of such.
 * That nothing came is read anywhere.
 */
function isReadIn(exchange: Exchange, actual: unknown): boolean {
  const { status, body, headers } = exchange.response;
  if (actual === shown(exchange) || actual === body || actual === status) return true;
  const values = [...valuesIn(bodyOf(exchange)), ...headers.map(([, value]) => value)];
  const isThere = (value: unknown): boolean =>
    value === undefined ||
    values.some(each => isDeepStrictEqual(each, value)) ||
    values.some(each => Array.isArray(each) && each.length === value) ||
    (typeof value === 'object' && value !== null && Object.values(value).every(isThere));
  if (isThere(actual)) return true;
  return typeof actual === 'string' && areThere(exchange, actual);
}

/** Violations of a schema, `/orders/0/status is 5; the body is []`. */
const areThere = (exchange: Exchange, violations: string): boolean =>
  violations.split('; ').every(each => {
    const [, path = '', value] = /^(the body|(?:\/[^/]*)+) is (.+)$/s.exec(each) ?? [];
    const found = path === 'the body' ? bodyOf(exchange) : at(bodyOf(exchange), path);
    return value === JSON.stringify(found === undefined ? 'nothing' : found).slice(0, 100);
  });

/** @param path a JSON pointer. */
const at = (value: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (found, name) =>
        Array.isArray(found) ? found[Number(name)] : isObject(found) ? found[name] : undefined,
      value,
    );

/** A value and every value below it. */
const valuesIn = (value: unknown): unknown[] => [
  value,
  ...(typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []),
];

/** Texts of objects that came: those of a sentence of our own stand nowhere. */
const quotesIn = (actual: unknown): string[] =>
  (Array.isArray(actual) ? actual : [])
    .filter(isObject)
    .flatMap(each => valuesIn(each))
    .filter((each): each is string => typeof each === 'string');

const holdsIn =
  ({ response }: Exchange) =>
  (text: string): boolean =>
    response.body.includes(JSON.stringify(text));
