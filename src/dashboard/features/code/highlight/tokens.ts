/** The kinds of tokens that have a color. */
export type TokenKind = 'keyword' | 'string' | 'number' | 'name' | 'comment'

/** A token within one line of code. */
export interface CodeToken {
  text: string
  kind: TokenKind | undefined
}

/** The tokens of each line; undefined for a line that is not highlighted. */
export type Highlighted = readonly (readonly CodeToken[] | undefined)[]

/** Returns the tokens between two character offsets of a line, end exclusive. */
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
