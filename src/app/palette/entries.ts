import type { IconName } from '#ui/icon/icon-name.ts'

/** One thing that can be chosen. It goes to a URL, or does something. */
export interface Entry {
  id: string
  label: string
  /** Said beside it, calmer. */
  detail?: string | undefined
  icon: IconName
  /** The shortcut that does the same, as the table writes it. */
  keys?: string | undefined
  to?: string | undefined
  /** One of many of its kind: listed only where it answers a question. */
  onlyInSearch?: boolean | undefined
  run?: (() => void) | undefined
}

export interface EntryGroup {
  label: string
  items: Entry[]
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** How well words answer a question, the lower the better; undefined where a part of it is not in them at all. */
function distance(label: string, parts: readonly string[]): number | undefined {
  const text = plain(label)
  let sum = 0
  for (const part of parts) {
    const at = text.indexOf(part)
    if (at < 0) return undefined
    const starts = at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1))
    sum += at === 0 ? 0 : starts ? 1 : 2
  }
  return sum
}

/** The entries that answer a question, the best first, the others in the order in which they came. All that wait for no question where none is asked. */
export function ranked(query: string, entries: readonly Entry[]): Entry[] {
  const parts = plain(query).split(/\s+/).filter(Boolean)
  if (parts.length === 0) return entries.filter(({ onlyInSearch }) => !onlyInSearch)
  return entries
    .flatMap((entry) => {
      const near = distance(entry.label, parts)
      const far = near ?? distance(`${entry.label} ${entry.detail ?? ''}`, parts)
      return far === undefined ? [] : [{ entry, by: near ?? far + 10 }]
    })
    .sort((one, other) => one.by - other.by)
    .map(({ entry }) => entry)
}

/** The id of a finding that a text is, as `123` or `#123`. */
export function findingIdIn(text: string): number | undefined {
  const digits = /^#?([1-9]\d{0,9})$/.exec(text.trim())?.[1]
  return digits !== undefined && Number(digits) <= 4_294_967_295 ? Number(digits) : undefined
}
