import fc from 'fast-check'

/** Any characters. The unit `binary` of fast-check prepares a table of all of Unicode, which takes a second. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    maxLength,
  })

/** Values that no scanner writes, or not there. Long ones are few, since they take as long as all others together. */
const hostile = fc.oneof(
  { weight: 40, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 40, arbitrary: anyText(40) },
  {
    weight: 40,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      '../../etc/passwd',
      'pkg:npm/%',
      'CVSS:3.1/'.repeat(50),
      '<script>alert(1)</script>',
      '\u202E\u0000',
      -1,
      1e308,
      2 ** 53,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(' '.repeat(2000), 'a'.repeat(20_000)) },
)

/** A change of one part of a file: which part, and the value to put there. */
type Change = readonly [at: number, other: unknown]

/** Some values of an arbitrary, generated once, as long as the seed: to generate one takes as long as to read a file. */
export function fewOf<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> {
  const { seed } = fc.readConfigureGlobal()
  return fc.constantFrom(...fc.sample(arbitrary, { numRuns: 3_000, ...(seed === undefined ? {} : { seed }) }))
}

/** So many changes of a file, see `mutated`. */
export const changes = (minLength: number, maxLength: number): fc.Arbitrary<Change[]> =>
  fc.array(fc.tuple(fc.nat(10_000), fewOf(hostile)), { minLength, maxLength })

type Place = readonly string[]

/** A file whose parts are changed. */
interface Sample {
  file: object
  /** The places of all its parts, each as the keys that lead there. */
  places: readonly Place[]
}

function placesIn(value: unknown, path: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...path, key]
    return [place, ...placesIn(inner, place)]
  })
}

/**
 * One of these files, with each change one part of it is another one, missing, or there twice. What does not change is
 * shared with the file, since copies would take longer than reading it.
 */
export function mutated({ file, places }: Sample, changed: readonly Change[]): unknown {
  return changed.reduce<unknown>(
    (value, [at, other]) => changedAt(value, places[at % places.length] ?? [], at, other),
    file,
  )
}

function changedAt(value: unknown, [key, ...rest]: Place, at: number, other: unknown): unknown {
  // An earlier change may have removed what is there.
  if (typeof value !== 'object' || value === null || key === undefined || !Object.hasOwn(value, key))
    return value
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [...value] : { ...value }
  if (rest.length > 0) Reflect.set(copy, key, changedAt(Reflect.get(copy, key), rest, at, other))
  else if (Array.isArray(copy) && at % 3 === 0) copy.push(other, other)
  else if (at % 5 === 0) Reflect.deleteProperty(copy, key)
  else Reflect.set(copy, key, other)
  return copy
}

/**
 * The files, and smaller ones in which each list has one of its elements: the first one, the second one, … Most changes
 * need no more, and a small file is read several times faster.
 */
export function samplesOf(files: readonly object[]): Sample[] {
  return files.flatMap((file) => {
    const longest = Math.max(0, ...listsIn(file).map(({ length }) => length))
    const small = Array.from({ length: longest > 1 ? longest : 0 }, (_, index) => withOneElement(file, index))
    return [file, ...small].map((each) => ({ file: Object(each), places: placesIn(each) }))
  })
}

const listsIn = (value: unknown): unknown[][] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [value] : []), ...Object.values(value).flatMap(listsIn)]
    : []

function withOneElement(value: unknown, index: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.length === 0 ? value : [withOneElement(value[index % value.length], index)]
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withOneElement(inner, index)]))
}
