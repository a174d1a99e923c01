/** What a map holds under a key, made and put there where it holds nothing yet. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = make()
  map.set(key, created)
  return created
}
