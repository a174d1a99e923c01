import { bounds } from './json-values.ts'

const controlCharacters = /\p{Cc}/gu

/** A path in a repository with `/` between its parts, without a leading `./`. Null if empty. */
export function filePath(value: unknown): string | null {
  if (typeof value !== 'string') return null
  let path = value.replace(controlCharacters, '').toWellFormed()
  if (path.includes('\\') && !path.includes('/')) path = path.replaceAll('\\', '/')
  while (path.startsWith('./')) path = path.slice(2)
  if (path.length > bounds.path) path = `…${path.slice(1 - bounds.path)}`
  return path.trim() === '' ? null : path
}
