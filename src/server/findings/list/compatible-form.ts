import type { FindingDocument } from '#server/db/documents.ts'

/** Where the code uses the package, with its link, under the names of other services besides the documented ones. */
export function compatibleUsage({ usage }: FindingDocument) {
  if (!usage?.location) return usage
  const { location } = usage
  const { filePath, line, column, endLine, endColumn, url } = location
  const named = { path: filePath, startLine: line, startCol: column, endCol: endColumn, url: url ?? '' }
  return { ...usage, location: { ...location, endLine, ...named } }
}

/**
 * What is replaced in a finding: names in camel case, texts that are null, and a location that is null. In JSON without
 * white space a quote after `{` or `,` begins a name or a text, and before `:` it ends a name, since quotes within
 * texts are escaped: nothing within a text matches.
 */
const camelCaseName = /(?<=[{,]")[a-z]+(?:[A-Z][a-z]+)+(?=":)/g
const nullText =
  /(?<=[{,]"(?:category|confidence|explanation|instructions|message|rule_message|syntactic_id)":)null/g
const nullLocation = /(?<=,"location":)null/
const unknownLocation = '{"file_path":"","line":null,"column":null,"end_line":null,"end_column":null}'

/** A finding as existing clients of other services read it. Source: docs/api.md#compatible-answers. */
export const toCompatibleForm = (text: string): string =>
  text
    .replace(camelCaseName, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .replace(nullText, '""')
    .replace(nullLocation, unknownLocation)
