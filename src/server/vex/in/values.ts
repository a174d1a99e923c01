import { asName, asText, type JsonObject } from '#server/reports/values/json-values.ts'
import type { StatedPackage } from './document.ts'

const maxPurl = 2_000

/** A package URL as text; null for anything else. */
export const asPurl = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= maxPurl && /^pkg:/i.test(value) ? value : null

/** The package of a package URL, or of several that name the same; null without one. */
export function statedPackage(
  purl: string | null | readonly string[],
  covers: StatedPackage['covers'] = null,
): StatedPackage | null {
  const purls = [purl ?? []].flat()
  return purls.length === 0 ? null : { purls, covers }
}

/** An instant in ISO 8601, milliseconds; null if it is none. */
export function asInstant(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]{5,20}(Z|[+-]\d\d:?\d\d)$/i.test(value))
    return null
  const at = Date.parse(value)
  return Number.isNaN(at) || at < 0 ? null : at
}

/** The first of several instants that is one. */
export function firstInstant(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const at = asInstant(value)
    if (at !== null) return at
  }
  return null
}

const maxIds = 50

/** The ids of a vulnerability in capitals, each once; the first is how it is called. */
export function idsOf(values: readonly unknown[]): { vulnerability: string; ids: string[] } {
  const names = values.flatMap((value) => asName(value, 200) ?? []).slice(0, maxIds)
  return { vulnerability: names[0] ?? 'unknown', ids: [...new Set(names.map((name) => name.toUpperCase()))] }
}

const maxText = 2_000

/** Texts as paragraphs; null if there are none. */
export function joinTexts(values: readonly unknown[]): string | null {
  const texts = values.flatMap((value) => asText(value, maxText) ?? [])
  return texts.length === 0 ? null : [...new Set(texts)].join('\n')
}

/** An IRI or another name, for people. */
export const labelOf = (value: unknown): string | null => asName(value, 300)

/** The value of a key that the object itself has. */
export const own = (object: JsonObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined
