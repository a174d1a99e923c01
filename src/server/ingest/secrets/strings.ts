/**
 * A value with all its strings changed, at any depth; itself where nothing changes.
 * @param kept names of fields that stay as they are.
 * @param isConcerned whether a text of all the strings, a line each, has anything to change: most have not.
 */
export function withStrings<T>(
  value: T,
  kept: ReadonlySet<string>,
  isConcerned: (all: string) => boolean,
  change: (text: string) => string,
): T {
  const strings: string[] = []
  collect(value, kept, strings)
  return isConcerned(strings.join('\n')) ? changed(value, kept, change) : value
}

function collect(value: unknown, kept: ReadonlySet<string>, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (Array.isArray(value)) for (const each of value) collect(each, kept, into)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) if (!kept.has(key)) collect(each, kept, into)
}

function changed<T>(value: T, kept: ReadonlySet<string>, change: (text: string) => string): T {
  // parse: each branch gives the kind of value that it was given.
  if (typeof value === 'string') return change(value) as T
  // parse: see above.
  if (Array.isArray(value)) return value.map((each: unknown) => changed(each, kept, change)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => [
    key,
    kept.has(key) ? each : changed(each, kept, change),
  ])
  // parse: see above.
  return Object.fromEntries(entries) as T
}
