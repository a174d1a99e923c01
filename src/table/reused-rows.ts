import { useLayoutEffect, useRef } from 'react'

/** The key of each row that is drawn, in the order of the rows. */
type RowKeys = ReadonlyMap<string, number>

/**
 * Keys by which rows take the place of others, so that the browser changes their texts and makes no row anew. Where most
 * rows stay, each keeps its own and new ones are made; else the place decides.
 * @param held the row with the focus, which is never made another's.
 */
export function reusedKeys(before: RowKeys, ids: readonly string[], held: string | undefined): RowKeys {
  const most = ids.filter((id) => before.has(id)).length * 2 > before.size
  const free = most ? [] : [...before].flatMap(([id, key]) => (id === held ? [] : [key]))
  const unused = Math.max(-1, ...before.values()) + 1
  const keys = new Map<string, number>()
  for (const id of ids) {
    const own = most || id === held ? before.get(id) : undefined
    // As many new ones as rows at most, so that none is given twice.
    keys.set(id, own ?? free.shift() ?? unused + keys.size)
  }
  return keys
}

/** Gives each row its key, by what was drawn before. */
export function useReusedKeys(ids: readonly string[], active: string | undefined): RowKeys {
  const drawn = useRef<{ keys: RowKeys; active: string | undefined }>({ keys: new Map(), active: undefined })
  const { keys: before, active: held } = drawn.current
  const keys = reusedKeys(before, ids, held)
  useLayoutEffect(() => {
    drawn.current = { keys, active }
  })
  return keys
}
