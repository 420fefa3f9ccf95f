/** The target dies while a run goes on. Bounds are those of the default settings. */
import { cutShort, borne, type Fault, faults } from '../fault.ts';
import { from, type When } from '../proxy/when.ts';
import { leave, reset, silence } from '../strikes.ts';
import type { Records } from '../proxy/records.ts';

/** The time-out that a run has by default. */
const byDefault = { GV_TIMEOUT: '', GV_ASYNC_TIMEOUT: '', GV_MAX_WAIT: '' };
const few = { limit: 20, windowSeconds: 3 };
const limits = { catalog: few, webhooks: few, wallet: few };

/** Few are sent to a target that is known to be gone. */
const atMost =
  (count: number) =>
  ({ visits }: Records): string | undefined => {
    const after = visits.filter(({ struck }) => struck).length;
    return after > count ? `${after} requests were sent after it` : undefined;
  };

const afterLimit: When = {
  text: 'from the first 429 on',
  start:
    () =>
    (seen, { visits }) =>
      visits.some(({ reached }) => reached.includes(429)) || seen.struck,
};

export const death: readonly Fault[] = [
  ...[50, 200, 435].map((number): Fault => ({
    id: `death-at-${number}`,
    what: 'the target is gone',
    when: from(number),
    strike: leave,
    settings: () => byDefault,
    expect: number > 400 ? borne(40, { secondsAfter: 15 }) : cutShort(),
  })),
  ...faults(from(50), cutShort(30, { requests: atMost(60) }), {
    'death-silent-at-50': [
      'the machine of the target is gone: nothing is said any more',
      silence,
      { settings: () => byDefault },
    ],
  }),
  ...faults(from(200), cutShort(30, { requests: atMost(60) }), {
    'death-resets-at-200': [
      'a load balancer without a target resets every request',
      reset,
      { settings: () => byDefault },
    ],
  }),
  ...faults(afterLimit, cutShort(60), {
    'death-in-probe': [
      'the target is gone during the measurement of a limiter',
      leave,
      { probes: limits },
    ],
    'death-silent-in-probe': [
      'the target says nothing any more during the measurement of a limiter',
      silence,
      { probes: limits },
    ],
  }),
  ...faults(
    {
      text: 'each third request',
      start:
        () =>
        ({ number }) =>
          number > 5 && number % 3 === 0,
    },
    borne(90),
    {
      'death-resets-in-probe': [
        'every third request of the measurement of the limiters is reset',
        reset,
        { probes: limits },
      ],
    },
  ),
];
