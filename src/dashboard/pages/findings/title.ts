import { ruleTitle } from '#lib/text/rule-title.ts'

interface Titled {
  rule_name?: string | null | undefined
  rule?: { name?: string | null | undefined } | null | undefined
  marks?: { title?: string | null | undefined } | null | undefined
}

/**
 * Returns the title of a finding in a list: the scanner's short name of the rule, otherwise the end of the rule's path.
 */
export function findingTitle(finding: Titled): string {
  return ruleTitle(finding.rule_name || finding.rule?.name, finding.marks?.title)
}

/** Splits off the parentheses at the end of a title, which distinguish titles with the same start. */
export function splitTitle(title: string): [start: string, end: string | undefined] {
  const [, start, end] = /^(.*\S) (\([^()]{1,30}\))$/.exec(title) ?? []
  return start === undefined ? [title, undefined] : [start, end]
}
