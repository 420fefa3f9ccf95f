/** A process that judges subjects: starting one imports every check, so it is kept for many orders. */
import { fork } from 'node:child_process';
import type { Order, Share } from './worker.ts';

export interface MatrixProcess {
  /** Judges the subjects of an order, one order at a time. Rejects if the process ends before. */
  readonly judge: (order: Order, onShare?: (share: Share) => void) => Promise<readonly Share[]>;
  readonly end: () => void;
}

/** Starts a process that judges subjects of the matrix. */
export function startProcess(): MatrixProcess {
  const child = fork(new URL('./worker.ts', import.meta.url), {
    execArgv: [
      '--import',
      'tsx',
      '--conditions=collect',
      '--no-warnings',
      '--max-semi-space-size=64',
    ],
    // Nothing of a runner around it.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return {
    judge: (order, onShare = () => {}) =>
      new Promise((resolve, reject) => {
        const shares: Share[] = [];
        const ended = (code: number | null) =>
          reject(new Error(`a process of the matrix ended with ${code}`));
        const take = (message: unknown) => {
          if (message !== 'done') {
            shares.push(message as Share);
            return onShare(message as Share);
          }
          child.off('message', take).off('exit', ended);
          resolve(shares);
        };
        child.on('message', take).once('exit', ended);
        child.send(order);
      }),
    end: () => child.disconnect(),
  };
}
