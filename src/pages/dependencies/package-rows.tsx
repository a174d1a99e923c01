import type { DependencyGroup } from '#contract/answers/dependencies.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { LineFrame } from '#parts/list/line-frame.tsx'
import type { LineMarks } from '#table/line.ts'
import type { DependenciesState } from './address.ts'
import { ecosystemWord } from './ask/ecosystems.ts'
import { Licences } from './dependency-line.tsx'
import { FindingsCount } from './findings-link.tsx'
import { ProjectsCount, packageColumns } from './package-cells.tsx'
import { TreeRow } from './tree/tree-row.tsx'

interface RowProps {
  marks: LineMarks
  deployment: string
  state: DependenciesState
  group: DependencyGroup
  open: boolean
  place: { at: number; of: number }
  onToggle: () => void
}

/** A package: how many versions of it match, and where they stand together. */
export function PackageRow({ marks, deployment, state, group, open, place, onToggle }: RowProps) {
  const { name, ecosystem, count, projects, direct, openFindings, versionCount, versions } = group
  const { active } = marks
  const [only] = versions
  const said = versionCount === 1 && only ? only.version || 'no version' : plural(versionCount, 'version')
  return (
    <TreeRow
      {...{ marks, open, place, onToggle }}
      level={1}
      columns={packageColumns}
      name={`Versions of ${name}`}
      cells={{
        name: (
          <>
            <span title={name} className="min-w-0 truncate font-medium text-1">
              <bdi>{name}</bdi>
            </span>
            <span className="max-w-1/2 shrink-0 truncate text-2">
              <span className="text-3">{ecosystem ? ecosystemWord(ecosystem) : 'ecosystem not known'}</span>{' '}
              <bdi>{said}</bdi>
            </span>
          </>
        ),
        direct: formatNumber(direct),
        count: formatNumber(count),
        projects: <ProjectsCount {...{ deployment, state, group, active }} count={projects} />,
        findings: <FindingsCount {...{ deployment, name, active }} count={openFindings} />,
        licences: only && versionCount === 1 && <Licences values={only.licenses} />,
      }}
      card={
        <>
          <CountWords {...{ count, projects, direct }} />
          <span>
            <FindingsCount {...{ deployment, name, active }} count={openFindings} />{' '}
            <span className="text-2">open findings</span>
          </span>
        </>
      }
    />
  )
}

interface VersionRowProps extends RowProps {
  version: DependencyGroup['versions'][number]
}

/** One version of a package. */
export function VersionRow({
  marks,
  deployment,
  state,
  group,
  version,
  open,
  place,
  onToggle,
}: VersionRowProps) {
  const { count, projects, direct, openFindings, licenses } = version
  const { active } = marks
  const shown = version.version || 'No version'
  const findings = (
    <FindingsCount
      {...{ deployment, active }}
      name={group.name}
      version={version.version}
      count={openFindings}
    />
  )
  return (
    <TreeRow
      {...{ marks, open, place, onToggle }}
      level={2}
      columns={packageColumns}
      name={`Where ${group.name} ${shown} stands`}
      cells={{
        name: (
          <span title={shown} className="min-w-0 truncate font-mono text-xs text-1">
            <bdi>{shown}</bdi>
          </span>
        ),
        licences: <Licences values={licenses} />,
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
          <CountWords {...{ count, projects, direct }} />
          <span className="flex min-w-0 gap-3">
            <span className="shrink-0">
              {findings} <span className="text-2">open findings</span>
            </span>
            <Licences values={licenses} />
          </span>
        </>
      }
    />
  )
}

function CountWords({ count, projects, direct }: { count: number; projects: number; direct: number }) {
  return (
    <span className="truncate text-2">
      {plural(count, 'dependency', 'dependencies')} in {plural(projects, 'project')}, {formatNumber(direct)}{' '}
      direct
    </span>
  )
}

/** Stands for the versions that the service left out. */
export function MoreVersionsLine({ marks, hidden }: { marks: LineMarks; hidden: number }) {
  return (
    <LineFrame marks={marks} level={2}>
      <span className="text-2">
        {plural(hidden, 'older version is', 'older versions are')} not shown: narrow the search by a version.
      </span>
    </LineFrame>
  )
}
