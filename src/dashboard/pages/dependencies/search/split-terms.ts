/** A part of a text and its position. */
export interface Piece {
  text: string
  at: number
}

const separator = /[,;\r\n]/
const space = /\s/

/** Whether a quote opens here: at the start of a term or word, or after an ecosystem. */
function opensQuote(text: string, at: number): boolean {
  const before = text[at - 1]
  return before === undefined || separator.test(before) || space.test(before) || before === ':'
}

/** Splits a text at commas, semicolons and line breaks outside quotes. Blank parts are omitted. */
export function splitTerms(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at <= text.length; at += 1) {
    const char = text[at]
    if (char === '"') quoted = quoted ? false : opensQuote(text, at)
    // An unclosed quote ends with its line.
    if (char !== undefined && !(separator.test(char) && (!quoted || char === '\n'))) continue
    const piece = text.slice(from, at)
    const blank = piece.length - piece.trimStart().length
    if (piece.trim() !== '') pieces.push({ text: piece.trim(), at: from + blank })
    from = at + 1
    quoted = false
  }
  return pieces
}
