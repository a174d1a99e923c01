import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { findingOptions } from '#api/findings/findings.ts'
import type { FindingDetail } from '#contract/responses/findings.ts'
import { Link } from '#features/link.tsx'
import { Status } from '#features/status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { Time } from '#ui/text/time.tsx'
import { branchLabels } from '../labels.ts'

interface RowBranchesProps {
  deployment: string
  type: PageType
  id: number
  now: Date
  onClose: () => void
}

/** The branches with a finding, under its row, each linked to the finding there. Load it lazily. */
export function RowBranches({ deployment, type, id, now, onClose }: RowBranchesProps) {
  const { data, error, refetch } = useQuery(findingOptions(deployment, id))
  // Counted like the number in the row: the row's own branch first.
  const others = data?.instances.filter(({ state }) => state !== 'fixed' && state !== 'removed')
  const instances = data && others && [{ ...data, line: data.location?.line }, ...others]
  const count = instances?.length
  useEffect(() => {
    if (count !== undefined) announce(branchLabels.shown(count))
  }, [count])
  if (error) {
    return (
      <p className="flex items-center gap-2">
        {branchLabels.failed}
        <Button size="small" onClick={() => void refetch()}>
          {branchLabels.retry}
        </Button>
      </p>
    )
  }
  if (!instances) {
    return (
      <div aria-busy className="grid h-14 max-w-120 content-around pl-16 @min-[760px]:pl-30 max-sm:pl-0">
        <Skeleton />
        <Skeleton />
      </div>
    )
  }
  return (
    <ul
      aria-label={branchLabels.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.nativeEvent.stopImmediatePropagation()
        onClose()
      }}
      className="max-w-240 pl-16 @min-[760px]:pl-30 max-sm:pl-0"
    >
      {instances.map((instance) => (
        <BranchItem key={instance.id} {...{ deployment, type, instance, now }} />
      ))}
    </ul>
  )
}

interface BranchItemProps extends Pick<RowBranchesProps, 'deployment' | 'type' | 'now'> {
  /** The finding on one branch. */
  instance: Pick<FindingDetail, 'id' | 'ref' | 'status' | 'relevant_since'> & {
    line?: number | null | undefined
  }
}

function BranchItem({ deployment, type, instance, now }: BranchItemProps) {
  return (
    <li className="flex h-7 items-center gap-3">
      <span className="flex min-w-0 flex-1">
        <Link
          to={paths.finding(deployment, type, instance.id)}
          className="truncate font-mono text-xs text-accent underline-offset-2 hover:underline"
        >
          {instance.ref ? refLabel(instance.ref) : branchLabels.unnamed(instance.id)}
        </Link>
      </span>
      <span className="w-20 text-right text-2 max-sm:hidden">
        {typeof instance.line === 'number' && branchLabels.line(instance.line)}
      </span>
      <span className="w-24">
        <Status value={instance.status} />
      </span>
      <span className="w-16 text-right text-2 max-sm:hidden">
        <Time value={instance.relevant_since} now={now} form="short" what={branchLabels.since} />
      </span>
    </li>
  )
}
