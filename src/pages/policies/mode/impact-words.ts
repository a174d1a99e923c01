import type { Impact } from '#contract/answers/policies.ts'
import { formatNumber, plural } from '#lib/format.ts'

/** What a change would touch, each part a sentence or none. */
export interface ImpactWords {
  /** How many rules would act otherwise, where that is not all that are asked about. */
  rules: string | undefined
  /** What would become of pull requests. */
  pullRequests: string
  /** What of it is not known. */
  unknown: string | undefined
}

const pullRequest = (count: number) => plural(count, 'pull request')

/**
 * The impact of a change in words. What is not known is said so and never reads as nothing.
 * @param asked how many rules are to be changed.
 */
export function impactWords(impact: Impact, asked: number): ImpactWords {
  const { rules, known, pullRequests } = impact
  const { blocked, commented, noLongerBlocked, noLongerCommented } = pullRequests
  return {
    rules:
      rules === asked
        ? undefined
        : rules === 0
          ? 'Nothing would act otherwise: another policy holds it at least as strictly, or it stands like that already.'
          : `${formatNumber(rules)} of ${plural(asked, 'rule')} would act otherwise; another policy holds the rest at least as strictly, or they stand like that already.`,
    pullRequests:
      rules === 0
        ? ''
        : blocked === null
          ? 'What it would have done to pull requests is not known.'
          : [
              said('It would have', ' and', blocked, commented),
              said('It would not have', ', nor', noLongerBlocked, noLongerCommented),
            ]
              .filter(Boolean)
              .join(' ') || 'It would have touched no pull request.',
    unknown: known >= rules ? undefined : unknownWords(rules, known),
  }
}

/** What is done to pull requests, or not done any more: nothing where there are none. */
function said(begin: string, and: string, blocked: number | null, commented: number | null): string {
  const parts = [
    ...(blocked ? [`blocked ${pullRequest(blocked)}`] : []),
    ...(commented ? [`commented on ${blocked ? formatNumber(commented) : pullRequest(commented)}`] : []),
  ]
  return parts.length === 0 ? '' : `${begin} ${parts.join(`${and} `)}.`
}

function unknownWords(rules: number, known: number): string {
  if (known > 0) {
    const silent = rules - known
    return `${plural(silent, 'rule')} of these found nothing in that time: whether ${silent === 1 ? 'it' : 'they'} ran is not known.`
  }
  return rules === 1
    ? 'The rule found nothing in that time: whether it ran is not known.'
    : 'The rules found nothing in that time: whether they ran is not known.'
}
