import type { QueryShape } from '#contract/parameters/query.ts'

/** Returns the filter names of a list in the order of its rail, and the URL patch that removes all of them. */
export function namesOf<const S extends QueryShape>(filter: S) {
  const names = Object.keys(filter).filter((name): name is keyof S & string => Object.hasOwn(filter, name))
  const none: { [K in keyof S]?: undefined } = {}
  for (const name of names) none[name] = undefined
  return { names, none }
}
