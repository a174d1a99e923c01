import { type RetentionPeriods, retentionDays, retentionKinds } from '#contract/parameters/retention.ts'

/** The periods offered, in days. */
export const offeredDays = [30, 90, 180, 365, 730, 1825]

/** A period in the form: a choice of the list, or typed text. */
export type PeriodDraft = { isCustom: false; days: number | null } | { isCustom: true; text: string }

export type RetentionDraft = Readonly<Record<keyof RetentionPeriods, PeriodDraft>>

const toDraft = (days: number | null): PeriodDraft =>
  days === null || offeredDays.includes(days)
    ? { isCustom: false, days }
    : { isCustom: true, text: String(days) }

/** Saved periods as they are edited. */
export const draftOf = ({ scans, history, exports, audit }: RetentionPeriods): RetentionDraft => ({
  scans: toDraft(scans),
  history: toDraft(history),
  exports: toDraft(exports),
  audit: toDraft(audit),
})

/** The days of a period; undefined for an invalid text. */
export function daysOf(draft: PeriodDraft): number | null | undefined {
  if (!draft.isCustom) return draft.days
  const days = Number(draft.text)
  const isValid = /^\d+$/.test(draft.text.trim()) && days >= retentionDays.min && days <= retentionDays.max
  return isValid ? days : undefined
}

/** The periods of a form; undefined if one is invalid. */
export const periodsOf = (draft: RetentionDraft): RetentionPeriods | undefined =>
  retentionKinds.some((kind) => daysOf(draft[kind]) === undefined) ? undefined : validPeriodsOf(draft)

/** The periods of a form, where an invalid one keeps everything. */
export const validPeriodsOf = ({ scans, history, exports, audit }: RetentionDraft): RetentionPeriods => ({
  scans: daysOf(scans) ?? null,
  history: daysOf(history) ?? null,
  exports: daysOf(exports) ?? null,
  audit: daysOf(audit) ?? null,
})
