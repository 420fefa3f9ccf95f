/** What one answer shows of a requirement, whatever else was asked: the laws that hold within one exchange. */
import type { RequirementId } from '../../../schemas/requirements/index.ts';
import type { Route } from '../../../schemas/routes.ts';
import type { ObjectSchema, Schema } from '../../../schemas/schema.ts';
import { isSuccess, type Exchange } from '../../../schemas/records/exchange.ts';
import { expect } from '../../../fixtures/matchers/expect.ts';
import { toPage, type List, type Page } from '../../../schemas/lists.ts';
import type { Target } from '../../../fixtures/config/target.ts';
import { NotExercised } from '../../../fixtures/verdict.ts';

export interface Law {
  readonly id: RequirementId;
  /** Whether the exchange is of the kind that the law speaks of. */
  readonly about: (exchange: Exchange) => boolean;
  /** Judges with `expect`; throws NotExercised where the exchange does not show it. */
  readonly judge: (exchange: Exchange, target: Target) => void;
}

export const isOf =
  (...routes: readonly Route[]) =>
  (exchange: Exchange): boolean =>
    isSuccess(exchange) && routes.some(({ id }) => id === exchange.route);

/** A law about the page that an answer is. */
export const onPage = (
  id: RequirementId,
  list: List,
  judge: (page: Page, exchange: Exchange, target: Target) => void,
): Law => ({
  id,
  about: isOf(list.route),
  judge: (exchange, target) => {
    const page = toPage(list, exchange);
    if (!page) throw new NotExercised('it is no page; paging.fields tells');
    judge(page, exchange, target);
  },
});

/** All of the body keeps a schema. */
export const keeps = (id: RequirementId, route: Route, schema: Schema): Law => ({
  id,
  about: isOf(route),
  judge: exchange => expect(exchange).toKeep(schema),
});

/** Every item of a list keeps a schema; that there is a list is for another law to say. */
export const itemsKeep = (id: RequirementId, list: List, schema: Schema): Law =>
  onPage(id, list, ({ items }) => {
    if (items.length === 0) throw new NotExercised('the page is empty');
    expect(items).toKeep({ title: schema.title ?? list.items, type: 'array', items: schema });
  });

/** A schema without some of its fields, which have a requirement of their own. */
export function without(schema: ObjectSchema, ...names: readonly string[]): ObjectSchema {
  const { if: _if, then: _then, ...plain } = schema;
  return {
    ...plain,
    properties: Object.fromEntries(
      Object.entries(schema.properties).filter(([name]) => !names.includes(name)),
    ),
    required: schema.required.filter(name => !names.includes(name)),
  };
}
