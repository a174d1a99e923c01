import type { Impact } from '#contract/responses/policies.ts'
import { labels } from '../labels.ts'

const numbersOf = labels.impact.numbers

/** A number of an impact with its label; null if unknown. */
export interface ImpactNumber {
  name: keyof typeof numbersOf
  label: string
  count: number | null
}

const pullRequestNames = ['blocked', 'commented', 'noLongerBlocked', 'noLongerCommented'] as const

/** Returns the numbers of an impact, most important first. Pull request counts of zero are omitted. */
export function impactNumbers({ rules, openFindings, leaving, pullRequests }: Impact): ImpactNumber[] {
  const numbers: ImpactNumber[] = [{ name: 'findings', label: numbersOf.findings, count: openFindings }]
  if (rules === 0) return numbers
  if (leaving > 0 && leaving < openFindings) {
    numbers.push({ name: 'weaker', label: numbersOf.weaker, count: leaving })
  }
  const changed = pullRequestNames
    .map((name) => ({ name, label: numbersOf[name], count: pullRequests[name] }))
    .filter(({ count }) => count !== 0 && count !== null)
  const none = { name: 'pullRequests', label: numbersOf.pullRequests } as const
  if (pullRequests.blocked === null) return [...numbers, { ...none, count: null }]
  return [...numbers, ...(changed.length > 0 ? changed : [{ ...none, count: 0 }])]
}

/** Returns what the numbers exclude: rules that would not change, and rules of which it is unknown whether they ran. */
export function impactNotes(
  { rules, changed, known }: Impact,
  ruleCount: number,
): { unchanged?: string; unknown?: string } {
  const { noEffect, partly } = labels.impact
  return {
    ...(rules === 0 ? { unchanged: noEffect(ruleCount) } : {}),
    ...(rules > 0 && rules < ruleCount ? { unchanged: partly(changed ?? ruleCount, rules, ruleCount) } : {}),
    ...(known < rules ? { unknown: unknownLabel(rules, known) } : {}),
  }
}

function unknownLabel(rules: number, known: number): string {
  const { unknownOne, unknownAll, unknownSome } = labels.impact
  if (known > 0) return unknownSome(rules - known)
  return rules === 1 ? unknownOne : unknownAll
}
