import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useHref } from 'react-router'
import { findingOptions } from '#api/findings/findings.ts'
import { explain } from '#api/http/errors.ts'
import type { Approval } from '#contract/responses/approvals.ts'
import { FindingCode } from '#features/code/finding-code.tsx'
import { codeLabels } from '#features/code/labels.ts'
import { Severity } from '#features/severity.tsx'
import { untilText } from '#features/triage/end-text.ts'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { paths } from '#lib/urls/paths.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { placeOf, titleOf } from './approval-text.ts'
import { labels } from './labels.ts'

interface RequestedProps {
  deployment: string
  approval: Approval
}

/** What is asked for: the finding with its code, who asks, and their reason and note. */
export function Requested({ deployment, approval }: RequestedProps) {
  const { count, finding, issue_type: type } = approval
  const end = untilText(approval.ignored_until, approval.ignore_ends)
  return (
    <div className="space-y-2">
      <div className="space-y-1 rounded bg-surface-2 px-3 py-2">
        <p className="flex items-center gap-1.5">
          {count > 1 && <span className="text-2">{labels.dialog.highest} </span>}
          <Severity value={approval.severity} loud />
        </p>
        <p className="font-medium wrap-anywhere">
          <bdi>{titleOf(approval)}</bdi>
        </p>
        <p className="text-xs wrap-anywhere text-2">
          <bdi>{placeOf(approval)}</bdi>
        </p>
        <p className="wrap-anywhere">
          <bdi>{approval.requested_by}</bdi>: {reasonLabel(approval.reason)}
          {end && `, ${end}`}
        </p>
        <p className="max-h-40 overflow-auto wrap-anywhere whitespace-pre-wrap text-2">
          <bdi>{approval.note}</bdi>
        </p>
        {finding && (
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            <TabLink to={paths.finding(deployment, type, finding.id)}>{labels.detail.open}</TabLink>
            {count > 1 && (
              <TabLink to={paths.findings(deployment, type, { ignore_requested: 'true' })}>
                {labels.detail.all}
              </TabLink>
            )}
          </p>
        )}
      </div>
      {finding && <RequestedCode deployment={deployment} id={finding.id} />}
    </div>
  )
}

/** The code of the finding that a request names; a package has none. */
function RequestedCode({ deployment, id }: { deployment: string; id: number }) {
  const { data, error } = useQuery(findingOptions(deployment, id))
  if (error) return <p className="text-2">{labels.dialog.codeFailed(explain(error).detail)}</p>
  if (!data) return <Skeleton className="h-20" />
  if (data.code) return <FindingCode code={data.code} location={data.location} />
  if (data.issue_type === 'sca') return null
  return <p className="text-2">{data.source_withheld ? codeLabels.withheld : codeLabels.none}</p>
}

/** A link to a page of the dashboard in a new tab, so that what was typed here is kept. */
function TabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={useHref(to)}
      target="_blank"
      rel="noopener"
      className="inline-flex items-center gap-1 rounded-sm text-accent underline-offset-2 hover:underline"
    >
      {children}
      <Icon name="external" className="size-3.5" />
    </a>
  )
}
