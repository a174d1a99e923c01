import { createContext, use } from 'react'

export interface FieldAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  required: boolean | undefined
}

/** Connects a control to the surrounding field. */
export const FieldContext = createContext<FieldAttributes | undefined>(undefined)

/** Returns the attributes that connect a control to the label, hint and error of its field; empty outside a field. */
export function useFieldAttributes(): Partial<FieldAttributes> {
  return use(FieldContext) ?? {}
}
