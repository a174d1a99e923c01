import * as z from 'zod/mini'

/** The parameters of a query string by name. A list is a `z.array`; every schema reads strings. */
export type QueryShape = { readonly [name: string]: z.core.$ZodType }

/** The values of a parsed query string: only those that were given and are valid. */
export type QueryValues<S extends QueryShape> = { [K in keyof S]?: z.output<S[K]> | undefined }

/** An invalid parameter, described for the person who sent it. */
export interface ParameterFault {
  parameter: string
  detail: string
}

/** Means "has no value" in the lists that accept it. */
export const none = '__none'

/** Means each project's primary branch in ref parameters. */
export const primaryRef = '_default'

const isList = (schema: z.core.$ZodType): schema is z.core.$ZodArray => schema._zod.def.type === 'array'

/**
 * Reads a query string by its shape. Lists repeat the key (`a=1&a=2`), use commas (`a=1,2`) or brackets (`a[]=1`,
 * `a[0]=1`, which never split at commas). Source: docs/api.md#rules-for-all-operations.
 * @returns the valid values, an error for each invalid one, and unknown parameters as they were written.
 */
export function readQuery<const S extends QueryShape>(
  shape: S,
  pairs: Iterable<readonly [string, string]>,
): { values: QueryValues<S>; faults: ParameterFault[]; ignored: string[] } {
  const input = new Map<string, string[]>()
  const faults: ParameterFault[] = []
  const ignored = new Set<string>()
  for (const [key, value] of pairs) {
    const name = key.replace(/\[\d*\]$/, '')
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!schema) {
      if (key !== '') ignored.add(key)
      continue
    }
    const matches = input.get(name) ?? []
    if (!isList(schema) || name !== key) matches.push(value)
    else for (const part of value.split(',')) matches.push(part.trim())
    input.set(name, matches)
  }

  const values: Record<string, unknown> = {}
  for (const [name, matches] of input) {
    const schema = shape[name]
    if (!schema) continue
    const list = isList(schema)
    if (!list && matches.length > 1) {
      faults.push({ parameter: name, detail: 'is set more than once, but takes one value' })
      continue
    }
    const filled = list ? matches.filter((value) => value !== '') : matches
    if (list && filled.length === 0) continue
    const read = z.safeParse(schema, list ? [...new Set(filled)] : filled[0])
    if (read.success) values[name] = read.data
    else for (const issue of read.error.issues) faults.push({ parameter: name, detail: issue.message })
  }
  // parse: the loop above filled `values` by the shape, name by name.
  return { values: values as QueryValues<S>, faults, ignored: [...ignored] }
}

/**
 * Writes values as a query string that `readQuery` reads back to the same values. Lists use one key with commas if no
 * value contains one, brackets otherwise. Undefined values and empty lists are omitted; keys are in the order of the
 * shape, so that equal filters produce equal URLs.
 */
export function writeQuery(shape: QueryShape, values: Record<string, unknown>): URLSearchParams {
  const numberPattern = new URLSearchParams()
  for (const name of Object.keys(shape)) {
    const value = values[name]
    if (value === undefined || value === null) continue
    if (!Array.isArray(value)) numberPattern.append(name, String(value))
    else if (value.some((part) => /,|^\s|\s$/.test(String(part)))) {
      for (const part of value) numberPattern.append(`${name}[]`, String(part))
    } else if (value.length > 0) numberPattern.append(name, value.join(','))
  }
  return numberPattern
}

/** Returns the error message of a schema whose values are of one kind. */
export const expectation = (expected: string) => ({
  error: (issue: { input?: unknown }) => `${formatInput(issue.input)} is not ${expected}`,
})

