import { badRequest, type Fault } from '#server/http/errors.ts'
import { filePath } from './paths.ts'
import type { RenamedFile } from './renamed-files.ts'

/**
 * Normalizes renamed files like the paths of findings.
 * @throws HttpError 400 that names each entry without a path, or whose path another entry has on the same side.
 */
export function readRenamedFiles(sent: readonly RenamedFile[]): RenamedFile[] {
  const faults: Fault[] = []
  const known = { from: new Set<string>(), to: new Set<string>() }
  const renamed: RenamedFile[] = []
  for (const [index, entry] of sent.entries()) {
    const read = (side: 'from' | 'to'): string => {
      const path = filePath(entry[side])
      const detail = path === null ? 'is not a path' : known[side].has(path) ? 'is listed twice' : null
      if (detail !== null) faults.push({ pointer: `/renamed_files/${index}/${side}`, detail })
      known[side].add(path ?? '')
      return path ?? ''
    }
    const [from, to] = [read('from'), read('to')]
    if (from !== to) renamed.push({ from, to })
  }
  if (faults.length > 0) throw badRequest(faults)
  return renamed
}
