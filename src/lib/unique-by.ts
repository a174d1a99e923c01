/** Returns the last of the items with each key, in the order of the first ones: pages may repeat an item that moved. */
export function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
