import { type Detail, textsIn } from './event-values.ts'

/** What an event added to a list, or removed from it. */
interface ListChange {
  text: string
  isAdded: boolean
}

/** The lists of teams and of a `CODEOWNERS` file. */
const lists = ['members', 'handles', 'groups', 'lines']

/** Returns what an event added to lists and removed from them, as far as it lists that. */
export const changesOfLists = (detail: Detail): ListChange[] =>
  lists.flatMap((list) => [
    ...textsIn(detail, `${list}Added`).map((text) => ({ text, isAdded: true })),
    ...textsIn(detail, `${list}Removed`).map((text) => ({ text, isAdded: false })),
  ])
