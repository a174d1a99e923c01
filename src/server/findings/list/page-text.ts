import type { FindingType } from '#contract/vocabulary.ts'

/** Findings as JSON texts, by their type. */
type TextsByType = Partial<Record<FindingType, readonly string[]>>

const listText = (texts: readonly string[] = []) => `{"findings":[${texts.join(',')}]}`

const fieldsText = ({ sast, sca }: TextsByType) =>
  `"sastFindings":${listText(sast)},"scaFindings":${listText(sca)}`

/** A page of findings in the documented form. */
export const pageText = (texts: TextsByType): string => `{${fieldsText(texts)}}`

/**
 * A page of findings for a token with compatible answers: the documented form, and `findings` with all of them, whose
 * fields have names in snake case.
 */
export function compatiblePageText(texts: TextsByType): string {
  const all = [...(texts.sast ?? []), ...(texts.sca ?? [])]
  return `{${fieldsText(texts)},"findings":[${all.map(withSnakeCase).join(',')}]}`
}

/**
 * A name of a field in camel case. In JSON without white space a quote after `{` or `,` begins a name or a text, and
 * before `:` it ends a name: quotes within texts are escaped.
 */
const camelCaseName = /(?<=[{,]")[a-z]+(?:[A-Z][a-z]+)+(?=":)/g

const withSnakeCase = (text: string) =>
  text.replace(camelCaseName, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
