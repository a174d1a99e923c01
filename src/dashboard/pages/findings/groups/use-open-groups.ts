import { useEffect, useState } from 'react'
import { nothingOpen, type OpenGroups, openOn, storeOpen } from './group-list.ts'

/**
 * Manages which groups are open. Each history entry has its own, which Back restores; a new query on the same page
 * keeps the groups open but reloads them from their start.
 */
export function useOpenGroups(entry: string, question: string, how: string) {
  const key = `${entry} ${question}`
  const [stored, setStored] = useState(() => ({ key, question, open: openOn(key) ?? nothingOpen }))
  let { open } = stored
  if (stored.key !== key) {
    const known = how === 'POP' ? openOn(key) : undefined
    open = known ?? (stored.question === question ? stored.open : fromTheirFirstPage(stored.open))
    setStored({ key, question, open })
  }
  useEffect(() => storeOpen(key, open), [key, open])
  const update = (change: (open: OpenGroups) => OpenGroups) =>
    setStored((before) => ({ ...before, open: change(before.open) }))
  return { open, update }
}

function fromTheirFirstPage(open: OpenGroups): OpenGroups {
  return { ...open, groups: open.groups.map((group) => ({ ...group, afters: [undefined] })) }
}
