import type { QueryShape } from '#contract/parameters/query.ts'

/** The names of a list's filter, in the order of its rail, and the patch of the URL that takes all of them off. */
export function namesOf<const S extends QueryShape>(filter: S) {
  const names = Object.keys(filter).filter((name): name is keyof S & string => Object.hasOwn(filter, name))
  const none: { [K in keyof S]?: undefined } = {}
  for (const name of names) none[name] = undefined
  return { names, none }
}
