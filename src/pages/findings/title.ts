import { ruleTitle } from '#lib/text/rule-title.ts'

interface Titled {
  rule_name?: string | null | undefined
  rule?: { name?: string | null | undefined } | null | undefined
  marks?: { title?: string | null | undefined } | null | undefined
}

/** What a finding is called in a list: the scanner's short name of the rule, else the end of the rule's path. */
export function findingTitle(finding: Titled): string {
  return finding.marks?.title?.trim() || ruleTitle(finding.rule_name || finding.rule?.name)
}

/** A title and what stands in parentheses at its end, by which titles that begin alike differ. */
export function splitTitle(title: string): [start: string, end: string | undefined] {
  const [, start, end] = /^(.*\S) (\([^()]{1,30}\))$/.exec(title) ?? []
  return start === undefined ? [title, undefined] : [start, end]
}
