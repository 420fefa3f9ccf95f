import { expect, test } from '#test';
import fc from 'fast-check';
import { boundsOf, guard } from '../harness/client/guard.ts';
import { targetWith } from '../fixtures/testing/fakes.ts';
import { route, routes } from '../schemas/routes.ts';
import { settings } from '../harness/config/settings.ts';
import { PlainUrl } from './request.ts';

const parts = fc.constantFrom('a', 'b', '.', '..', '%2e', '%2E%2e', '', 'orders', 'x%2Fy', "it's");
test('k6 rejects an address that a parser would change, or that is not http', () => {
  for (const text of ['ftp://a', 'http://', 'a/b', 'http://a/b c', 'http://a\\b', 'http://a/{id}'])
    expect(() => new PlainUrl(text), text).toThrow(TypeError);
});

/** Runs a function with the URL class that k6 gets. */
function inK6<T>(run: () => T): T {
  const { URL: own } = globalThis;
  globalThis.URL = PlainUrl as unknown as typeof URL;
  try {
    return run();
  } finally {
    globalThis.URL = own;
  }
}

const decision = (act: () => unknown): string => {
  try {
    return String(act());
  } catch (error) {
    return error instanceof TypeError ? 'no URL' : (error as Error).constructor.name;
  }
};

test('k6 and Node permit the same requests and accept the same settings', () => {
  const target = targetWith({ GV_ALLOW: 'spend', GV_MAX_SPEND: '5 GBP' });
  const [bounds, base] = [boundsOf(target), target.baseUrl];
  const paths = fc
    .tuple(
      fc.constantFrom(
        base,
        base.replace('https', 'http'),
        `${base}evil`,
        `${base}:1`,
        `${base}/..`,
      ),
      fc.oneof(
        fc.constantFrom(...routes.all.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'id1'))),
        fc.array(parts, { maxLength: 4 }).map(each => `/api/v1/business/${each.join('/')}`),
      ),
    )
    .map(([start, path]) => start + path);
  fc.assert(
    fc.property(paths, fc.constantFrom(...routes.all), (url, to) => {
      const act = () => guard(bounds, to, { method: to.method, url });
      return decision(() => inK6(act)) === decision(act);
    }),
    { numRuns: 3000 },
  );
  for (const text of [base, `${base}/`, 'http://a?b', 'http://u:p@a', 'http://a#b', 'nowhere']) {
    const read = () => settings.GV_BASE_URL.parse(text);
    expect(
      decision(() => inK6(read)),
      text,
    ).toBe(decision(read));
  }
  const browse = { method: 'GET', url: `${base}/api/v1/business/products` };
  expect(decision(() => guard(bounds, route.browse, browse))).toBe('undefined');
});
