/** Tests that only requirements about the working part of a service have verdicts. */
import { expect, test } from '#test';
import { systemClock } from '../harness/client/clock.ts';
import { createOpenWire, type Transport } from '../harness/client/transport.ts';
import { startWorlds, type HostedWorld, type Worlds } from '../reference/server.ts';
import {
  aliveIn,
  goodResponses,
  concluded,
  judgeUnwarned,
  deadTargets,
} from '../fixtures/testing/dead-targets.ts';

let worlds: Worlds;
let wire: ReturnType<typeof createOpenWire>;
let world: HostedWorld;
test.beforeAll(async () => {
  worlds = await startWorlds();
  wire = createOpenWire();
  world = worlds.add({ asyncDelayMs: 20 });
});
test.afterAll(async () => {
  wire.close();
  await worlds.close();
});

const judge = (transport: Transport) => judgeUnwarned(world.settings, transport, systemClock);

for (const [name, request] of Object.entries(goodResponses))
  test(`nothing passes on a target that answers everything with ${name}`, async () => {
    const copy = await wire.send(request(world));
    expect(copy.status).toBe(200);
    const { outcomes } = await judge(() => Promise.resolve(copy));
    expect(concluded(outcomes)).toEqual([]);
  });

for (const [name, isAlive] of Object.entries(aliveIn))
  for (const dead of ['200 with []', '404 JSON'])
    test(`if only ${name} works and the rest answers with ${dead}, only its requirements pass`, async () => {
      const { outcomes, exchanges } = await judge(async request =>
        isAlive(request.url) ? wire.send(request) : deadTargets[dead]!(request),
      );
      const ofDead = new Set(
        exchanges.filter(({ request }) => !isAlive(request.url)).map(({ id }) => id),
      );
      const shown = concluded(outcomes);
      expect(shown.filter(({ evidence }) => evidence.some(id => ofDead.has(id)))).toEqual([]);
      if (name === 'the business routes') expect(shown.length).toBeGreaterThan(500);
    });
