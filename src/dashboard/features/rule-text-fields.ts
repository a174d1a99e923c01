/** Labels of the fields of a rule's text, by their names in the API. */
export const ruleTextFields = {
  title: 'Name',
  message: 'Message',
  category: 'Category',
  severity: 'Severity',
  confidence: 'Confidence',
  source: 'Source',
  url: 'Documentation',
  secretType: 'Secret type',
  hasValidators: 'Validators',
  cweCategories: 'CWE',
  owaspCategories: 'OWASP',
  subcategories: 'Subcategories',
  vulnerabilityClass: 'Vulnerability class',
  languages: 'Languages',
  technologies: 'Technologies',
  rulesets: 'Rulesets',
  help: 'Explanation',
} as const

/** The label of a field, or its name if it has none. */
export function ruleTextField(name: string): string {
  const known: Readonly<Record<string, string>> = ruleTextFields
  return known[name] ?? name
}
