import { plural } from '#lib/text/format.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { triageLabels } from './action-labels.ts'
import { untilText } from './end-text.ts'
import { stateText } from './labels.ts'
import { reasonLabel } from './row-labels.ts'
import type { Decision } from './saving/decision.ts'

// Apart from the labels of states and reasons, which the first rows need.

/** Describes a triage in a toast: "Ignored as false positive", "Note added". */
export function decisionText({ state, reason, until, owner }: Decision): string {
  if (owner && !state) return `Assigned to ${ownerName(owner)}`
  if (!state) return owner === null ? 'Unassigned' : 'Note added'
  const text = stateText[state].done
  if (state !== 'ignored') return text
  if (reason === 'revoked') return triageLabels.markedRevoked
  const end = untilText(until)
  const why = reason && reason !== 'no_triage_reason' ? ` as ${reasonLabel(reason)?.toLowerCase()}` : ''
  return `${text}${why}${end && ` ${end}`}`
}

/** Describes a triage, with the number of findings if there are several. */
export function decisionSentence(decision: Decision, count: number): string {
  return count === 1 ? decisionText(decision) : `${decisionText(decision)}: ${plural(count, 'finding')}`
}
