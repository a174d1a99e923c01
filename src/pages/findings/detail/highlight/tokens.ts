/** What a word of code is, as far as colours tell. */
export type TokenKind = 'keyword' | 'string' | 'number' | 'name' | 'comment'

/** A piece of one line of code. */
export interface CodeToken {
  text: string
  kind: TokenKind | undefined
}

/** The words of each line; undefined for a line that stays plain. */
export type Highlighted = readonly (readonly CodeToken[] | undefined)[]

/** The part of a line's words from one character to another, the end not included. */
export function cutTokens(tokens: readonly CodeToken[], from: number, to: number): CodeToken[] {
  const cut: CodeToken[] = []
  let at = 0
  for (const { text, kind } of tokens) {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    if (part !== '') cut.push({ text: part, kind })
    at += text.length
  }
  return cut
}
