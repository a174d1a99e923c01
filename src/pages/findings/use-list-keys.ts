import { useLayoutEffect, useRef } from 'react'
import { takesKeys } from '#table/row-keys.ts'

/** What the keys of the list do. Each gives false where it did nothing, so that the key keeps its own meaning. */
export interface ListActions {
  move: (key: string) => void
  ignore: () => void
  repeat: () => void
  reviewing: () => void
  fixing: () => void
  reopen: () => void
  undo: () => void
  copyLink: () => void
  /** Goes to the finding's own page; false where no row has the focus. */
  openPage: () => boolean
  search: () => void
  previousPage: () => void
  nextPage: () => void
  /** Closes what is open, from the innermost out; false where nothing is. */
  close: () => boolean
}

function actionOf(event: KeyboardEvent, actions: ListActions): (() => unknown) | undefined {
  if (event.shiftKey) {
    if (event.key === 'I') return actions.repeat
    return event.key === 'Enter' ? actions.openPage : undefined
  }
  switch (event.key) {
    case 'j':
    case 'k':
      return () => actions.move(event.key)
    case 'i':
      return actions.ignore
    case 'r':
      return actions.reviewing
    case 'f':
      return actions.fixing
    case 'o':
      return actions.reopen
    case 'u':
      return actions.undo
    case 'c':
      return actions.copyLink
    case '/':
      return actions.search
    case '[':
      return actions.previousPage
    case ']':
      return actions.nextPage
    case 'Escape':
      return actions.close
    default:
      return undefined
  }
}

/** Hears the keys of the list anywhere on its page, but never while somebody types. */
export function useListKeys(actions: ListActions): void {
  const present = useRef(actions)
  useLayoutEffect(() => {
    present.current = actions
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.isComposing || takesKeys(event.target)) return
      const act = actionOf(event, present.current)
      if (!act || act() === false) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
