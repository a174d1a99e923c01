import { ecosystemLabel } from '#contract/ecosystems.ts'
import type { DependencyGroup } from '#contract/responses/dependencies.ts'
import { FullWidthRow } from '#features/list/table/full-width-row.tsx'
import { formatNumber } from '#lib/text/format.ts'
import type { DisplayRowState } from '#table/rows/display-row.ts'
import { TruncateStart } from '#ui/text/truncate-start.tsx'
import { Licenses } from '../dependency-row.tsx'
import { FindingsCount, type FindingsSubject } from '../findings-link.tsx'
import { labels } from '../labels.ts'
import { licensesOf } from '../licenses/licenses-of.ts'
import type { DependenciesState } from '../search-params.ts'
import { TreeRow } from '../tree/tree-row.tsx'
import { ProjectsCount, packageColumns } from './package-cells.tsx'

interface RowProps {
  rowState: DisplayRowState
  deployment: string
  state: DependenciesState
  group: DependencyGroup
  /** The projects whose findings are counted; undefined for all. */
  within: FindingsSubject['projects']
  open: boolean
  position: { at: number; of: number }
  onToggle: () => void
}

/** A package row: the number of matching versions and where they are used. */
export function PackageRow({
  rowState,
  deployment,
  state,
  group,
  within,
  open,
  position,
  onToggle,
}: RowProps) {
  const { name, ecosystem, count, projects, direct, openFindings, versionCount, versions } = group
  const { active } = rowState
  const subject = { name, projects: within }
  const [only] = versions
  const versionText =
    versionCount === 1 && only ? only.version || labels.noVersion : labels.versions(versionCount)
  return (
    <TreeRow
      {...{ state: rowState, open, position, onToggle }}
      level={1}
      columns={packageColumns}
      name={labels.versionsOf(name)}
      cells={{
        name: (
          <>
            {/* Packages of one group differ only at the end of their names. */}
            <span title={name} className="min-w-0 font-medium text-1">
              <TruncateStart text={name} />
            </span>
            {/* It gives way to the name, and opening the row shows it. */}
            <span className="min-w-8 shrink-9999 truncate text-2">
              <span className="text-3">
                {ecosystem ? ecosystemLabel(ecosystem) : labels.unknownEcosystem}
              </span>{' '}
              {/* Hidden in a narrow table, but shown on a card. */}
              <bdi className="@max-[600px]:sm:hidden">{versionText}</bdi>
            </span>
          </>
        ),
        direct: formatNumber(direct),
        count: formatNumber(count),
        projects: <ProjectsCount {...{ deployment, state, group, active }} count={projects} />,
        findings: <FindingsCount {...{ deployment, subject, active }} count={openFindings} />,
        licenses: <Licenses values={licensesOf(group)} />,
      }}
      card={
        <>
          <CountText {...{ count, projects, direct }} />
          <span className="flex min-w-0 gap-3">
            <span className="shrink-0">
              <FindingsCount {...{ deployment, subject, active }} count={openFindings} />{' '}
              <span className="text-2">{labels.openFindings}</span>
            </span>
            <Licenses values={licensesOf(group)} />
          </span>
        </>
      }
    />
  )
}

interface VersionRowProps extends RowProps {
  version: DependencyGroup['versions'][number]
}

/** A version of a package. */
export function VersionRow({
  rowState,
  deployment,
  state,
  group,
  version,
  within,
  open,
  position,
  onToggle,
}: VersionRowProps) {
  const { count, projects, direct, openFindings, licenses } = version
  const { active } = rowState
  const shown = version.version || labels.noVersionTitle
  const findings = (
    <FindingsCount
      {...{ deployment, active }}
      subject={{ name: group.name, version: version.version, projects: within }}
      count={openFindings}
    />
  )
  return (
    <TreeRow
      {...{ state: rowState, open, position, onToggle }}
      level={2}
      columns={packageColumns}
      name={labels.locationsOf(group.name, shown)}
      cells={{
        name: (
          <span title={shown} className="min-w-0 truncate font-mono text-xs text-1">
            <bdi>{shown}</bdi>
          </span>
        ),
        licenses: <Licenses values={licenses} />,
        direct: formatNumber(direct),
        count: formatNumber(count),
        projects: (
          <ProjectsCount
            {...{ deployment, state, group, active }}
            version={version.version}
            count={projects}
          />
        ),
        findings,
      }}
      card={
        <>
          <CountText {...{ count, projects, direct }} />
          <span className="flex min-w-0 gap-3">
            <span className="shrink-0">
              {findings} <span className="text-2">{labels.openFindings}</span>
            </span>
            <Licenses values={licenses} />
          </span>
        </>
      }
    />
  )
}

function CountText({ count, projects, direct }: { count: number; projects: number; direct: number }) {
  return <span className="truncate text-2">{labels.usesIn(count, projects, direct)}</span>
}

/** A row for the versions that the service omitted. */
export function MoreVersionsRow({ rowState, hidden }: { rowState: DisplayRowState; hidden: number }) {
  return (
    <FullWidthRow state={rowState} level={2}>
      <span className="text-2">{labels.olderHidden(hidden)}</span>
    </FullWidthRow>
  )
}
