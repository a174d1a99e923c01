import type { Entry } from './entries.ts'

const item = 'gatehouse.recent'
const most = 6
const icons = [
  'code',
  'package',
  'folder',
  'bookmark',
  'filter',
  'finding',
  'layers',
  'key',
  'person',
  'ticket',
] as const

/** An entry as stored by the browser; its field names must not change, so that earlier ones can still be read. */
interface Recent extends Pick<Entry, 'id' | 'icon' | 'to'> {
  words: string
  aside?: string | undefined
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const { id, words, aside, icon, to } = { id: 0, words: 0, aside: undefined, icon: '', to: 0, ...value }
  const isText = (text: unknown) => typeof text === 'string' && text.length <= 3000
  return (
    [id, words, to].every(isText) &&
    (aside === undefined || isText(aside)) &&
    icons.some((known) => known === icon)
  )
}

function read(): Recent[] {
  try {
    // parse: stored by this browser; invalid entries are omitted.
    const stored: unknown = JSON.parse(localStorage.getItem(item) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Returns the last selected entries of a deployment, newest first. Their URLs are all within it. */
export function recentIn(deployment: string): Entry[] {
  const begin = `/d/${encodeURIComponent(deployment)}/`
  return read()
    .filter(({ to }) => to?.startsWith(begin))
    .slice(0, most)
    .map(({ words, aside, ...rest }) => ({ ...rest, label: words, detail: aside }))
}

/** Stores a selected entry that opens a URL. */
export function storeRecent({ id, label, detail, icon, to }: Entry): void {
  if (to === undefined || !icons.some((known) => known === icon)) return
  const chosen: Recent = { id, words: label, aside: detail, icon, to }
  const stored = read().filter((one) => one.to !== to)
  try {
    localStorage.setItem(item, JSON.stringify([chosen, ...stored].slice(0, 30)))
  } catch {
    // Without storage nothing is remembered.
  }
}
