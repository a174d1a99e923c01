import type { TriageReason } from '#contract/vocabulary.ts'

// What rows show in their first render: apart from the labels of forms and menus, which load later.

export const reasonWords: Record<TriageReason, string> = {
  false_positive: 'False positive',
  acceptable_risk: 'Acceptable risk',
  no_time: 'No time',
  no_triage_reason: 'No reason',
  revoked: 'Revoked',
}

/** Returns the reason of an external value, or undefined if it is unknown. */
export function knownReason(value: string | null | undefined): TriageReason | undefined {
  const isKnown = (one: string): one is TriageReason => Object.hasOwn(reasonWords, one)
  return value && isKnown(value) ? value : undefined
}

/** Returns the label of a reason. An unknown value is returned unchanged; undefined if there is none. */
export function reasonLabel(value: string | null | undefined): string | undefined {
  const reason = knownReason(value)
  return reason ? reasonWords[reason] : value || undefined
}

/** Labels of a row whose triage is not saved. */
export const rowLabels = {
  ignoreRequested: 'Ignore requested',
  notSaved: 'Not saved',
  notSavedWhy: (why: string) => `Not saved: ${why}`,
  retrying: (change: string) => `${change}. Retrying automatically.`,
  retry: 'Retry',
} as const
