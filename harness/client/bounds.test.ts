import { expect, test } from '#test';
import { route } from '../../schemas/routes.ts';
import { answer, apiOver, ourTarget, thrownBy } from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../verdict.ts';

const notJudged = (why: string) => new NotExercised(`the response ${why}, and is not judged`);
const sendAll = (body: string, cut = false) =>
  apiOver(() => ({ ...answer(200, body), ...(cut ? { cut } : {}) }), ourTarget());

for (const [what, body, why] of [
  [
    'is nested too deep',
    `${'['.repeat(201)}${']'.repeat(201)}`,
    'is nested 201 levels deep, more than 200',
  ],
  [
    'has too many objects',
    JSON.stringify(Array.from({ length: 10_000 }, () => ({}))),
    'has 10001 objects and lists, more than 10000',
  ],
  [
    'has too many values',
    JSON.stringify(Array.from({ length: 200_002 }, () => 1)),
    'has 200001 values, more than 200000',
  ],
] as const)
  test(`a response that ${what} is shortened, and neither judged nor requested again`, async () => {
    const { api, log, requests } = sendAll(body);
    expect(await thrownBy(() => api.send(route.wallet))).toEqual(notJudged(why));
    expect(await thrownBy(() => api.send(route.wallet))).toEqual(
      notJudged('is longer than GV_MAX_BODY, or has too many values'),
    );
    expect(requests).toHaveLength(1);
    expect(log.exchanges[0]?.unrecorded).toEqual(['response body']);
    expect(log.exchanges[0]!.response.body.length).toBeLessThan(5000);
  });

test('brackets inside a text do not count as nesting, brackets after it do', async () => {
  const text = JSON.stringify('{[,"\\'.repeat(300_000));
  expect((await sendAll(`[${text}]`).api.send(route.wallet)).response.status).toBe(200);
  const nested = sendAll(`[${text},${'['.repeat(200)}${']'.repeat(200)}]`);
  expect(await thrownBy(() => nested.api.send(route.wallet))).toEqual(
    notJudged('is nested 201 levels deep, more than 200'),
  );
});

test('a run keeps at most 48 MiB of long responses, and still judges short responses', async () => {
  let body = JSON.stringify('x'.repeat(2 ** 20));
  const { api, requests } = apiOver(() => answer(200, body), ourTarget());
  let error: unknown;
  while (error === undefined && requests.length < 70)
    error = await api.send(route.wallet, { fresh: true }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  expect([requests.length, String(error)]).toEqual([
    48,
    'Error: the response is longer than 4096 characters, after 48 MiB of others, and is not judged',
  ]);
  body = '[]';
  expect((await api.send(route.orders)).response.body).toBe('[]');
});

test('a purchase is not repeated after a response that is too large', async () => {
  const { api, requests } = sendAll('[', true);
  const order = { body: {}, costs: [] };
  await thrownBy(() => api.send(route.createOrder, order));
  expect(String(await thrownBy(() => api.send(route.createOrder, order)))).toContain(
    'is sent once a run, and failed',
  );
  expect(requests).toHaveLength(1);
});
