/** Returns the index to which a key moves the focus in a list of `count` rows, or undefined if it does not move. */
export function movedIndex(
  key: string,
  from: number | undefined,
  count: number,
  pageRows: number,
): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  const bounded = (index: number) => Math.min(last, Math.max(0, index))
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return from === undefined ? 0 : bounded(from + 1)
    case 'k':
    case 'ArrowUp':
      return from === undefined ? last : bounded(from - 1)
    case 'PageDown':
      return bounded((from ?? 0) + Math.max(1, pageRows))
    case 'PageUp':
      return bounded((from ?? 0) - Math.max(1, pageRows))
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
