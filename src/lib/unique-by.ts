/** The last of the items with each key, in the order in which the keys come first: a page may repeat what moved. */
export function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
