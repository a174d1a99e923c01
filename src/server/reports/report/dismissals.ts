import type { GivenState } from './report.ts'

/** A decision about an alert of GitHub. */
type Dismissal = {
  /** The name of a person, or of what decides for people. */
  by: string
  reason: string | null
  comment: string | null
  /** ISO 8601; null if it is not known. */
  at: string | null
  /** When the alert was made. */
  createdAt: string | null
}

/** How the note of such a decision begins. */
const prefix = 'Dismissed on GitHub by '

/** GitHub's reasons, in its words of code scanning and of Dependabot. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/false positive|inaccurate|not used/, 'false_positive'],
  [/won'?t fix|tolerable|used in tests|risk/, 'acceptable_risk'],
  [/bandwidth/, 'no_time'],
]

/** A dismissed alert as a decision to ignore the finding, which says who made it, why and when. */
export function dismissedState({ by, reason, comment, at, createdAt }: Dismissal): GivenState {
  const words = reason?.toLowerCase().replaceAll('_', ' ') ?? null
  const why = words === null ? '' : ` (${words})`
  const text = comment === null ? '.' : `: ${comment}`
  return {
    sentBy: null,
    id: null,
    firstSeenScanId: null,
    status: null,
    state: null,
    stateUpdatedAt: null,
    triageState: 'ignored',
    triageReason: reasons.find(([shape]) => shape.test(words ?? ''))?.[1] ?? 'no_triage_reason',
    triageComment: `${prefix}${by}${why}${text}`,
    triagedAt: at,
    triagedBy: by,
    ignoredUntil: null,
    ignoreEnds: null,
    createdAt,
    relevantSince: null,
    ref: null,
    repository: null,
  }
}

/** Whether a note is that of a dismissed alert, which nobody changed since. */
export const isDismissalNote = (note: string | null) => note?.startsWith(prefix) ?? false
