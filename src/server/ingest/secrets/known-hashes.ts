import type { ReportHead } from '../report/stored-report.ts'
import { createHasher } from './secret-parts.ts'

/** More words than this no title has. */
const maxWords = 200

/**
 * A text that came with a report, such as the title of a commit, without the secrets of the report. They are known by their
 * salted hashes alone, so that each word of the text is hashed.
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
    // A value may itself hold a sign that separates others.
    const whole = split(text, /(\s+)/)
    return split(split(whole, /([\s"'`<>()[\]{},;]+)/), /([\s"'`<>()[\]{},;:=.!?/]+)/)
  }
}
