/** Tests that a run, its replay, a load and two recordings of the run give one verdict on an answer that may be from a gateway. */
import { expect, test } from '#test';
import { logEntry } from '../fixtures/testing/exchange.ts';
import { fakeClock } from '../fixtures/testing/fakes.ts';
import { reading } from '../fixtures/testing/har.ts';
import { readHar } from '../fixtures/recordings/read-har.ts';
import { readLog } from '../fixtures/recordings/recording.ts';
import { createOpenWire, type WireResponse } from '../harness/client/transport.ts';
import { loadTarget } from '../harness/config/load-target.ts';
import { judgeRecorded } from '../harness/run/pipeline.ts';
import { startWorlds, type HostedWorld, type Worlds } from '../reference/server.ts';
import { har } from '../reports/formats/har.ts';
import { TextStore } from '../reports/result/build-result.ts';
import { result } from '../reports/testing/samples.ts';
import type { Outcome } from '../schemas/records/result.ts';
import { judgeTwice } from '../selftest/matrix/second-look.ts';
import { contract } from './contract.ts';
import { loadChecks } from './requirement.ts';

const formats = {
  HTML: ['text/html', '<!doctype html><title>Request blocked</title>'],
  XML: ['application/xml', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
  'JSON of a gateway': ['application/json', '{"message":"Forbidden"}'],
  text: ['text/plain', 'Forbidden'],
  'JSON of the service': ['application/json', '{"error":"An error occurred"}'],
} as const;
type Format = keyof typeof formats;

const wrongErrors = ['errors.business', 'errors.json'];
/** Requirements that fail if GET /products/filters gives these answers to a good request. */
const rows: readonly (readonly [statuses: readonly number[], Partial<Record<Format, string[]>>])[] =
  [
    [[403, 406, 429, 503], {}],
    [
      [404, 500],
      {
        HTML: wrongErrors,
        XML: wrongErrors,
        text: wrongErrors,
        'JSON of a gateway': ['errors.business'],
      },
    ],
    [[200], { HTML: ['service.json'], XML: ['service.json'], text: ['service.json'] }],
  ];
const judged = ['errors.business', 'errors.json', 'errors.no-wrapper', 'service.json'];

const failedIn = (outcomes: readonly Outcome[]): string[] =>
  outcomes
    .filter(({ id, verdict }) => judged.includes(id) && verdict === 'failed')
    .map(({ id }) => id)
    .toSorted();

let worlds: Worlds;
let wire: ReturnType<typeof createOpenWire>;
let world: HostedWorld;
test.beforeAll(async () => {
  worlds = await startWorlds();
  wire = createOpenWire();
  world = worlds.add({});
});
test.afterAll(async () => {
  wire.close();
  await worlds.close();
});

/** Returns the failed requirements of each way to judge the answer. */
async function judgedEachWay(answer: WireResponse): Promise<Record<string, string[]>> {
  const target = loadTarget({}, world.settings);
  const checks = (await loadChecks()).filter(({ id }) => judged.includes(id));
  const good = world.settings['GV_API_KEY'];
  const { judged: run, replayed } = await judgeTwice(
    target,
    checks,
    {
      contract,
      clock: fakeClock(),
      limiters: () => Promise.resolve([]),
      transport: async request =>
        request.url.endsWith('/products/filters') && request.headers['X-API-Key'] === good
          ? answer
          : wire.send(request),
    },
    true,
  );
  const { exchanges } = run;
  const store = new TextStore();
  const stored = Object.fromEntries(exchanges.map(each => store.exchange(each)));
  const json = JSON.parse([...har(result({ exchanges: stored, texts: store.texts }))].join(''));
  const bulkPath = target.values.GV_BULK_ORDER_PATH;
  const ofHar = readHar({ kind: 'har', json, attached: () => undefined }, { ...reading, bulkPath });
  const ofLog = readLog(
    exchanges.map(exchange => logEntry({ exchange })),
    { ...reading, bulkPath },
  );
  const judge = (all: typeof exchanges) => failedIn(judgeRecorded(contract, all, target.values));
  return {
    run: failedIn(run.outcomes),
    replay: replayed.length > 0 ? [...replayed] : failedIn(run.outcomes),
    load: judge(exchanges),
    exchanges: judge(ofLog.exchanges),
    HAR: judge(ofHar.exchanges),
  };
}

for (const [statuses, failing] of rows)
  for (const status of statuses)
    for (const [format, [type, body]] of Object.entries(formats)) {
      const expected = (failing[format as Format] ?? []).toSorted();
      test(`${status} in ${format} ${expected.length > 0 ? 'fails' : 'accuses nobody'}, however it is judged`, async () => {
        const headers = [
          ['Content-Type', type],
          ['Date', new Date().toUTCString()],
        ] as const;
        const ways = await judgedEachWay({ status, headers, body });
        expect(ways).toEqual(Object.fromEntries(Object.keys(ways).map(way => [way, expected])));
      });
    }
