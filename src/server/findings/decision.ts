import type { IgnoreEnd, NewTriageState, TriageReason } from '#contract/vocabulary.ts'

/** The values that a decision sets; undefined values are not changed. */
export interface Decision {
  state: NewTriageState | undefined
  /** Only for `ignored`. */
  reason: TriageReason | null
  /** Only for `ignored`: when the finding is reopened, milliseconds since 1970; null for never. */
  until: number | null
  /** Only for `ignored`: what reopens the finding beside that. With `reopened`: what did. */
  ends?: IgnoreEnd | null | undefined
  /** An empty text removes the note. */
  note: string | undefined
  /** Who owns the findings, as it is stored; null for nobody. */
  owner?: string | null | undefined
}
