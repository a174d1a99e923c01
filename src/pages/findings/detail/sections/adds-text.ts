import { plainParagraphs } from '#ui/markdown/plain-paragraphs.ts'

const plain = (text: string) =>
  plainParagraphs(text).join(' ').replace(/[*_]/g, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** Whether a text adds anything to the texts before it: a rule's explanation often repeats its message. */
export function addsText(text: string, before: readonly (string | null | undefined)[]): boolean {
  const earlier = before.map((one) => plain(one ?? ''))
  return plain(text)
    .split(/(?<=[.!?])\s/)
    .some((sentence) => !earlier.some((one) => one.includes(sentence)))
}
