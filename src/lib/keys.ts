/** The names of an object's properties, with their types. The object must have no others. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  // parse: `Object.keys` forgets the names.
  Object.keys(object) as (keyof T & string)[]
