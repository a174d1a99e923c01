/**
 * Whether a whole ref matches one of the patterns: one asterisk stands for any characters except `/`, two for any, and
 * two as a part of their own also for no part. Without an asterisk, the pattern is the ref.
 */
export const matchesAnyRef = (patterns: readonly string[], ref: string): boolean =>
  patterns.some((pattern) => (pattern.includes('*') ? matchesRef(pattern, ref) : pattern === ref))

const tokens = /(?<=\/)\*\*+\/|\*+|[^*]+/g

/** Follows all ways to match at once, so that the time grows only with the product of the lengths. */
function matchesRef(pattern: string, ref: string): boolean {
  let reached: ReadonlySet<number> = new Set([0])
  for (const token of pattern.match(tokens) ?? []) reached = after(token, ref, reached)
  return reached.has(ref.length)
}

/** The places of a ref at which the rest may continue. */
function after(token: string, ref: string, reached: ReadonlySet<number>): Set<number> {
  if (!token.startsWith('*')) {
    const places = [...reached].filter((at) => ref.startsWith(token, at))
    return new Set(places.map((at) => at + token.length))
  }
  const next = new Set<number>()
  const takesParts = token.endsWith('/')
  const staysInPart = token === '*'
  let open = false
  for (let at = 0; at <= ref.length; at++) {
    if (reached.has(at)) {
      open = true
      next.add(at)
    }
    if (open && (!takesParts || ref[at - 1] === '/')) next.add(at)
    if (staysInPart && ref[at] === '/') open = false
  }
  return next
}
