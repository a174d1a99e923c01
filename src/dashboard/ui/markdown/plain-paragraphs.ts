/**
 * Returns the paragraphs of a Markdown text without its visible markup, for use before it is parsed. It is not a
 * parser: it removes too little markup rather than too much.
 */
export function plainParagraphs(text: string): string[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((paragraph) =>
      paragraph
        .replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?)/gm, '')
        .replace(/\*\*|__|`/g, '')
        .replace(/\[([^\][\n]*)\]\([^()\s]*\)/g, '$1')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
}
