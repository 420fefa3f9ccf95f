/** Maps items with at most `width` of them under way at once; results in the order of the items. */
export async function mapPool<T, R>(
  items: readonly T[],
  width: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await map(items[index]!);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  return results;
}
