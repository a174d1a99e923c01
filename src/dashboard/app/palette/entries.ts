import type { IconName } from '#ui/icon/icon-name.ts'

/** An entry of the palette, which opens a URL or runs an action. */
export interface Entry {
  id: string
  label: string
  /** Secondary text next to the label. */
  detail?: string | undefined
  icon: IconName
  /** The equivalent shortcut, in the notation of the shortcut table. */
  keys?: string | undefined
  to?: string | undefined
  /** One of many similar entries: listed only if it matches a search. */
  onlyInSearch?: boolean | undefined
  run?: (() => void) | undefined
}

export interface EntryGroup {
  label: string
  items: Entry[]
}

/** The maximum number of results of each kind. */
export const mostOfEach = 6

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns how well a label matches a search, lower is better; undefined if a part of the search is not in it. */
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

/**
 * Returns the entries that match a search, best first, equal ones in their original order. Without a search, all
 * entries that are not search-only.
 */
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

/** Returns the finding id in a text such as `123` or `#123`. */
export function findingIdIn(text: string): number | undefined {
  const digits = /^#?([1-9]\d{0,9})$/.exec(text.trim())?.[1]
  return digits !== undefined && Number(digits) <= 4_294_967_295 ? Number(digits) : undefined
}
