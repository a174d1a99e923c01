import { useInfiniteQuery } from '@tanstack/react-query'
import { auditFindingsOptions } from '#api/audit.ts'
import type { AuditFinding } from '#contract/responses/deployments.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { type EventFinding, eventFindingTitle, pageTypeOf, type TriageEvent } from './event-summary.ts'
import { Fact, factList } from './fact.tsx'
import { goneFindings, labels, stateChange } from './labels.ts'

interface EventFindingsProps {
  deployment: string
  eventId: string
  triage: TriageEvent
}

/** The findings that a triage event changed, page by page, each with its state before and after. */
export function EventFindings({ deployment, eventId, triage }: EventFindingsProps) {
  const list = useInfiniteQuery(auditFindingsOptions(deployment, eventId))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  if (!data && error) {
    return (
      <ErrorPanel
        error={error}
        title={labels.findingsFailed}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
        className="py-4"
      />
    )
  }
  const findings = data?.pages.flatMap((page) => page.findings)
  const gone = findings && !hasNextPage ? (triage.count ?? findings.length) - findings.length : 0
  return (
    <section aria-label={labels.findings} className="max-w-240">
      {findings ? (
        <ul className="divide-y divide-line rounded border border-line bg-surface-0 empty:hidden">
          {findings.map((finding) => (
            <FindingItem key={finding.id} {...{ deployment, finding }} />
          ))}
        </ul>
      ) : (
        <div aria-busy className="grid h-11 content-center rounded border border-line px-3">
          <Skeleton />
        </div>
      )}
      {hasNextPage && (
        <Button
          size="small"
          className="mt-2"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {labels.loadMore}
        </Button>
      )}
      {gone > 0 && <p className="mt-1.5 text-3">{goneFindings(gone)}</p>}
      {findings?.length === 0 && triage.finding && <GoneFinding finding={triage.finding} />}
    </section>
  )
}

/** A deleted finding named by an event: the log has its names, but there is nothing to link to. */
function GoneFinding({ finding }: { finding: EventFinding }) {
  return (
    <dl className={`mt-1.5 ${factList}`}>
      <Fact label={labels.finding}>
        <bdi>{finding.title}</bdi>
      </Fact>
      <Fact label={labels.rule}>
        <bdi>{finding.rule}</bdi>
      </Fact>
      <Fact label={labels.project}>
        <bdi>{finding.project}</bdi>
      </Fact>
    </dl>
  )
}

function FindingItem({ deployment, finding }: { deployment: string; finding: AuditFinding }) {
  const { id, issue_type, rule, project, ref, path, line, from, to } = finding
  const linkStyles = 'truncate text-2 hover:text-1 hover:underline'
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-3 py-1.5 @min-[700px]:grid-cols-[1fr_auto]">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Link
          to={paths.finding(deployment, pageTypeOf(issue_type), id)}
          className="min-w-0 truncate font-medium text-accent hover:underline"
        >
          <bdi>{eventFindingTitle(finding)}</bdi>
        </Link>
        <Link
          to={settingsPaths.rule(deployment, rule)}
          title={rule}
          className={`${linkStyles} max-w-100 font-mono text-xs`}
        >
          <bdi>{rule}</bdi>
        </Link>
      </span>
      <span className="text-2 @min-[700px]:text-end">{stateChange(from, to, undefined)}</span>
      <span className="col-span-full flex min-w-0 flex-wrap items-baseline gap-x-3 text-2">
        <Link to={settingsPaths.project(deployment, project)} className={linkStyles}>
          <bdi>{project}</bdi>
        </Link>
        <span className="max-w-60 truncate" title={ref}>
          <bdi>{refLabel(ref)}</bdi>
        </span>
        {path !== null && <MiddleTruncate path={path} line={line} />}
      </span>
    </li>
  )
}
