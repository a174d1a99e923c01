const replacement = '\u{fffd}'

/**
 * A text as PostgreSQL can store it: without NUL and halves of surrogate pairs, which become the replacement character.
 * Source: PostgreSQL, "Character Types" and "JSON Types".
 */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', replacement) : wellFormed
}

/** A JSON document whose texts PostgreSQL can read, which it cannot where an escape stands for one of those. */
export function storableJson(json: string): string {
  if (!/\\u(0000|d[89a-f])/i.test(json)) return storableText(json)
  return JSON.stringify(JSON.parse(json), (_, value) =>
    typeof value === 'string' ? storableText(value) : value,
  )
}

/** Returns a text of a column as PostgreSQL can store it, a document where the name of the column says so. */
export const storableIn = (column: string, text: string): string =>
  column.endsWith('_json') ? storableJson(text) : storableText(text)
