/**
 * Changes all strings of a value, at any depth; returns the value itself if nothing changes.
 * @param keptKeys names of fields that are not changed.
 * @param isConcerned whether a text of all the strings, one per line, needs any change: most do not.
 */
export function mapStrings<T>(
  value: T,
  keptKeys: ReadonlySet<string>,
  isConcerned: (all: string) => boolean,
  change: (text: string) => string,
): T {
  const strings: string[] = []
  collectStrings(value, keptKeys, strings)
  return isConcerned(strings.join('\n')) ? changeStrings(value, keptKeys, change) : value
}

function collectStrings(value: unknown, keptKeys: ReadonlySet<string>, strings: string[]): void {
  if (typeof value === 'string') strings.push(value)
  else if (Array.isArray(value)) for (const each of value) collectStrings(each, keptKeys, strings)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value))
      if (!keptKeys.has(key)) collectStrings(each, keptKeys, strings)
}

function changeStrings<T>(value: T, keptKeys: ReadonlySet<string>, change: (text: string) => string): T {
  // parse: each branch returns the type of value that it was given.
  if (typeof value === 'string') return change(value) as T
  // parse: see above.
  if (Array.isArray(value)) return value.map((each: unknown) => changeStrings(each, keptKeys, change)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => [
    key,
    keptKeys.has(key) ? each : changeStrings(each, keptKeys, change),
  ])
  // parse: see above.
  return Object.fromEntries(entries) as T
}
