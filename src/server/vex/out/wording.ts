import { type Justification, riskAccepted } from '../vocabulary.ts'
import type { Statement } from './statements.ts'

const impacts: Partial<Record<Justification, string>> = {
  requires_configuration: 'Exploiting it requires a configuration that is not present.',
  requires_dependency: 'Exploiting it requires a dependency that is not present.',
  requires_environment: 'Exploiting it requires an environment that is not present.',
}

/** Why a product is not affected, for formats that need a text where they have no justification for it. */
export const impactText = ({ justification }: Pick<Statement, 'justification'>): string =>
  (justification === null ? undefined : impacts[justification]) ?? 'Triaged as a false positive.'

/** What is done about an affected product. */
export function actionText({ kind, upgrade }: Pick<Statement, 'kind' | 'upgrade'>): string {
  if (kind === 'risk_accepted') return riskAccepted
  if (upgrade === null) return 'A fix is in progress.'
  const at = upgrade.lastIndexOf('@')
  const [name, version] = at > 0 ? [upgrade.slice(0, at), upgrade.slice(at + 1)] : [upgrade, '']
  return version === ''
    ? `A fix is in progress: update ${name}.`
    : `A fix is in progress: update ${name} to ${version}.`
}

/** Why something is in the ignore file of a scanner. */
export const ignoreText = ({ kind, at }: Pick<Statement, 'kind' | 'at'>): string =>
  `${ignoreReasons[kind] ?? 'Ignored'} in Gatehouse, ${dayOf(at)}`

/** The day of an instant, `2026-01-31`, in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const ignoreReasons: Partial<Record<Statement['kind'], string>> = {
  false_positive: 'False positive',
  risk_accepted: 'Acceptable risk',
}
