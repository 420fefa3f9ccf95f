import { expect as base, test } from '#test';
import { transcriptOf, type TranscriptEntry } from '../../schemas/records/transcript.ts';
import { route } from '../../schemas/routes.ts';
import { contract as whole } from '../../contract/contract.ts';
import type { Context, Check } from './context.ts';
import { runChecks } from './pipeline.ts';
import { expect } from './expect/expect.ts';
import { answer, contextOver, ourTarget, type Answer } from '../../fixtures/testing/fakes.ts';
import { ifExercised, NotExercised } from '../verdict.ts';
import { NoResponse } from '../client/response.ts';
import { shownSettings } from '../config/load-target.ts';
import { targetOf } from '../config/target.ts';
import { recorded, replayed } from './transcript.ts';
import { keyChecker, replayRun, type Run } from './hosts/replay.ts';
import { exchangeOn } from '../../fixtures/testing/exchange.ts';

/** Contract whose checks use no record of the run. */
const contract = { ...whole, preparations: [] };
const target = ourTarget();
const id = 'catalog.product-fields';

const runWith = (context: Context, check: Check) =>
  runChecks([{ id, check }], { contract, contextOf: () => context, exchanges: () => [] });

/** Runs a check with these responses, and returns what a replay needs. */
async function run(check: Check, answers: Answer) {
  const context = contextOver(answers, target);
  const entries: TranscriptEntry[] = [];
  const outcomes = await runWith(
    recorded(context, entry => entries.push(entry)),
    check,
  );
  const exchanges = new Map(context.log.exchanges.map(each => [each.id, each]));
  return { outcomes, parts: { transcript: transcriptOf(entries), exchanges }, context };
}

type Parts = Awaited<ReturnType<typeof run>>['parts'];

async function replay(check: Check, parts: Parts) {
  const { facts } = contextOver(() => answer(500), target);
  const { context, problems, spent } = replayed({ target, facts, limiters: [], ...parts });
  return { outcomes: await runWith(context, check), problems: problems(), spent: spent() };
}

test('a replay repeats missing responses and missing permissions', async () => {
  const check: Check = ({ api, each }) =>
    each([route.createWebhook, route.wallet], async to => {
      await api.send(to, to === route.wallet ? { key: 'revoked' } : { body: {} });
    });
  const { outcomes, parts } = await run(check, () => {
    throw new NoResponse('no response: ECONNRESET');
  });
  const again = await replay(check, parts);
  base(again.problems).toEqual([]);
  base(outcomes[0]?.cases.map(({ verdict }) => verdict)).toEqual(['error', 'not-exercised']);
  base(again.outcomes[0]?.cases).toEqual(outcomes[0]?.cases);
});

const cases = ['a', 'b', 'c', 'd'];

test('a replay may run cases in another order', async () => {
  const by =
    (first: string): Check =>
    ({ api, each }) =>
      each(first === 'a' ? cases : cases.toReversed(), async () =>
        expect((await api.send(route.wallet)).id).toBe('x1'),
      );
  const { parts } = await run(by('a'), () => answer(200));
  const { outcomes, problems } = await replay(by('d'), parts);
  base(problems).toEqual([]);
  base(outcomes[0]?.verdict).toBe('passed');
});

const reads = (query: Record<string, string>, times = 1): Check => {
  return async ({ api }) => {
    for (let n = 0; n < times; n++) {
      const exchange = await api.send(route.browse, { query, fresh: true });
      expect(exchange.response.status).toBe(200);
    }
  };
};

const refused: Record<string, [Check, problem: string]> = {
  'a different request': [
    reads({ page: '2' }),
    `exchange x1, or an exchange before it, was changed: ${id} sends a GET /products that the run did not`,
  ],
  'one request more': [reads({}, 3), `${id} sends a GET /products that the run did not`],
  'one request less': [reads({}, 1), `${id} did not repeat requests of the run (x2)`],
};
for (const [what, [check, problem]] of Object.entries(refused))
  test(`a replay that sends ${what} than the run is reported`, async () => {
    const { parts } = await run(reads({}, 2), () => answer(200));
    base((await replay(check, parts)).problems).toContain(problem);
  });

