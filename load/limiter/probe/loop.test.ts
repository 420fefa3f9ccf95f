import { expect, test } from '#test';
import type { WireRequest } from '../../../fixtures/client/transport.ts';
import { answer, targetWith } from '../../../fixtures/testing/fakes.ts';
import { NotExercised, SuiteError } from '../../../fixtures/verdict.ts';
import { probeInProcess } from './in-process.ts';
import { requestsOf } from './routes.ts';

/** Probes a target that answers 200 to everything; `sent` is all that went over the wire. */
function probing(settings: Record<string, string>) {
  const sent: WireRequest[] = [];
  const target = targetWith({ GV_PROBE_MAX_REQUESTS: '12', ...settings });
  const probes = probeInProcess(target, async request => {
    sent.push(request);
    return answer(200);
  });
  return { sent, probes };
}

const webhook = { GV_WEBHOOK_UNKNOWN: 'nobody' };

test('without write no webhook is touched, and the other limiters are probed', async () => {
  const { sent, probes } = probing({ GV_ALLOW: 'exhaust', ...webhook });
  expect((await probes).map(({ name, ...rest }) => [name, 'skipped' in rest])).toEqual([
    ['catalog', false],
    ['webhooks', true],
    ['wallet', false],
  ]);
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('without exhaust nothing is sent', async () => {
  const { sent, probes } = probing({ GV_ALLOW: 'write', ...webhook });
  await expect(probes).rejects.toThrow(new NotExercised('GV_ALLOW does not permit to exhaust'));
  expect(sent).toEqual([]);
});

test('an id that leads to another route is refused before anything is sent', async () => {
  for (const id of ['..', '.']) {
    const { sent, probes } = probing({ GV_ALLOW: 'exhaust,write', GV_WEBHOOK_UNKNOWN: id });
    await expect(probes).rejects.toThrow(SuiteError);
    await expect(probes).rejects.toThrow('refused to leave the target');
    expect(sent).toEqual([]);
  }
});

test('no request leaves the host and the prefix of the target', () => {
  const target = targetWith({ GV_ALLOW: 'exhaust,write', ...webhook });
  for (const limiter of ['catalog', 'webhooks', 'wallet'] as const)
    for (const [name, { url }] of requestsOf(target, limiter))
      expect(url, name).toContain(`${target.baseUrl}/api/v1/business/`);
});

test('GV_PROBE selects, and the others are listed with the reason', async () => {
  const { sent, probes } = probing({ GV_ALLOW: 'exhaust', GV_PROBE: 'wallet' });
  const skipped = { skipped: 'GV_PROBE does not name it' };
  expect(await probes).toEqual([
    { name: 'catalog', ...skipped },
    { name: 'webhooks', skipped: expect.any(String) },
    expect.objectContaining({ name: 'wallet', findings: expect.anything() }),
  ]);
  expect(sent).toHaveLength(12);
});
