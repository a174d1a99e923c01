import type { FindingMatch } from '#contract/responses/matches.ts'
import { matchLabels as labels } from './action-labels.ts'
import { reasonLabel } from './row-labels.ts'

/** Returns the findings that may be the same as this one and have not been confirmed or rejected. */
export function openOffers(matches: readonly FindingMatch[]): FindingMatch[] {
  return matches.filter(({ kind, state, resolvable, other }) => {
    return kind === 'candidate' && state === 'open' && resolvable && other !== null
  })
}

/**
 * Whether the other finding of an offer is triaged: then this finding's match is uncertain, otherwise the offer links
 * to an earlier finding.
 */
export function isOtherTriaged({ other }: FindingMatch): boolean {
  return other !== null && Object.hasOwn(verbs, other.triage_state)
}

type Other = NonNullable<FindingMatch['other']>

/** Describes the triage of the other finding: "ignored as false positive by Ada". */
export function otherTriageText({ triage_state: state, triage_reason, by }: Other): string {
  const why = triage_reason === 'no_triage_reason' ? undefined : reasonLabel(triage_reason)?.toLowerCase()
  const who = by ? labels.by(by) : ''
  if (state === 'ignored') return labels.ignored(why) + who
  if (state === 'reviewing' || state === 'fixing') return labels.marked(state) + who
  if (state === 'reopened') return labels.reopened + who
  return state === 'untriaged' ? labels.untriaged : `${state}${who}`
}

const verbs: Record<string, string> = {
  ignored: labels.ignored(undefined),
  reviewing: labels.marked('reviewing'),
  fixing: labels.marked('fixing'),
}

/** Describes why it is uncertain whether a finding is the other one. */
export function doubtText(basis: string, other: Other, offers: number): string {
  if (basis === 'identical') {
    const verb = verbs[other.triage_state]
    if (verb === undefined) return labels.doubts.identical(offers + 1)
    return labels.doubts.identicalTriaged(offers, offers + 1, verb)
  }
  if (isDoubt(basis)) return labels.doubts[basis]
  return labels.doubts.unknown
}

const plainDoubts = [
  'unconfirmed',
  'similar',
  'changed',
  'copied',
  'resource',
  'renamed_rule',
  'version',
] as const

const isDoubt = (basis: string): basis is (typeof plainDoubts)[number] =>
  plainDoubts.some((each) => each === basis)
