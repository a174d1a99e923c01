/** A file that version control knows under another path than on the base. */
export interface RenamedFile {
  readonly from: string
  readonly to: string
}

/** Joins what parts of one scan say. The first to name a path is believed. */
export function joinRenamedFiles(lists: readonly (readonly RenamedFile[])[]): RenamedFile[] {
  const known = { from: new Set<string>(), to: new Set<string>() }
  return lists.flat().filter(({ from, to }) => {
    if (known.from.has(from) || known.to.has(to)) return false
    known.from.add(from)
    known.to.add(to)
    return true
  })
}

/** The former path of each renamed file, by its new one. */
export const formerPaths = (renamed: readonly RenamedFile[]): ReadonlyMap<string, string> =>
  new Map(renamed.map(({ from, to }) => [to, from]))
