import { isPathPattern } from '#contract/parameters/path-pattern.ts'

/** `**` and its slash at the start of a part, which stand for any folders or none; or stars, for any characters. */
const wildcard = /((?<![^/])\*\*\/|\*+)/

/**
 * Finds a text from a position: anywhere, or where a part of the path begins, of which the position is one.
 * @returns -1 if it is not there.
 */
function find(bytes: string, text: string, from: number, atPart: boolean): number {
  if (!atPart) return bytes.indexOf(text, from)
  if (bytes.startsWith(text, from)) return from
  const at = bytes.indexOf(`/${text}`, from)
  return at < 0 ? -1 : at + 1
}

/**
 * Compiles the filter of paths for the UTF-8 bytes of a path, each as one character: what it begins with, or a pattern that
 * the whole path matches, or its folder if the pattern ends with a slash. Each text of the pattern is taken where it is
 * first found, so the cost is that of searching them once. Source: docs/api.md#filters.
 */
export function compileGlob(filter: string): (bytes: string) => boolean {
  const pattern = Buffer.from(filter).toString('latin1')
  if (!isPathPattern(pattern)) return (bytes) => bytes.startsWith(pattern)
  // Texts stand at even positions, wildcards between them.
  const [first = '', ...others] = (pattern.endsWith('/') ? `${pattern}*` : pattern).split(wildcard)
  const last = others.pop() ?? ''
  const lastWildcard = others.pop() ?? ''
  const isFolders = (text: string | undefined) => text?.endsWith('/') ?? false
  return (bytes) => {
    if (!bytes.startsWith(first)) return false
    let from = first.length
    for (let index = 0; index < others.length; index += 2) {
      const text = others[index + 1] ?? ''
      const at = find(bytes, text, from, isFolders(others[index]))
      if (at < 0) return false
      from = at + text.length
    }
    const at = bytes.length - last.length
    if (at < from || !bytes.endsWith(last)) return false
    return !isFolders(lastWildcard) || at === from || bytes[at - 1] === '/'
  }
}
