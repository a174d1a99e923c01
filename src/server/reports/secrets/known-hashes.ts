import type { ReportHead } from '../report/stored-report.ts'
import { createHasher } from './secret-parts.ts'

/** Titles have no more words than this. */
const maxWords = 200

/**
 * Removes the secrets of a report from a text that was uploaded with it, such as the title of a commit. Only their
 * salted hashes are known, so each word of the text is hashed.
 * @param salt with which the report was read.
 */
export function withoutSecretsOf(
  { secretHashes }: Pick<ReportHead, 'secretHashes'>,
  salt: string,
): (text: string) => string {
  const hashes = new Set(secretHashes)
  if (hashes.size === 0) return (text) => text
  const salted = createHasher(salt)
  const known = (word: string) => word.length >= 4 && hashes.has(salted(word))
  const split = (text: string, between: RegExp): string =>
    text
      .split(between)
      .map((word, index) => (index < maxWords && known(word) ? '[removed]' : word))
      .join('')
  return (text) => {
    // A value may itself contain a character that separates others.
    const whole = split(text, /(\s+)/)
    return split(split(whole, /([\s"'`<>()[\]{},;]+)/), /([\s"'`<>()[\]{},;:=.!?/]+)/)
  }
}
