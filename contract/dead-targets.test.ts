/** Tests that nothing passes on a target that gives one answer to every request. */
import { expect, test } from '#test';
import { settingsOf } from '../reference/server.ts';
import { makeWorld } from '../reference/world.ts';
import { concluded, judgeUnwarned, deadTargets } from '../fixtures/testing/dead-targets.ts';
import { fakeClock } from '../fixtures/testing/fakes.ts';

const settings = settingsOf(makeWorld({}), 'http://127.0.0.1:9');

for (const [name, answer] of Object.entries(deadTargets))
  test(`nothing passes on a target that answers everything with ${name}`, async () => {
    const transport = async (request: Parameters<typeof answer>[0]) => answer(request);
    const { outcomes } = await judgeUnwarned(settings, transport, fakeClock());
    expect(concluded(outcomes)).toEqual([]);
    const errors = outcomes.flatMap(({ cases }) => cases.filter(each => each.verdict === 'error'));
    expect(errors.filter(({ reason }) => !reason?.includes('a gateway'))).toEqual([]);
  });
