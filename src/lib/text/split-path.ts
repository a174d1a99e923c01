/** A path split in two: the folders may be truncated, the file (with its line) is always visible. */
export interface PathParts {
  folders: string
  file: string
}

/**
 * Splits a path before its last separator; `line` is added to the file: `src/a.ts`, 48 → `src/` and `a.ts:48`. A path
 * that ends with a separator keeps its last folder as the file.
 */
export function splitPath(path: string, line?: number | null): PathParts {
  const at = path.lastIndexOf('/', path.length - 2)
  const suffix = line === undefined || line === null ? '' : `:${line}`
  return { folders: path.slice(0, at + 1), file: path.slice(at + 1) + suffix }
}

/** Truncates the middle of an id or digest: `9f2c1ab…4410d`. At most `length` characters, at least 3. */
export function truncateMiddle(text: string, length: number): string {
  const characters = [...text]
  if (characters.length <= length) return text
  const keep = Math.max(2, length - 1)
  const start = Math.ceil(keep / 2)
  return `${characters.slice(0, start).join('')}…${characters.slice(characters.length - (keep - start)).join('')}`
}
