import { useEffect, useState } from 'react'
import { keepOpen, nothingOpen, type OpenGroups, openOn } from './group-list.ts'

/**
 * Which groups are open. Each entry of the history has its own, which Back finds again; another question of the same page
 * begins the open groups anew, and keeps them open.
 */
export function useOpenGroups(entry: string, question: string, how: string) {
  const key = `${entry} ${question}`
  const [held, setHeld] = useState(() => ({ key, question, open: openOn(key) ?? nothingOpen }))
  let { open } = held
  if (held.key !== key) {
    const known = how === 'POP' ? openOn(key) : undefined
    open = known ?? (held.question === question ? held.open : fromTheirFirstPage(held.open))
    setHeld({ key, question, open })
  }
  useEffect(() => keepOpen(key, open), [key, open])
  const update = (change: (open: OpenGroups) => OpenGroups) =>
    setHeld((before) => ({ ...before, open: change(before.open) }))
  return { open, update }
}

function fromTheirFirstPage(open: OpenGroups): OpenGroups {
  return { ...open, groups: open.groups.map((group) => ({ ...group, afters: [undefined] })) }
}