test('a check that hides an unexpected request is reported', async () => {
  const { parts } = await run(reads({}), () => answer(200));
  const check: Check = async ({ api }) => {
    await api.send(route.wallet).catch(() => undefined);
    throw new NotExercised('nothing to see');
  };
  const { problems } = await replay(check, parts);
  base(problems).toContain(`${id} sends a GET /wallet that the run did not`);
});

test('a replay names a missing exchange', async () => {
  const { parts } = await run(reads({}), () => answer(200));
  const { problems } = await replay(reads({}), { ...parts, exchanges: new Map() });
  base(problems[0]).toBe('exchange x1 is missing');
});

test('a replay counts the money of each accepted request once', async () => {
  const buys: Check = async ({ api }) => {
    for (const value of [5, 7]) {
      const costs = [{ currency: 'GBP', value }];
      const { response } = await api.send(route.createOrder, { body: { value }, costs });
      expect(response.status).toBeAtLeast(200);
    }
    const again = { body: { value: 13 }, costs: [{ currency: 'EUR', value: 13 }] };
    for (let n = 0; n < 2; n++)
      expect((await api.send(route.createOrder, again)).response.status).toBe(202);
  };
  const statuses: Record<string, number> = { 5: 202, 7: 400, 13: 202 };
  const answers: Answer = ({ body }) => {
    const { value } = JSON.parse(String(body)) as { value: number };
    return answer(statuses[value] ?? 0, { error: 'no' });
  };
  const { parts } = await run(buys, answers);
  const { problems, spent } = await replay(buys, parts);
  base(problems).toEqual([]);
  base(spent).toEqual({ GBP: 5, EUR: 13 });
});

test('an order that a firewall refuses counts once as spent, in a run and in its replay', async () => {
  const seen: unknown[] = [];
  const buys: Check = async ({ api }) => {
    const order = { body: {}, costs: [{ currency: 'GBP', value: 5 }] };
    for (let n = 0; n < 2; n++) await ifExercised(api.send(route.createOrder, order));
    seen.push(api.spent());
    throw new NotExercised('nothing was bought');
  };
  const { parts } = await run(buys, () => answer(403, { message: 'Forbidden' }));
  const again = await replay(buys, parts);
  base(again.problems).toEqual([]);
  base(seen).toEqual([{ GBP: 5 }, { GBP: 5 }]);
});

test('a replay notices a request with the wrong key', async () => {
  const { outcomes, context } = await run(
    async ({ api, each }) => {
      const roles = ['business', 'automation', 'unknown', 'empty', 'odd', 'suffixed'] as const;
      await each([...roles, 'doubled' as const], async key =>
        expect((await api.send(route.wallet, { key })).response.status).toBe(200),
      );
      await each(['none'], async () =>
        expect((await api.send(route.wallet, { key: undefined })).response.status).toBe(200),
      );
    },
    () => answer(200),
  );
  base(outcomes[0]?.verdict).toBe('passed');
  const settings = shownSettings(target);
  const isRight = keyChecker(targetOf(settings, true));
  const sent = context.log.exchanges;
  base(sent).toHaveLength(8);
  base(sent.filter(each => !isRight(each))).toEqual([]);
  const alike = sent.map(each => {
    const headers = { 'X-API-Key': '${GV_API_KEY}' };
    return { ...each, request: { ...each.request, headers } };
  });
  base(alike.filter(isRight).map(({ key }) => key)).toEqual(['business']);
});

test('a result with shortened bodies is not replayed, and the message says why', async () => {
  const { id, ...wallet } = exchangeOn(route.wallet, { body: '[{"curr' });
  const shortened = { characters: 3_000_000, sha256: 'ab12' };
  const result = {
    exchanges: { [id]: { ...wallet, unrecorded: ['response body'], shortened } },
    texts: {},
    replay: { settings: {}, nonce: 'n', stages: [] },
    target: { origin: 'configured' },
  } as unknown as Run;
  await base(replayRun(contract, result, [], [])).rejects.toThrow(
    'the result has only the beginning of some bodies (1): the run received more than a result keeps',
  );
});
