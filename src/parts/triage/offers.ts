import type { FindingMatch } from '#contract/answers/matches.ts'
import { plural } from '#lib/format.ts'
import { reasonWord } from './labels.ts'

/** The findings that this one may be, as long as nobody said whether it is. */
export function openOffers(matches: readonly FindingMatch[]): FindingMatch[] {
  return matches.filter(({ kind, state, resolvable, other }) => {
    return kind === 'candidate' && state === 'open' && resolvable && other !== null
  })
}

/** Whether a decision hangs on an offer: then the finding is uncertain, else the offer is a link to an earlier finding. */
export function isDecided({ other }: FindingMatch): boolean {
  return other !== null && Object.hasOwn(verbs, other.triage_state)
}

type Other = NonNullable<FindingMatch['other']>

/** What was decided of the other finding: "ignored as false positive by Ada". */
export function otherTriageWords({ triage_state: state, triage_reason, by }: Other): string {
  const why = triage_reason === 'no_triage_reason' ? undefined : reasonWord(triage_reason)?.toLowerCase()
  const who = by ? ` by ${by}` : ''
  if (state === 'ignored') return `ignored${why ? ` as ${why}` : ''}${who}`
  if (state === 'reviewing' || state === 'fixing') return `marked as ${state}${who}`
  if (state === 'reopened') return `reopened${who}`
  return state === 'untriaged' ? 'not triaged' : `${state}${who}`
}

const verbs: Record<string, string> = {
  ignored: 'ignored',
  reviewing: 'marked as reviewing',
  fixing: 'marked as fixing',
}

const reasons: Record<string, string> = {
  unconfirmed: 'It moved, and nothing else in the file confirms by how much.',
  changed: 'The code changed too much to be sure.',
  copied: 'The file may have been renamed or copied.',
}

/** Why it is not certain whether a finding is the other one. */
export function doubtWords(basis: string, other: Other, offers: number): string {
  if (basis === 'identical') {
    const verb = verbs[other.triage_state]
    const all = plural(offers + 1, 'identical match', 'identical matches')
    if (verb === undefined) return `It is one of ${all} here; we cannot tell which.`
    return `${offers} of ${all} ${offers === 1 ? 'was' : 'were'} ${verb} here; we cannot tell which.`
  }
  return reasons[basis] ?? 'The scan does not show whether they are the same.'
}
