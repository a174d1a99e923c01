import { useInfiniteQuery } from '@tanstack/react-query'
import { verdictsOptions } from '#api/projects/verdicts.ts'
import type { GateVerdictsAnswer } from '#contract/responses/gate.ts'
import type { Project } from '#contract/responses/projects.ts'
import { Commit } from '#features/gate/commit.tsx'
import { gateLabels } from '#features/gate/labels.ts'
import { VerdictList } from '#features/gate/verdict-list.tsx'
import { VerdictWord } from '#features/gate/verdict-word.tsx'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { useMoment } from '#features/use-moment.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { uniqueBy } from '#lib/unique-by.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Time } from '#ui/text/time.tsx'
import { labels } from './labels.ts'
import { SetUp } from './set-up.tsx'

export interface PipelinePanelsProps {
  deployment: string
  project: Project
  /** Why this person may not change settings of the project. */
  disabledReason: string | undefined
}

/** Whether a pipeline reports, how to set one up, and the verdicts on its commits. */
export function PipelinePanels({ deployment, project, disabledReason }: PipelinePanelsProps) {
  const query = useInfiniteQuery(verdictsOptions(deployment, project.name))
  const now = useMoment(query.dataUpdatedAt)
  const run = query.data?.pages[0]?.last_run
  return (
    <>
      <Panel title={labels.title}>
        {query.data === undefined && query.error ? (
          // The list below says why, and can be loaded again.
          <p className="text-danger">{labels.failed}</p>
        ) : (
          <QueryContent query={query} failed={labels.failed} skeletonLines={1}>
            {() => (run ? <LastRun {...{ deployment, run, now }} /> : <p>{labels.noRun}</p>)}
          </QueryContent>
        )}
        <SetUp
          deployment={deployment}
          project={project}
          disabledReason={disabledReason}
          // Whoever has no run yet came to set it up.
          isOpenAtFirst={run === null}
        />
      </Panel>
      <Panel title={labels.verdicts}>
        <QueryContent query={query} failed={labels.verdictsFailed} skeletonLines={4}>
          {({ pages }) => {
            const verdicts = uniqueBy(
              pages.flatMap((page) => page.verdicts),
              ({ id }) => id,
            )
            return verdicts.length === 0 ? (
              <p className="text-2">{labels.noVerdicts}</p>
            ) : (
              <VerdictList
                label={labels.verdicts}
                {...{ deployment, verdicts, now }}
                total={pages.at(-1)?.total}
                onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
                isLoadingMore={query.isFetchingNextPage}
              />
            )
          }}
        </QueryContent>
      </Panel>
    </>
  )
}

interface LastRunProps {
  deployment: string
  run: NonNullable<GateVerdictsAnswer['last_run']>
  now: Date
}

/** The newest scan of a commit: "Last run: commit c0ffee on feature, Blocked, 5 minutes ago". */
function LastRun({ deployment, run, now }: LastRunProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <span className="text-2">{labels.lastRun}</span> <Commit commit={run.commit} />{' '}
      <span className="min-w-0 wrap-anywhere">
        {gateLabels.on} <bdi>{refLabel(run.ref)}</bdi>,
      </span>{' '}
      {run.verdict === null ? (
        <span className="text-2">{labels.notAsked}</span>
      ) : (
        <VerdictWord verdict={run.verdict} />
      )}{' '}
      <Link
        to={settingsPaths.scan(deployment, run.scan_id)}
        className="text-accent underline underline-offset-2"
      >
        <span className="sr-only">{labels.scan(run.scan_id)}</span>
        <Time value={run.started_at} now={now} />
      </Link>
    </p>
  )
}
