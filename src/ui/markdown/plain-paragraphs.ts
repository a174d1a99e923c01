/**
 * The paragraphs of a Markdown text without the marks that would be seen before it is parsed. No parser: a mark too few
 * is taken off rather than one too many.
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
