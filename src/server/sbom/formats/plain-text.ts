/** Removes characters that XML 1.0 does not allow (its production 2, Char): names come from scanned files. */
export function toPlainText(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
