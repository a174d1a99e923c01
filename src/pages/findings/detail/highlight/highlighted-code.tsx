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
  /** The words of the whole text; without them it stands plain. */
  tokens: readonly CodeToken[] | undefined
  from?: number
  to?: number
}

/** A piece of one line of code, in colours where they are known. */
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
