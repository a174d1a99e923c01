interface Position {
  line: number | null
  column: number | null
}

/** The end of a region; one before its start is dropped. Lines and columns count from 1. */
export function regionEnd(
  start: Position,
  end: Position,
): { endLine: number | null; endColumn: number | null } {
  if (start.line !== null && end.line !== null && end.line < start.line)
    return { endLine: start.line, endColumn: null }
  const isOneLine = end.line === null || end.line === start.line
  const isBefore = isOneLine && start.column !== null && end.column !== null && end.column < start.column
  return { endLine: end.line, endColumn: isBefore ? null : end.column }
}
