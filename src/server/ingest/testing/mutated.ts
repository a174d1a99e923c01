import fc from 'fast-check'

/** Values that no scanner writes, or not there. */
export const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'pkg:npm/%',
    'CVSS:3.1/'.repeat(50),
    '<script>alert(1)</script>',
    '\u202E\u0000',
    ' '.repeat(2000),
    'a'.repeat(20_000),
    -1,
    1e308,
    2 ** 53,
  ),
)

/** A copy of a value, in which one part, chosen by `at`, is another one, missing, or there twice. */
export function mutated(value: unknown, at: number, other: unknown): unknown {
  const places: { of: Record<string, unknown>; key: string }[] = []
  const collect = (of: unknown) => {
    if (typeof of !== 'object' || of === null) return
    for (const key of Object.keys(of)) {
      places.push({ of: of as Record<string, unknown>, key })
      collect(Reflect.get(of, key))
    }
  }
  const copy: unknown = structuredClone(value)
  collect(copy)
  const place = places[at % places.length]
  if (!place) return other
  if (Array.isArray(place.of) && at % 3 === 0) place.of.push(other, other)
  else if (at % 5 === 0) delete place.of[place.key]
  else place.of[place.key] = other
  return copy
}
