/**
 * Virtual time for worlds in one process. It stands still while any world computes or sends. When all worlds wait, it jumps to
 * the end of the next wait. So nothing depends on the speed of the machine, and nobody waits.
 */
import { mock } from 'node:test';
import type { Clock } from '../../harness/client/clock.ts';
import type { Transport } from '../../harness/client/transport.ts';
import { sleepBy } from '../../reference/world.ts';

interface Wait {
  readonly at: number;
  readonly end: () => void;
}

export interface VirtualTime {
  readonly clock: Clock;
  /** Sends through a transport, and adds a millisecond for each exchange. */
  readonly through: (transport: Transport) => Transport;
}

/** Milliseconds of an exchange. */
const roundTrip = 1;
/** Turns of the event loop without a request after which all computation has ended. */
const quietTurns = 3;

let started: VirtualTime | undefined;

/** Returns the virtual time of this process, which starts at the current time when it is first used. */
export const startVirtualTime = (): VirtualTime => (started ??= start());

/** Replaces `Date`, timers and the waits of the reference in this process. */
function start(): VirtualTime {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.now() });
  const waits: Wait[] = [];
  let underWay = 0;
  let looking = false;

  const goOn = (): void => {
    const next = Math.min(...waits.map(({ at }) => at));
    mock.timers.tick(Math.max(0, next - Date.now()));
    const due = waits.filter(({ at }) => at <= Date.now());
    for (const each of due) waits.splice(waits.indexOf(each), 1);
    for (const { end } of due) end();
  };
  const look = (turns: number): void => {
    if (underWay > 0 || waits.length === 0) looking = false;
    else if (turns < quietTurns) setImmediate(look, turns + 1);
    else {
      looking = false;
      goOn();
      lookSoon();
    }
  };
  const lookSoon = (): void => {
    if (looking) return;
    looking = true;
    setImmediate(look, 0);
  };
  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise(resolve => {
      const wait = { at: Date.now() + Math.max(0, ms), end: resolve };
      const early = () => {
        const at = waits.indexOf(wait);
        if (at >= 0) waits.splice(at, 1);
        resolve();
      };
      if (signal?.aborted) return resolve();
      signal?.addEventListener('abort', early, { once: true });
      waits.push(wait);
      lookSoon();
    });
  // The sender waits together with the server, so nothing is under way.
  sleepBy(async ms => {
    underWay--;
    await sleep(ms);
    underWay++;
  });
  return {
    clock: { now: () => Date.now(), sleep },
    through: transport => async request => {
      underWay++;
      try {
        return await transport(request);
      } finally {
        underWay--;
        lookSoon();
        await sleep(roundTrip);
      }
    },
  };
}
