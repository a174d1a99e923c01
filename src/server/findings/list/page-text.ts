import type { FindingType } from '#contract/vocabulary.ts'

/** Findings as JSON texts, by their type. */
type TextsByType = Partial<Record<FindingType, readonly string[]>>

const listText = (texts: readonly string[] = []) => `{"findings":[${texts.join(',')}]}`

const fieldsText = ({ sast, sca }: TextsByType) =>
  `"sastFindings":${listText(sast)},"scaFindings":${listText(sca)}`

/** A page of findings in the documented form. */
export const pageText = (texts: TextsByType): string => `{${fieldsText(texts)}}`

/** A page of findings for a token with compatible answers: the documented form, and `findings` with all of them. */
export const compatiblePageText = (texts: TextsByType, compatible: readonly string[]): string =>
  `{${fieldsText(texts)},"findings":[${compatible.join(',')}]}`
