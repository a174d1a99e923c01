/** The required types of an object from another service; it may have more fields than its shape. */
export type Shape = { readonly [name: string]: Kind }
type Kind = 'text' | 'number' | 'flag' | Shape | readonly [Kind]

export type Raw = Record<string, unknown>

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the names under which other services send a field, the documented one first. */
function namesOf(name: string): readonly string[] {
  const singular = name.endsWith('Classes') ? [name.slice(0, -2), snake(name.slice(0, -2))] : []
  return [...new Set([name, snake(name), camel(name), ...singular])]
}

const spellings = new Map<string, readonly string[]>()

function spellingsOf(name: string): readonly string[] {
  const known = spellings.get(name) ?? namesOf(name)
  spellings.set(name, known)
  return known
}

/**
 * Returns a value as its kind, or undefined if it is of another kind. A value that already fits is returned itself, not
 * copied.
 */
function read(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (kind === 'text') {
    if (typeof value === 'string') return value
    return typeof value === 'number' ? String(value) : undefined
  }
  if (kind === 'number') {
    if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
    return typeof value === 'number' ? value : undefined
  }
  if (kind === 'flag') return typeof value === 'boolean' ? value : undefined
  if (isList(kind)) return readList(kind[0], value)
  return isObject(value) ? readObject(kind, value) : undefined
}

function isList(kind: Kind): kind is readonly [Kind] {
  return Array.isArray(kind)
}

function readList(kind: Kind, value: unknown): unknown[] {
  const items = Array.isArray(value) ? value : [value]
  const values = items.map((item) => read(kind, item))
  const same = items === value && values.every((item, at) => item !== undefined && item === items[at])
  return same ? items : values.filter((item) => item !== undefined)
}

/**
 * Returns an object by its shape: names in the shape's spelling, fields of another kind removed. An object that already
 * fits is returned itself, not copied; fields outside the shape are kept. Source: docs/api.md#other-services.
 */
export function readObject(shape: Shape, value: Raw): Raw {
  let changed: Raw | undefined
  for (const name of Object.keys(shape)) {
    const kind = shape[name]
    if (kind === undefined) continue
    const documented = value[name]
    const fieldValue = documented === undefined || documented === null ? otherwise(name, value) : documented
    const values = read(kind, fieldValue)
    if (values === documented || (values === undefined && documented === null)) continue
    changed ??= { ...value }
    if (values === undefined) delete changed[name]
    else changed[name] = values
  }
  return changed ?? value
}

function otherwise(name: string, value: Raw): unknown {
  for (const spelling of spellingsOf(name)) {
    const values = value[spelling]
    if (values !== undefined && values !== null) return values
  }
  return undefined
}
