import { isAbsolute } from '#lib/urls/absolute-path.ts'
import { bounds } from './json-values.ts'

/** The path in a URI: without the scheme of a file, unescaped, with slashes unless a backslash may be part of a name. */
export function plainPath(uri: string): string {
  let path = uri.replace(/^file:(?:\/\/[^/\\]*)?/i, '')
  if (path.includes('%')) {
    try {
      path = decodeURIComponent(path)
    } catch {
      // A path with an unescaped percent sign is kept unchanged.
    }
  }
  path = path.replace(/^[\\/]([a-z]:[\\/])/i, '$1')
  return path.startsWith('/') ? path : path.replaceAll('\\', '/')
}

/** A path without `.` and `..`, which stay only at its beginning. */
export function normalizePath(path: string): string {
  if (!/(?:^|\/)\.{0,2}\//.test(path)) return path
  const [, begin = ''] = /^([a-z][a-z0-9+.-]*:\/{1,3}|\/)/i.exec(path) ?? []
  const parts: string[] = []
  for (const part of path.slice(begin.length).split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return begin + parts.join('/')
}

/** The path of an absolute folder with a slash at its end; null for another URI, and for a whole machine or server. */
export function folderPath(uri: string): string | null {
  if (!isAbsolute(uri) || uri.length > bounds.path) return null
  const path = normalizePath(plainPath(uri)).replace(/\/+$/, '')
  return path.length <= 1 || /^[a-z][a-z0-9+.-]*:\/*$/i.test(path) ? null : `${path}/`
}

/** Whether a path is below a folder of `folderPath`; names of drives are compared without their case. */
export const isBelow = (path: string, folder: string): boolean =>
  withDrive(path).startsWith(withDrive(folder))

const withDrive = (path: string) => path.replace(/^[a-z]:/, (drive) => drive.toUpperCase())
