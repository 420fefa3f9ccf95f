import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Works through items, at most `width` of them concurrently; the first ones start `intervalMs` after one another.
 */
export async function inPool<T>(
  items: readonly T[],
  { width, intervalMs = 0 }: { width: number; intervalMs?: number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (_: unknown, at: number) => {
    await sleep(at * intervalMs);
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
