/** A file that is saved may stand in a long folder, so its name stays well below the 255 bytes of file systems. */
const maxNameLength = 120
const maxPartLength = 40

/**
 * The name of an exported file, after what is in it and what its filter selects: `findings-code-open-2026-11-23.csv`. It
 * holds letters, digits, dots, underscores and hyphens alone. What does not fit is left out, and said to be.
 * @param filter words of the filter, the most telling first.
 * @param at milliseconds; the day (UTC) that is named.
 */
export function exportName(what: string, filter: readonly string[], at: number, extension: string): string {
  const day = new Date(at).toISOString().slice(0, 10)
  const end = `-${day}.${extension}`
  let name = what
  for (const part of filter.map(toAsciiName)) {
    if (part === '') continue
    if (name.length + part.length + end.length + 1 > maxNameLength - '-and-more'.length) {
      name += '-and-more'
      break
    }
    name += `-${part}`
  }
  return `${name}${end}`
}

/** Several values of one filter as one part of a name; many of them are counted. */
export function valuesPart(values: readonly string[], many: string): string {
  return values.length > 3 ? `${values.length}-${many}` : values.map(toAsciiName).join('-')
}

function toAsciiName(text: string): string {
  const match = text.normalize('NFKD').replace(/\p{M}+/gu, '')
  const safe = match.replace(/[^A-Za-z0-9._]+/g, '-').replace(/\.{2,}/g, '.')
  return trimDashes(trimDashes(safe).slice(0, maxPartLength))
}

const trimDashes = (text: string) => text.replace(/^[-.]+|[-.]+$/g, '')
