/** Returns the message of a rule in Markdown: the problem, its impact, the fix. */
export function ruleMessage(parts: { description: string; impact: string; remediation: string }): string {
  return `${parts.description}\n\n**Impact:** ${parts.impact}\n\n**Fix:** ${parts.remediation}`
}
