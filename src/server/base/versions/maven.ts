// No maintained library compares Maven's versions (docs/decisions/0016-dependencies-in-memory.md). This follows Maven's
// documented rules: "POM Reference", Version Order Specification.

type Item =
  | { kind: 'number'; value: bigint }
  | { kind: 'word'; value: string }
  | { kind: 'list'; items: Item[] }

const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp']
const aliases = new Map(Object.entries({ cr: 'rc', ga: '', final: '', release: '' }))
const shortQualifiers = new Map(Object.entries({ a: 'alpha', b: 'beta', m: 'milestone' }))

/**
 * Parses a version like Maven: items between dots, a new list after each dash, before letters and between letters and
 * digits, without neutral items (`0`, `ga`, `final`, `release`) at the end of a list.
 * @returns null for a text that is empty or has more than 500 characters.
 */
export function readMaven(text: string): Item | null {
  const version = text.trim().toLowerCase()
  if (version === '' || version.length > 500) return null
  const root: Item & { kind: 'list' } = { kind: 'list', items: [] }
  let list = root
  const open = [root]
  const startItem = () => {
    const next: Item & { kind: 'list' } = { kind: 'list', items: [] }
    list.items.push(next)
    list = next
    open.push(next)
  }
  const parts = version.matchAll(/(\d+)|([^\d.-]+)|([.-])/g)
  let before: 'number' | 'word' | 'divider' = 'divider'
  for (const { 1: digits, 2: match, 3: divider, index } of parts) {
    if (digits !== undefined) {
      if (before === 'word') startItem()
      list.items.push({ kind: 'number', value: BigInt(digits) })
      before = 'number'
    } else if (match !== undefined) {
      // `1.rc` is equal to `1-rc`.
      if (list.items.length > 0) startItem()
      const isFollowedByDigit = /\d/.test(version.charAt(index + match.length))
      const word = (isFollowedByDigit ? shortQualifiers.get(match) : undefined) ?? match
      list.items.push({ kind: 'word', value: aliases.get(word) ?? word })
      before = 'word'
    } else {
      // An empty item between two separators counts as 0.
      if (before === 'divider') list.items.push({ kind: 'number', value: 0n })
      if (divider === '-') startItem()
      before = 'divider'
    }
  }
  for (const one of open.reverse()) trimZeros(one.items)
  return root
}

function trimZeros(items: Item[]) {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]
    if (item && isEmptyItem(item)) items.splice(at, 1)
    else if (item?.kind !== 'list') break
  }
}

function isEmptyItem(item: Item): boolean {
  if (item.kind === 'number') return item.value === 0n
  return item.kind === 'word' ? item.value === '' : item.items.length === 0
}

/** Compares two versions like Maven; items beyond the end of the shorter one are compared with nothing. */
export function compareMaven(one: Item, other: Item | undefined): number {
  if (other === undefined) return compareToNothing(one)
  if (one.kind === 'number') {
    if (other.kind !== 'number') return 1
    return one.value < other.value ? -1 : one.value > other.value ? 1 : 0
  }
  if (other.kind === 'number') return -1
  if (one.kind === 'word' && other.kind === 'word') return compareText(rank(one.value), rank(other.value))
  // A word equals a list of that word: otherwise `0-rc` and `rc` would be on different sides of `0`.
  const [items, others] = [itemsOf(one), itemsOf(other)]
  for (let at = 0; at < Math.max(items.length, others.length); at++) {
    const [left, right] = [items[at], others[at]]
    const step = left ? compareMaven(left, right) : right ? -compareMaven(right, undefined) : 0
    if (step !== 0) return step
  }
  return 0
}

const itemsOf = (item: Item): readonly Item[] => (item.kind === 'list' ? item.items : [item])

function compareToNothing(item: Item): number {
  // Also 0, which is left out if only words follow it.
  if (item.kind === 'number') return 1
  if (item.kind === 'word') return compareText(rank(item.value), rank(''))
  for (const one of item.items) {
    const step = compareToNothing(one)
    if (step !== 0) return step
  }
  return 0
}

/** Known qualifiers in their order; unknown ones after them, alphabetically. */
function rank(word: string): string {
  const at = qualifiers.indexOf(word)
  return at < 0 ? `${qualifiers.length}-${word}` : String(at)
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
