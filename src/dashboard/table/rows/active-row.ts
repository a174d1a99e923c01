import { createContext, use } from 'react'

const Context = createContext(false)
export const ActiveRow = Context

/** Whether a cell belongs to the active row: only there its controls are tab stops. */
export function useActiveRow(): boolean {
  return use(Context)
}
