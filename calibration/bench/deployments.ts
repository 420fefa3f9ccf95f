/** Deployments whose limiters a contract run has to live with. */
import type { Limiting } from '../../fixtures/reference/limiting.ts';

export interface Deployment {
  readonly name: string;
  readonly limiting: Limiting;
  /** Seconds that the run may wait in all; undefined: its default. */
  readonly maxWait?: number;
  /** Takes many minutes: only where it is asked for. */
  readonly long?: true;
}

const small = { catalog: 60, webhooks: 10, wallet: 30 };
const large = { catalog: 100, webhooks: 20, wallet: 30 };
const per = (windowSeconds: number, limits: typeof small): Limiting => ({ limits, windowSeconds });

const quarterHour: Limiting = { ...per(900, large), by: 'ip', beforeKey: true };

export const deployments: readonly Deployment[] = [
  { name: 'as it is started', limiting: {} },
  { name: '60/10/30 in 10 s, by key', limiting: per(10, small) },
  { name: '60/10/30 in 10 s, by address', limiting: { ...per(10, small), by: 'ip' } },
  { name: 'the same, two replicas', limiting: { ...per(10, small), replicas: 2 } },
  { name: 'the same, half used by others', limiting: { ...per(10, small), usedByOthers: 0.5 } },
  { name: 'the same, with a penalty', limiting: { ...per(10, small), prolonged: true } },
  { name: '100/20/30 in 60 s, by key', limiting: per(60, large) },
  { name: '100/20/30 in 60 s, by address', limiting: { ...per(60, large), by: 'ip' } },
  {
    name: '100/20/30 in 900 s, by address before the key, no wait',
    limiting: quarterHour,
    maxWait: 0,
  },
  {
    name: '100/20/30 in 900 s, by address before the key, 20 min',
    limiting: quarterHour,
    maxWait: 1200,
    long: true,
  },
];
