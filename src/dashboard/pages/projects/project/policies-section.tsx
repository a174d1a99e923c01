import { useQuery } from '@tanstack/react-query'
import { policyScopesOptions } from '#api/policy-scopes.ts'
import type { Policy } from '#contract/responses/policies.ts'
import type { Project } from '#contract/responses/projects.ts'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { policyLabels } from '#features/policies/labels.ts'
import { policyTitle } from '#features/policies/names.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Tag } from '#ui/tag.tsx'
import { labels } from '../labels.ts'

interface PoliciesSectionProps {
  deployment: string
  project: Project
}

/** Returns why a policy applies to a project by itself: its name, or tags; nothing if it does not. */
function reasonsOf({ appliesTo }: Policy, { name, tags }: Project): string[] {
  if (!appliesTo || appliesTo.all) return []
  const shared = appliesTo.tags.filter((tag) => tags?.includes(tag)).map(policyLabels.tag)
  return [...(appliesTo.projects.includes(name) ? [labels.policies.byName] : []), ...shared]
}

/** The policies that apply to a project, those that decide first before the others. */
export function PoliciesSection({ deployment, project }: PoliciesSectionProps) {
  const query = useQuery(policyScopesOptions(deployment))
  return (
    <Panel title={labels.policies.title}>
      <QueryContent query={query} failed={labels.policies.failed} skeletonLines={3}>
        {({ policies }) => {
          const naming = policies.flatMap((policy) => {
            const reasons = reasonsOf(policy, project)
            return reasons.length > 0 ? [{ policy, reasons }] : []
          })
          const forAll = policies.filter(({ appliesTo }) => appliesTo?.all === true)
          return (
            <div className="grid gap-3">
              {naming.length > 0 && (
                <Policies {...{ deployment }} title={labels.policies.first} policies={naming} />
              )}
              <Policies
                {...{ deployment }}
                title={naming.length > 0 ? labels.policies.rest : labels.policies.all}
                policies={forAll.map((policy) => ({ policy, reasons: [] }))}
              />
              <p className="text-3">{labels.policies.strictest}</p>
            </div>
          )
        }}
      </QueryContent>
    </Panel>
  )
}

interface PoliciesProps {
  deployment: string
  title: string
  policies: readonly { policy: Policy; reasons: readonly string[] }[]
}

function Policies({ deployment, title, policies }: PoliciesProps) {
  return (
    <div>
      <h3 className="pb-1 text-2">{title}</h3>
      <ul aria-label={title} className="grid gap-1">
        {policies.map(({ policy, reasons }) => (
          <li key={policy.id} className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Link
              to={settingsPaths.policy(deployment, policy.id)}
              className="min-w-0 text-accent underline underline-offset-2 wrap-anywhere"
            >
              <bdi>{policyTitle(policy)}</bdi>
            </Link>{' '}
            {policy.isDefault && <Tag tone="accent">{policyLabels.default}</Tag>}
            {reasons.length > 0 && <span className="text-2 wrap-anywhere">{reasons.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
