import { plainParagraphs } from '#ui/markdown/plain-paragraphs.ts'

const plain = (text: string) =>
  plainParagraphs(text).join(' ').replace(/[*_]/g, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** What the message of a finding has in place of: `$X` of Semgrep, `{0}` of SARIF, `{{name}}` of ESLint, `%s`. */
const placeholders = /\$[a-z][a-z0-9]*|\{\{?[a-z0-9]+\}?\}|%[sdq]/g

/** Whether an earlier text has the parts of a sentence around its placeholders, in their order. */
function isSaid(sentence: string, earlier: string): boolean {
  let from = 0
  for (const part of sentence.split(placeholders)) {
    const at = earlier.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}

/** Whether a text adds anything to the texts before it: a rule's explanation often repeats its message. */
export function addsText(text: string, before: readonly (string | null | undefined)[]): boolean {
  const earlier = before.map((one) => plain(one ?? ''))
  return plain(text)
    .split(/(?<=[.!?])\s/)
    .some((sentence) => !earlier.some((one) => isSaid(sentence, one)))
}
