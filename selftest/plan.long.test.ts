import { expect, test } from '#test';
import { allVariants } from './matrix/subjects.ts';
import type { Transport } from '../harness/client/transport.ts';
import { judgeDeployment, startHost, type Given, type Host, type Subject } from './matrix/host.ts';
import { startVirtualTime } from './matrix/virtual-time.ts';
import { comparePlan, type Compared } from './plan.ts';

// In one worker, so that the host starts once.
test.describe.configure({ mode: 'default' });

let host: Host;
test.beforeAll(async () => {
  host = await startHost(startVirtualTime());
});
test.afterAll(() => host.close());

const permitted = (money: string) => ({ GV_ALLOW: 'write,spend', GV_MAX_SPEND: money });
const ofMany = permitted('50000 GBP, 50000 EUR, 50000 USD');

/** Leaves an address, two keys and a recipient. */
const twoKeys: Given = ({
  GV_BASE_URL = '',
  GV_API_KEY = '',
  GV_AUTOMATION_KEY = '',
  ...rest
}) => ({
  GV_BASE_URL,
  GV_API_KEY,
  GV_AUTOMATION_KEY,
  GV_RECIPIENT: rest['GV_RECIPIENT'],
});

const plain = { id: 'plain', patches: [] };

function expectBound({ money }: Compared): void {
  for (const [currency, [, counted, most]] of Object.entries(money))
    expect(counted, `${currency} counted`).toBeLessThanOrEqual(most);
}

function expectClose({ requirements, requests, money, different }: Compared): void {
  const [planned, shown] = requirements;
  expect(Math.abs(planned - shown), different.join(', ')).toBeLessThanOrEqual(2);
  expect(Math.abs(requests[0] / requests[1] - 1), `requests ${requests.join(' of ')}`).toBeLessThan(
    0.1,
  );
  for (const [currency, [stated, counted]] of Object.entries(money))
    expect(
      Math.abs(stated - counted),
      `${currency}: ${stated} planned, ${counted} counted`,
    ).toBeLessThan(Math.max(1, 0.2 * counted));
}

const plans: readonly (readonly [string, Pick<Subject, 'id' | 'patches'>, Given])[] = [
  ['everything', plain, all => ({ ...all, ...ofMany })],
  ['two keys and 500 GBP', plain, all => ({ ...twoKeys(all), ...permitted('500 GBP') })],
  ['two keys, and reads only', plain, twoKeys],
  ['all settings, and reads only', plain, all => all],
  ...[
    'lists-oldest-first',
    'limiters-alike',
    'orders-synchronous',
    'products-of-one-price',
    'search-index-of-last-night',
  ].map(id => {
    const variant = allVariants.find(each => each.id === id)!;
    const given: Given = all => ({ ...all, ...variant.settings, ...ofMany });
    return [id, variant, given] as const;
  }),
];

for (const [what, subject, given] of plans)
  test(`the plan of a run with ${what} is close to the run`, async () => {
    const compared = await comparePlan(host, subject, given);
    expectClose(compared);
    expectBound(compared);
  });

for (const id of ['vouchers-of-values-on-offer-only', 'product-codes-at-their-bounds', 'no-funds'])
  test(`a run counts no more than its plan states, on the variant ${id}`, async () => {
    const variant = allVariants.find(each => each.id === id)!;
    for (const given of [(all: Parameters<Given>[0]) => all, twoKeys])
      expectBound(
        await comparePlan(host, variant, all => ({
          ...given(all),
          ...variant.settings,
          ...ofMany,
        })),
      );
  });

/** Returns a transport to a target that is some milliseconds away. */
const away =
  ({ transport, clock }: Host, ms: number): Transport =>
  async request => {
    await clock.sleep(ms / 2);
    const answer = await transport(request);
    await clock.sleep(ms / 2);
    return answer;
  };

test('a run that waits 150 ms for each answer uses nearly every turn of its pace', async () => {
  const rate = 20;
  const given: Given = all => ({ ...all, ...ofMany, GV_MAX_RPS: String(rate) });
  const { judged } = await judgeDeployment({ ...host, transport: away(host, 150) }, plain, given);
  const starts = judged.exchanges.map(({ times }) => times.startedAt);
  const seconds = (Math.max(...starts) - Math.min(...starts)) / 1000;
  expect(seconds / (starts.length / rate)).toBeLessThan(1.08);
});
