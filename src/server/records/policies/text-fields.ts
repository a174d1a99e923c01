import { confidences, fromCode, severities } from '#server/db/codes.ts'
import type { Value } from '#server/db/engine.ts'
import type { RuleTextColumn } from '#server/db/rule-texts.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** The columns of a rule's text by their names in the API. */
export const textFields = {
  title: 'title',
  message: 'message',
  category: 'category',
  severity: 'severity',
  confidence: 'confidence',
  source: 'source',
  url: 'url',
  secret_type: 'secretType',
  has_validators: 'hasValidators',
  cwe_json: 'cweCategories',
  owasp_json: 'owaspCategories',
  subcategories_json: 'subcategories',
  vulnerability_classes_json: 'vulnerabilityClass',
  languages_json: 'languages',
  technologies_json: 'technologies',
  rulesets_json: 'rulesets',
  help: 'help',
} as const satisfies Record<RuleTextColumn, string>

const maxLength = 300

/** A value of a column of a rule's text as people read it, shortened; null for none. */
export function shownText(column: RuleTextColumn, value: Value | undefined): string | null {
  if (value === null || value === undefined) return null
  if (column === 'severity') return fromCode(severities, Number(value))
  if (column === 'confidence') return fromCode(confidences, Number(value))
  if (column === 'has_validators') return String(value === 1)
  const text = column.endsWith('_json') ? parseStored<string[]>(String(value)).join(', ') : String(value)
  return text === '' ? null : text.slice(0, maxLength)
}
