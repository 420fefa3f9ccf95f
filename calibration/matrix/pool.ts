import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Works through items with at most `width` of them under way at once; each of the first ones starts `apartMs` after the
 * one before it.
 */
export async function inPool<T>(
  items: readonly T[],
  { width, apartMs = 0 }: { width: number; apartMs?: number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (_: unknown, at: number) => {
    await sleep(at * apartMs);
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
