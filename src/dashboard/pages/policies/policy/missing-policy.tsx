import { useInfiniteQuery } from '@tanstack/react-query'
import { policyHistoryOptions } from '#api/policies.ts'
import { Link } from '#features/link.tsx'
import { policyLabels } from '#features/policies/labels.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { buttonStyles } from '#ui/button-styles.ts'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { History } from '../history/history.tsx'
import { labels } from '../labels.ts'
import type { Modes } from '../mode/use-modes.tsx'

interface MissingPolicyProps {
  deployment: string
  policyId: string
  type: PageType
  modes: Modes
}

/** A policy that was deleted, with the history that restores it, or one that never was. */
export function MissingPolicy({ deployment, policyId, type, modes }: MissingPolicyProps) {
  const { data, isPending } = useInfiniteQuery(policyHistoryOptions(deployment, policyId))
  if (isPending) return <SkeletonLines count={4} />
  const [newest] = data?.pages[0]?.changes ?? []
  const { title, text } = newest ? labels.policy.deleted : labels.policy.unknown
  return (
    <>
      <h1 className="sr-only">{policyLabels.policyName(policyId)}</h1>
      <EmptyState
        icon="shield"
        title={title}
        actions={
          <Link to={paths.policies(deployment)} className={buttonStyles()}>
            {labels.policy.all}
          </Link>
        }
      >
        <p>{text}</p>
      </EmptyState>
      {newest && (
        <div className="px-4 pb-8">
          <History {...{ deployment, policyId, type, modes }} />
        </div>
      )}
    </>
  )
}
