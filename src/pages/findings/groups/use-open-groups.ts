import { useEffect, useState } from 'react'
import { nothingOpen, type OpenGroups, openOn, storeOpen } from './group-list.ts'

/**
 * Which groups are open. Each entry of the history has its own, which Back finds again; another question of the same page
 * begins the open groups again, and keeps them open.
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
