/** Does something with each item, so many at once; the results are in the items' order. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, place: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [place, item] of left) results[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return results;
}
