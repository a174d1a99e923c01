import type { NewTriageState } from '#contract/vocabulary.ts'

/** What the keys of a finding do. Those that a place does not have are left out. */
export interface DetailActions {
  choose: (state: NewTriageState) => void
  repeat: () => void
  undo: () => void
  copyLink: () => void
  walk?: ((step: 1 | -1) => void) | undefined
  expand?: (() => void) | undefined
  close?: (() => void) | undefined
}

interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const states: Readonly<Record<string, NewTriageState | undefined>> = {
  i: 'ignored',
  r: 'reviewing',
  f: 'fixing',
  o: 'reopened',
}

/** What a key does, or undefined where it does nothing here. `may` says whether this person may decide. */
export function actionOf(event: Pressed, actions: DetailActions, may: boolean): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.shiftKey) {
    if (event.key === 'Enter') return actions.expand
    return event.key.toLowerCase() === 'i' && may ? actions.repeat : undefined
  }
  const state = Object.hasOwn(states, event.key) ? states[event.key] : undefined
  if (state) return may ? () => actions.choose(state) : undefined
  const { walk } = actions
  switch (event.key) {
    case 'u':
      return may ? actions.undo : undefined
    case 'c':
      return actions.copyLink
    case 'j':
      return walk && (() => walk(1))
    case 'k':
      return walk && (() => walk(-1))
    case 'Escape':
      return actions.close
    default:
      return undefined
  }
}
