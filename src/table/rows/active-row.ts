import { createContext, use } from 'react'

const Context = createContext(false)
export const ActiveRow = Context

/** Whether a cell is of the row that the keyboard acts on: only there its controls are reached by Tab. */
export function useActiveRow(): boolean {
  return use(Context)
}
