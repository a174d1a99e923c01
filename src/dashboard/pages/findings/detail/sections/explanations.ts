import type { DetailFinding } from '../detail-finding.ts'
import { addsText } from './adds-text.ts'

interface Explanation {
  kind: 'message' | 'rule' | 'summary' | 'explanation'
  text: string
}

/** What explains a finding, in the order of the page; a text that only repeats an earlier one is left out. */
export function explanationsOf({ rule_message, rule, assistant }: DetailFinding): Explanation[] {
  const texts: [Explanation['kind'], string | null | undefined][] = [
    ['message', rule_message],
    // A message tells of one place; what the rule looks for, and why, is said by the rule.
    ['rule', rule.message],
    ['summary', assistant?.rule_explanation?.summary],
    ['explanation', assistant?.rule_explanation?.explanation],
  ]
  const shown: Explanation[] = []
  for (const [kind, text] of texts) {
    const before = shown.map((each) => each.text)
    if (text?.trim() && addsText(text, before)) shown.push({ kind, text })
  }
  return shown
}
