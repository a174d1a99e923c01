import { isHandle } from '#contract/parameters/owner.ts'

/** A line of a `CODEOWNERS` file that names files. */
export interface CodeownersLine {
  /** Counts from 1. */
  line: number
  pattern: string
  /** Handles; none if the files have no owner. */
  owners: readonly string[]
}

/** A line that cannot be used, and why. */
export interface InvalidLine {
  line: number
  text: string
  reason: string
}

const maxLines = 10_000

/**
 * Reads a `CODEOWNERS` file as GitHub does: gitignore patterns without `!` and without `[…]`, where `docs/*` does not
 * match files in folders below. What follows `#` is a comment.
 */
export function parseCodeowners(content: string): { lines: CodeownersLine[]; invalid: InvalidLine[] } {
  const lines: CodeownersLine[] = []
  const invalid: InvalidLine[] = []
  for (const [index, text] of content.split(/\r\n|\n|\r/).entries()) {
    const words = wordsOf(text)
    const [pattern, ...owners] = words
    if (pattern === undefined) continue
    const line = index + 1
    const reason = faultOf(pattern, owners)
    if (reason !== null) invalid.push({ line, text: text.slice(0, 200), reason })
    else if (lines.length >= maxLines)
      invalid.push({ line, text: text.slice(0, 200), reason: `is beyond ${maxLines} lines` })
    else lines.push({ line, pattern, owners })
  }
  return { lines, invalid }
}

/** The words of a line, up to a comment; a backslash keeps the next character in its word. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:\\.|[^\s\\]|\\$)+/gu) ?? []
  const comment = words.findIndex((word) => word.startsWith('#'))
  return comment < 0 ? words : words.slice(0, comment)
}

function faultOf(pattern: string, owners: readonly string[]): string | null {
  if (pattern.startsWith('!')) return 'negation with ! is not supported'
  if (/^\^?\[/.test(pattern)) return 'sections are not supported'
  const wrong = owners.find((owner) => !isHandle(owner))
  return wrong === undefined ? null : `${wrong.slice(0, 80)} is not a handle`
}
