import { createContext, use } from 'react'

export interface FieldAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  required: boolean | undefined
}

/** Joins a control with the field around it. */
export const FieldContext = createContext<FieldAttributes | undefined>(undefined)

/** The attributes that tie a control to the label, hint and error of the field around it; nothing outside one. */
export function useFieldAttributes(): Partial<FieldAttributes> {
  return use(FieldContext) ?? {}
}
