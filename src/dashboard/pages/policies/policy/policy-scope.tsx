import { useQuery } from '@tanstack/react-query'
import { projectCountOptions } from '#api/projects/projects.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { appliesToText } from '../history/change-labels.ts'
import { labels } from '../labels.ts'

interface PolicyScopeProps {
  deployment: string
  policy: Policy
  /** Opens the dialog that changes the projects; undefined for who may not, or if they are fixed. */
  onChoose: (() => void) | undefined
}

/** What a policy applies to, with the list of these projects. */
export function PolicyScope({ deployment, policy, onChoose }: PolicyScopeProps) {
  const { id, isDefault, appliesTo } = policy
  const { data: count } = useQuery(projectCountOptions(deployment, { policy_ids: [id] }))
  if (!appliesTo) return null
  const isUnchosen = !isDefault && !appliesTo.chosen
  return (
    <section
      aria-label={labels.columns.appliesTo}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 max-sm:px-3"
    >
      <p className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-1.5">
        <span className="text-2">{labels.columns.appliesTo}</span>
        <span className="min-w-0 wrap-anywhere">{appliesToText(appliesTo)}</span>
        {typeof count === 'number' && (
          <>
            <span aria-hidden className="text-3">
              ·
            </span>
            <Link
              to={paths.projects(deployment, { policy_ids: id })}
              className="text-accent underline underline-offset-2"
            >
              {labels.scope.projects(count)}
            </Link>
          </>
        )}
      </p>
      {isUnchosen && <p className="text-caution">{labels.scope.unchosen}</p>}
      {onChoose && (
        <Button size="small" onClick={onChoose}>
          {labels.scope.choose}
        </Button>
      )}
    </section>
  )
}
