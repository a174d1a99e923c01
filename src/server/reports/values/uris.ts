import { isAbsolute } from '#lib/urls/absolute-path.ts'
import { bounds } from './json-values.ts'

/**
 * The path in a URI: without the scheme of a file, unescaped, with slashes unless a backslash may be part of a name. Another
 * host stays, as in a path of Windows: `//host/share`. Source: RFC 8089, RFC 3986.
 */
export function plainPath(uri: string): string {
  if (!special.test(uri)) return uri
  let path = uri.replace(fileUri, (_, host = '') => (/^(?:localhost)?$/i.test(host) ? '' : hostPath(host)))
  if (path.includes('%')) {
    try {
      path = decodeURIComponent(path)
    } catch {
      // A path with an unescaped percent sign is kept unchanged.
    }
  }
  // Drives stand behind slashes in URIs, and behind `\\?\` in paths that are made absolute on Windows.
  path = path.replace(/^(?:[\\/]{2}[?.])?[\\/]([a-z]:[\\/])/i, '$1')
  // No absolute path begins with a dot: it is a relative one to which a slash was added.
  if (path.startsWith('/./')) path = path.slice(1)
  return path.startsWith('/') ? path : path.replaceAll('\\', '/')
}

/** What a plain relative path does not have. */
const special = /[%:\\]|^\//

/** A scheme with a host, and further slashes, which tools put before an absolute path. */
const fileUri = /^file:(?:[\\/]{2}([^/\\]*)(?:[\\/]+(?=[\\/]))?)?/i

/** What stands where a URI has its host: also a drive or a folder, if the path was put behind two slashes. */
const hostPath = (host: string) => (/^(?:[a-z]:|\.{1,2})$/i.test(host) ? host : `//${host}`)

/** A path without `.` and `..`, which stay only at its beginning. */
export function normalizePath(path: string): string {
  if (!/(?:^|\/)\.{0,2}\//.test(path)) return path
  const [, begin = ''] = /^([a-z][a-z0-9+.-]*:\/{1,3}|\/{1,2})/i.exec(path) ?? []
  const parts: string[] = []
  for (const part of path.slice(begin.length).split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '' && !(part === '..' && begin !== '')) parts.push(part)
  }
  return begin + parts.join('/')
}

/** The path of an absolute folder with a slash at its end; null for another URI, and for a whole machine or server. */
export const folderPath = (uri: string): string | null => (isAbsolute(uri) ? asFolder(plainPath(uri)) : null)

/** The same of a plain path. */
export function asFolder(plain: string): string | null {
  if (!isAbsolute(plain) || plain.length > bounds.path) return null
  const path = normalizePath(plain).replace(/\/+$/, '')
  return path.length <= 1 || /^(?:[a-z][a-z0-9+.-]*:\/*|\/\/[^/]*)$/i.test(path) ? null : `${path}/`
}

/** Whether a path is below a folder of `folderPath`; names of drives are compared without their case. */
export const isBelow = (path: string, folder: string): boolean =>
  withDrive(path).startsWith(withDrive(folder))

const withDrive = (path: string) => path.replace(/^[a-z]:/, (drive) => drive.toUpperCase())
