import type { RuleAnswer } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { modeLabel, titleOfName } from '#features/policies/names.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { labels } from '../labels.ts'

interface RuleEffectiveProps {
  deployment: string
  effective: NonNullable<RuleAnswer['rule']['effective']>
}

/** The effective modes of a rule of several policies, each with the policy that decides and the projects. */
export function RuleEffective({ deployment, effective }: RuleEffectiveProps) {
  return (
    <ul className="divide-y divide-line rounded border border-line">
      {effective.map(({ policyMode, policy, projects, names }) => (
        <li key={policy?.id ?? ''} className="px-3 py-2 wrap-anywhere">
          <span className="font-medium">{modeLabel(policyMode)}</span>{' '}
          {policy ? (
            <Link
              to={settingsPaths.policy(deployment, policy.id)}
              className="text-accent underline underline-offset-2"
            >
              {labels.scope.decidedBy(titleOfName(policy.name))}
            </Link>
          ) : (
            labels.scope.noPolicy
          )}
          : {labels.scope.projects(projects)}
          <span className="block text-2">
            {names.join(', ')}
            {projects > names.length && `, ${labels.change.andMore(projects - names.length)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
