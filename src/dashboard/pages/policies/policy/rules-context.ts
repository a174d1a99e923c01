import { createContext, use } from 'react'
import type { PolicyMode } from '#api/policies.ts'
import type { PageType } from '#lib/urls/paths.ts'
import type { ActiveRow } from './active-row.ts'

interface RulesContext {
  deployment: string
  policyId: string
  type: PageType
  /** The reference time of all rows. */
  now: Date
  fixRateSince: string | null | undefined
  /** How much of the start of paths with the same end is always shown. */
  leads: ReadonlyMap<string, number>
  disabledReason: string | undefined
  choose: (rulePath: string, mode: PolicyMode) => void
  active: ActiveRow
}

const Context = createContext<RulesContext | undefined>(undefined)
export const RulesProvider = Context.Provider

/** Returns the context of the rule cells. @throws outside the table, which is a bug. */
export function useRulesContext(): RulesContext {
  const context = use(Context)
  if (!context) throw new Error('a cell of the rules stands outside their table')
  return context
}
