import type { DiffLine } from '#ui/code/diff.tsx'

/**
 * The maximum number of line pairs: larger diffs are not read line by line, and comparing them would block the page.
 */
const mostPairs = 250_000

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))
const as = (kind: DiffLine['kind']) => (text: string) => ({ kind, text })

/** Returns the diff from one text to the other: unchanged, removed and added lines, in reading order. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before)
  const now = linesOf(after)
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  return [
    ...old.slice(0, head).map(as('same')),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map(as('same')),
  ]
}

/** The longest common subsequence, walked from the start; removals precede additions. */
function middle(old: string[], now: string[]): DiffLine[] {
  if (old.length * now.length > mostPairs) return [...old.map(as('removed')), ...now.map(as('added'))]
  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: DiffLine[] = []
  let row = 0
  let column = 0
  while (row < old.length || column < now.length) {
    const from = old[row]
    const to = now[column]
    if (from !== undefined && from === to) {
      lines.push({ kind: 'same', text: from })
      row += 1
      column += 1
    } else if (from !== undefined && (to === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: from })
      row += 1
    } else if (to !== undefined) {
      lines.push({ kind: 'added', text: to })
      column += 1
    }
  }
  return lines
}
