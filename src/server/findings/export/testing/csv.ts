/** Reads a table as RFC 4180 says, to hold what is written against it. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const matches = field.exec(text)
    if (!matches) throw new Error(`no table from ${at}: ${text.slice(at, at + 80)}`)
    row.push(matches[1]?.replaceAll('""', '"') ?? matches[2] ?? '')
    if (matches[3] === ',') continue
    rows.push(row)
    row = []
  }
  if (row.length > 0) throw new Error('the last line has no end')
  return rows
}
