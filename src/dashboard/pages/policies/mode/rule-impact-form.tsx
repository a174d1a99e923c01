import type { PolicyMode } from '#api/policies.ts'
import { ImpactForm, type ImpactFormProps } from './impact-form.tsx'
import { needsNote } from './modes.ts'

interface RuleImpactFormProps extends Omit<ImpactFormProps, 'request' | 'rulePaths' | 'count' | 'note'> {
  rulePath: string
  /** The mode to set. */
  policyMode: PolicyMode
}

/** Previews the impact of a mode on one rule before it is set. */
export function RuleImpactForm({ rulePath, policyMode, ...props }: RuleImpactFormProps) {
  return (
    <ImpactForm
      key={`${rulePath} ${policyMode}`}
      {...props}
      request={{ rulePaths: [rulePath], policyMode }}
      rulePaths={[rulePath]}
      count={1}
      note={needsNote(policyMode)}
    />
  )
}
