/** Returns the names of an object's properties, with their types. The object must have no others. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  // parse: `Object.keys` loses the type of the names.
  Object.keys(object) as (keyof T & string)[]
