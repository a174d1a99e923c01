/**
 * Compiles `pathMatches` of `text-match.ts` for the UTF-8 bytes of a path, each as one character. A path matches if it
 * begins with `pattern`, or, if the pattern contains `*`, if the whole path matches it.
 */
export function compileGlob(pattern: string): (bytes: string) => boolean {
  const [first = '', ...others] = Buffer.from(pattern).toString('latin1').split('*')
  const last = others.pop()
  if (last === undefined) return (bytes) => bytes.startsWith(first)
  return (bytes) => {
    if (!bytes.startsWith(first)) return false
    let from = first.length
    for (const part of others) {
      const at = bytes.indexOf(part, from)
      if (at < 0) return false
      from = at + part.length
    }
    return bytes.length - last.length >= from && bytes.endsWith(last)
  }
}
