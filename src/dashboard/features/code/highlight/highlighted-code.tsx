import { type CodeToken, cutTokens, type TokenKind } from './tokens.ts'

const styles: Record<TokenKind, string> = {
  keyword: 'text-code-keyword',
  string: 'text-code-string',
  number: 'text-code-number',
  name: 'text-code-name',
  comment: 'text-code-comment',
}

interface HighlightedCodeProps {
  text: string
  /** The tokens of the whole text; without them it is plain text. */
  tokens: readonly CodeToken[] | undefined
  from?: number
  to?: number
}

/** A part of one line of code, highlighted if tokens are available. */
export function HighlightedCode({ text, tokens, from = 0, to = text.length }: HighlightedCodeProps) {
  if (!tokens) return text.slice(from, to)
  return cutTokens(tokens, from, to).map(({ text: word, kind }, at) =>
    kind ? (
      <span key={at} className={styles[kind]}>
        {word}
      </span>
    ) : (
      word
    ),
  )
}
