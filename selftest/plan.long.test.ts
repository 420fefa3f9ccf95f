import { expect, test } from '#test';
import { allVariants } from './matrix/subjects.ts';
import { startHost, type Given, type Host, type Subject } from './matrix/host.ts';
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
    expectClose(await comparePlan(host, subject, given));
  });