/** Formats a value for an error: quoted, and truncated if it is very long. */
function formatInput(input: unknown): string {
  if (Array.isArray(input)) return 'A list'
  if (typeof input === 'object' && input !== null) return 'An object'
  const text = String(input)
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`
}

// The published description of a schema that reads text but means a number or a flag.
const withDescription = z.globalRegistry

/** A number in JSON syntax, also with leading zeros. Its length is limited, since its value is computed. */
const numberPattern = /^(?=.{1,64}$)\d+(\.\d+)?(e[+-]?\d+)?$/i

/* @__NO_SIDE_EFFECTS__ */
function numeric(expected: { error: Error }, is: (value: number) => boolean) {
  return z.pipe(
    z.string(expected).check(z.refine((text) => numberPattern.test(text) && is(Number(text)), expected)),
    z.transform(Number),
  )
}
type Error = (issue: { input?: unknown }) => string

/** A whole number within bounds, in any JSON number syntax. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(minimum: number, maximum: number) {
  const read = numeric(
    expectation(`a whole number from ${minimum} to ${maximum}`),
    (value) => Number.isSafeInteger(value) && value >= minimum && value <= maximum,
  )
  return read.register(withDescription, { type: 'integer', minimum, maximum })
}

/** A number, fractions allowed, in any JSON number syntax. */
/* @__NO_SIDE_EFFECTS__ */
export function decimal(minimum: number, maximum: number) {
  const read = numeric(
    expectation(`a number from ${minimum} to ${maximum}`),
    (value) => value >= minimum && value <= maximum,
  )
  return read.register(withDescription, { type: 'number', minimum, maximum })
}

/** Epoch seconds, fractions allowed. */
export const epochSeconds = decimal(0, 1e11)

/** `true`, `false`, `1`, `0`, in any case. */
export const flag = z
  .pipe(
    z.string().check(z.regex(/^(true|false|1|0)$/i, expectation('true or false'))),
    z.transform((text) => /^(true|1)$/i.test(text)),
  )
  .register(withDescription, { type: 'boolean' })

/** A text of limited length. */
/* @__NO_SIDE_EFFECTS__ */
export function text(maximum = 1000) {
  return z.string().check(
    z.maxLength(maximum, { error: () => `is longer than ${maximum} characters` }),
    z.refine((value) => !value.includes('\0'), { error: () => 'contains a null character' }),
  )
}

/** A value of an enumeration. */
/* @__NO_SIDE_EFFECTS__ */
export function enumValue<const T extends readonly [string, ...string[]]>(words: T) {
  return z.enum(words, expectation(`one of ${words.join(', ')}`))
}

/** A list of `minimum` to `maximum` values. A longer one is rejected before any of its values is read. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<const S extends z.core.$ZodType>(element: S, maximum: number, minimum = 0) {
  const most = z.maxLength(maximum, { error: () => `has more than ${maximum} values` })
  if (minimum === 0) return z.array(element).check(most)
  const least = z.minLength(minimum, { error: () => `has fewer than ${minimum} values` })
  return z.array(element).check(least, most)
}

/** Several values of an enumeration; duplicates are allowed. */
/* @__NO_SIDE_EFFECTS__ */
export function enumList<const T extends readonly [string, ...string[]]>(words: T) {
  return listOf(enumValue(words), 100)
}

/** Several texts. */
export const texts = listOf(text(), 5000)

const largestUint64 = 18446744073709551615n

/**
 * An unsigned 64-bit number as a decimal string: no sign, no leading zero; it is never converted to a JavaScript
 * number.
 */
export const uint64 = z
  .string()
  .check(
    z.refine((value) => /^(0|[1-9]\d{0,19})$/.test(value) && BigInt(value) <= largestUint64, {
      error: (issue) => `${formatInput(issue.input)} is not an unsigned 64-bit integer without leading zeros`,
    }),
  )
  .register(withDescription, { format: 'uint64', pattern: '^(0|[1-9][0-9]{0,19})$' })

/** Several ids, which are JSON integers in bodies (`integer<uint32>`). */
export const ids = listOf(wholeNumber(0, 4294967295), 5000)
