/** Returns the value of a map's key, which is created and stored if it is missing. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = make()
  map.set(key, created)
  return created
}
