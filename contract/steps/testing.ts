/** Contexts with a target of given responses, for tests of discovery. */
import { expect } from '#test';
import type { WireRequest, WireResponse } from '../../harness/client/transport.ts';
import type { Environment } from '../../harness/config/values.ts';
import {
  contextOver,
  ourTarget,
  thrownBy,
  type FakeContext,
  answer,
  type Answer,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../harness/verdict.ts';
import type { Context } from '../../harness/run/context.ts';

export type Service = (path: string, request: WireRequest, query: URLSearchParams) => WireResponse;

export const over = (service: Service, env: Environment = {}) =>
  contextOver(
    request => {
      const { pathname, searchParams } = new URL(request.url);
      return service(pathname.replace(/^.*\/business/, ''), request, searchParams);
    },
    ourTarget({ GV_ASYNC_TIMEOUT: '1', ...env }),
  );

export const sent = ({ requests }: FakeContext) =>
  requests.map(({ method, url }) => `${method} ${url.replace(/^.*\/business/, '')}`);
export const bodies = ({ requests }: FakeContext) =>
  requests.filter(({ body }) => body).map(({ body }) => JSON.parse(String(body)) as unknown);

export async function expectNotFound(
  context: FakeContext,
  find: (context: Context) => Promise<unknown>,
  reason: RegExp,
) {
  const error = await thrownBy(() => find(context));
  expect(error).toBeInstanceOf(NotExercised);
  expect(String(error)).toMatch(/GV_[A-Z_]+ is not set/);
  expect(String(error)).toMatch(reason);
}

/** Product that is sold for any value from its minimum on. */
export const product = {
  productCode: 'CAFE-1',
  merchant: 'Café',
  currency: 'GBP',
  minPrice: 5,
  denominations: [],
};

/** Returns a catalog of one page. */
export const catalogOf = (products: readonly unknown[]): WireResponse =>
  answer(200, { total: products.length, page: 1, totalPages: 1, products });

interface Catalog {
  readonly total: number;
  /** Largest page, and the default size. */
  readonly cap?: number;
  /** Rejects a limit above the cap, and does not reduce it. */
  readonly refuses?: boolean;
  /** Returns the number of products at request number `count`. */
  readonly changing?: (count: number) => number;
}

/** Returns a target with a catalog of the products `p0`, `p1` and so on. */
function catalog({ total: fixed, cap = 1000, refuses = false, changing }: Catalog): Answer {
  return ({ url }, count) => {
    const total = changing?.(count) ?? fixed;
    const { searchParams } = new URL(url);
    const asked = Number(searchParams.get('limit') ?? Math.min(cap, 10));
    if (refuses && asked > cap) return answer(400, { error: 'limit is too large' });
    const size = Math.min(asked, cap);
    const page = Number(searchParams.get('page') ?? 1);
    const items = Array.from({ length: total }, (_, index) => ({ _id: `p${index}` }));
    return answer(200, {
      total,
      page,
      totalPages: Math.ceil(total / size),
      products: items.slice((page - 1) * size, page * size),
    });
  };
}

export const overCatalog = (given: Catalog) => contextOver(catalog(given), ourTarget());
