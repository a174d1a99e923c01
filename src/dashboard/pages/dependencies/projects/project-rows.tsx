import type { ResponseBody } from '#contract/responses/all.ts'
import { Link } from '#features/link.tsx'
import { openList } from '#features/project-findings.ts'
import { formatNumber } from '#lib/text/format.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { columnsOf } from '#table/columns/columns.ts'
import type { DisplayRowState } from '#table/rows/display-row.ts'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { labels } from '../labels.ts'
import { TreeRow } from '../tree/tree-row.tsx'

export type ProjectSummary = ResponseBody<'listRepositoriesWithDependencies'>['repositorySummaries'][number]
export type LockfileSummary = ResponseBody<'listLockfiles'>['lockfileSummaries'][number]

const column = columnsOf<ProjectSummary>()

/** The columns of projects and their lockfiles. */
export const projectColumns = column.columns([
  column.display({ id: 'name', header: labels.columns.project, meta: { fits: true, bar: 60, grows: true } }),
  column.display({
    id: 'links',
    header: labels.columns.links,
    meta: { fits: true, width: 168, bar: 50, show: 'hidden @min-[560px]:table-cell' },
  }),
  column.display({
    id: 'count',
    header: labels.columns.dependencies,
    meta: { fits: true, width: 130, align: 'end', bar: 50 },
  }),
])

interface RowProps {
  state: DisplayRowState
  open: boolean
  position: { at: number; of: number }
  onToggle: () => void
}

interface ProjectRowProps extends RowProps {
  deployment: string
  project: ProjectSummary
}

/** A project and its number of dependencies, linked to its page and its findings. */
export function ProjectRow({ state, deployment, project, open, position, onToggle }: ProjectRowProps) {
  const { name, numDependencies } = project
  const linkStyles = 'rounded-sm text-accent hover:underline'
  const links = (
    <span className="flex gap-3">
      <Link
        to={settingsPaths.project(deployment, name)}
        tabIndex={state.active ? 0 : -1}
        aria-label={labels.projectPageOf(name)}
        className={linkStyles}
      >
        {labels.projectPage}
      </Link>
      <Link
        to={openList(deployment, 'sca', name)}
        tabIndex={state.active ? 0 : -1}
        aria-label={labels.openFindingsOf(name)}
        className={linkStyles}
      >
        {labels.findings}
      </Link>
    </span>
  )
  return (
    <TreeRow
      {...{ state, open, position, onToggle }}
      level={1}
      columns={projectColumns}
      name={labels.lockfilesOf(name)}
      cells={{
        name: (
          <span title={name} className="min-w-0 truncate font-medium text-1">
            <bdi>{name}</bdi>
          </span>
        ),
        links,
        count: formatNumber(numDependencies),
      }}
      card={
        <>
          <span className="text-2">{labels.dependencies(numDependencies)}</span>
          {links}
        </>
      }
    />
  )
}

interface LockfileRowProps extends RowProps {
  lockfile: LockfileSummary
}

/** A lockfile of a project and its number of dependencies. */
export function LockfileRow({ state, lockfile, open, position, onToggle }: LockfileRowProps) {
  const { lockfilePath, numDependencies } = lockfile
  return (
    <TreeRow
      {...{ state, open, position, onToggle }}
      level={2}
      columns={projectColumns}
      name={labels.dependenciesOf(lockfilePath)}
      cells={{
        name: <MiddleTruncate path={lockfilePath} className="min-w-0" />,
        count: formatNumber(numDependencies),
      }}
      card={<span className="text-2">{labels.dependencies(numDependencies)}</span>}
    />
  )
}
