/** A part of a text, and where it stands in it. */
export interface Piece {
  text: string
  at: number
}

const separator = /[,;\r\n]/
const space = /\s/

/** Where a quote opens: at the beginning of a term or a word, or behind an ecosystem. */
function opensQuote(text: string, at: number): boolean {
  const before = text[at - 1]
  return before === undefined || separator.test(before) || space.test(before) || before === ':'
}

/** Takes a text apart at commas, semicolons and line breaks that stand in no quotes. What is blank is left out. */
export function splitTerms(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at <= text.length; at += 1) {
    const char = text[at]
    if (char === '"') quoted = quoted ? false : opensQuote(text, at)
    // A quote that is not closed ends with its line.
    if (char !== undefined && !(separator.test(char) && (!quoted || char === '\n'))) continue
    const piece = text.slice(from, at)
    const blank = piece.length - piece.trimStart().length
    if (piece.trim() !== '') pieces.push({ text: piece.trim(), at: from + blank })
    from = at + 1
    quoted = false
  }
  return pieces
}
