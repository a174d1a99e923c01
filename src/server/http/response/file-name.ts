/** Well below the 255 bytes of file systems, since the folder may have a long name too. */
const maxNameLength = 120
const maxPartLength = 40

/**
 * The name of an exported file, from its subject and its filter: `findings-code-open-2026-11-23.csv`. It contains only
 * letters, digits, dots, underscores and hyphens. Parts that do not fit are replaced by `and-more`.
 * @param filter values of the filter, the most specific first.
 * @param at milliseconds; the name contains the day in UTC.
 */
export function exportName(
  subject: string,
  filter: readonly string[],
  at: number,
  extension: string,
): string {
  const day = new Date(at).toISOString().slice(0, 10)
  const end = `-${day}.${extension}`
  let name = subject
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

/** The values of one filter as one part of a name; more than three are only counted. */
export function valuesPart(values: readonly string[], pluralName: string): string {
  return values.length > 3 ? `${values.length}-${pluralName}` : values.map(toAsciiName).join('-')
}

function toAsciiName(text: string): string {
  const match = text.normalize('NFKD').replace(/\p{M}+/gu, '')
  const safe = match.replace(/[^A-Za-z0-9._]+/g, '-').replace(/\.{2,}/g, '.')
  return trimDashes(trimDashes(safe).slice(0, maxPartLength))
}

const trimDashes = (text: string) => text.replace(/^[-.]+|[-.]+$/g, '')
