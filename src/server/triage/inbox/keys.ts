import { severities } from '#server/db/codes.ts'

/** What an item of the inbox is about. */
export const itemKinds = ['approval', 'mention', 'answer', 'scan', 'sast', 'sca', 'secrets'] as const
export type ItemKind = (typeof itemKinds)[number]

const idEnd = 2 ** 31
const dayEnd = 2 ** 16
/** The day of items without a due date. */
const noDay = dayEnd - 1
const mostSevere = severities.length - 1
const firstFindingKind = itemKinds.indexOf('sast')

/** An item by what it is sorted by. */
export interface ItemPlace {
  kind: ItemKind
  /** Of the finding, request or scan. */
  id: number
  /** As the time zone of the deployment numbers days; 0 without a due date. */
  day: number
  /** A code of `severities`. */
  severity: number
}

/**
 * The place of an item in the inbox as one number: by day, then requests and scans before findings, then the most severe
 * first. 53 bits: what a number holds exactly.
 */
export function itemKey({ kind, id, day, severity }: ItemPlace): number {
  const code = itemKinds.indexOf(kind)
  const sorted = day === 0 ? noDay : Math.min(day, noDay - 1)
  const group = sorted * 2 + Number(code >= firstFindingKind)
  return ((group * 4 + (mostSevere - severity)) * 8 + code) * idEnd + id
}

/** What a key is about. */
export function placeOfKey(key: number): Pick<ItemPlace, 'kind' | 'id' | 'day'> {
  const id = key % idEnd
  const rest = Math.floor(key / idEnd)
  const kind = itemKinds[rest % 8]
  if (kind === undefined) throw new RangeError(`no item has the key ${key}`)
  const day = Math.floor(rest / 64)
  return { kind, id, day: day === noDay ? 0 : day }
}

/** The position of the first key above a number, in ascending keys. */
export function firstAbove(keys: Float64Array, value: number): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether ascending keys have a number. */
export const includesKey = (keys: Float64Array, value: number): boolean =>
  keys[firstAbove(keys, value) - 1] === value
