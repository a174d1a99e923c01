import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { scanChangesOptions } from '#api/scans/scan-changes.ts'
import { scanChangeKinds } from '#contract/operations/scans.ts'
import type { IngestReport, ScanChange } from '#contract/responses/scans.ts'
import { Link } from '#features/link.tsx'
import { basisLabel } from '#features/match-labels.ts'
import { Panel, QueryContent } from '#features/panel.tsx'
import { Severity } from '#features/severity.tsx'
import { Status } from '#features/status.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { type ChangeKind, changeLabels, labels } from '../labels.ts'

interface ChangesSectionProps {
  deployment: string
  scanId: number
  report: IngestReport
  /** The listed kind of changes. */
  what: ChangeKind
  /** Returns the URL of the list of a kind. */
  listOf: (what: ChangeKind) => string
  /** Whether a person just selected it: the list is then scrolled into view. */
  isRequested: boolean
}

/** The findings that a scan changed, of one kind, page by page. */
export function ChangesSection({
  deployment,
  scanId,
  report,
  what,
  listOf,
  isRequested,
}: ChangesSectionProps) {
  const query = useInfiniteQuery(scanChangesOptions(deployment, scanId, what))
  const top = useRef<HTMLDivElement>(null)
  const requested = isRequested ? what : undefined
  useEffect(() => {
    if (requested) top.current?.scrollIntoView({ block: 'nearest' })
  }, [requested])
  return (
    <div ref={top} id="changes" className="scroll-mt-4">
      <Panel title={labels.page.changes}>
        <KindLinks report={report} what={what} listOf={listOf} />
        <p className="pb-2 text-2">{changeLabels[what].about}</p>
        <QueryContent query={query} failed={labels.changes.failed} skeletonLines={6}>
          {({ pages }) => {
            const changes = pages.flatMap((page) => page.changes)
            const total = pages.at(-1)?.total
            if (changes.length === 0) return <p className="text-3">{labels.changes.none}</p>
            return (
              <>
                <ul
                  aria-label={labels.changes.list(changeLabels[what].label)}
                  className="divide-y divide-line"
                >
                  {changes.map((change) => (
                    <ChangeRow key={change.finding_id} deployment={deployment} change={change} />
                  ))}
                </ul>
                <div className="flex items-center gap-3 pt-2 text-2">
                  {query.hasNextPage && (
                    <Button
                      size="small"
                      onClick={() => void query.fetchNextPage()}
                      loading={query.isFetchingNextPage}
                    >
                      {labels.changes.more}
                    </Button>
                  )}
                  {total !== undefined && total > changes.length && (
                    <span>{labels.changes.of(changes.length, total)}</span>
                  )}
                </div>
              </>
            )
          }}
        </QueryContent>
      </Panel>
    </div>
  )
}

/** The kinds of changes with their counts. */
function KindLinks({ report, what, listOf }: Pick<ChangesSectionProps, 'report' | 'what' | 'listOf'>) {
  return (
    <nav aria-label={labels.changes.kinds} className="flex flex-wrap gap-x-1 gap-y-1 pb-2">
      {scanChangeKinds.map((kind) => (
        <Link
          key={kind}
          to={listOf(kind)}
          aria-current={kind === what ? 'true' : undefined}
          className={classes(
            'inline-flex h-8 items-center gap-1.5 rounded border px-2.5 no-underline',
            kind === what
              ? 'border-accent bg-accent-bg font-medium text-1'
              : 'border-transparent text-2 hover:bg-surface-2',
          )}
        >
          {changeLabels[kind].label}
          <span className="text-xs tabular-nums text-2">{formatNumber(report[kind])}</span>
        </Link>
      ))}
    </nav>
  )
}

function ChangeRow({ deployment, change }: { deployment: string; change: ScanChange }) {
  const { path, line, from, to, basis } = change
  const location = path && (line === null ? path : `${path}:${line}`)
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-start gap-x-3 py-2 max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <Severity value={change.severity} />
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <Link
          to={paths.finding(deployment, change.issue_type, change.finding_id)}
          className="font-medium text-1 no-underline wrap-anywhere hover:underline"
        >
          {ruleTitle(change.rule_name, change.title)}
        </Link>
        <p className="font-mono text-xs text-2 wrap-anywhere">
          {from !== null || to !== null ? (
            <>
              <bdi>{from ?? '–'}</bdi> <span aria-hidden>→</span>
              <span className="sr-only">{labels.changes.movedTo}</span> <bdi>{to ?? '–'}</bdi>
            </>
          ) : (
            location && <bdi>{location}</bdi>
          )}
        </p>
        {basis && <p className="text-2">{basisLabel(basis)}</p>}
      </div>
      <Status value={change.state === 'removed' ? 'removed' : change.status} />
    </li>
  )
}
