import { memo } from 'react'
import { ecosystemLabel } from '#contract/ecosystems.ts'
import type { Dependency } from '#contract/responses/dependencies.ts'
import { Link } from '#features/link.tsx'
import { FullWidthRow } from '#features/list/table/full-width-row.tsx'
import { httpUrl } from '#lib/urls/http-url.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import type { DisplayRowState } from '#table/rows/display-row.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { FindingsLink, subjectOf } from './findings-link.tsx'
import { labels } from './labels.ts'

export const linkStyles = 'rounded-sm text-1 no-underline hover:underline'

/** The file that declares a dependency, linked to the code host if its URL is known. */
export function DefinedAt({ dependency, active }: { dependency: Dependency; active: boolean }) {
  const { definedAt, lockfilePath } = dependency
  // Other services may omit it.
  const path = definedAt?.path || lockfilePath
  if (!path) return <span className="text-3">{labels.unknownLocation}</span>
  const words = <MiddleTruncate path={path} line={Number(definedAt?.startLine) || null} className="min-w-0" />
  const address = httpUrl(definedAt?.url)
  if (!address) return words
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer noopener"
      tabIndex={active ? 0 : -1}
      className="flex min-w-0 items-center gap-1 rounded-sm hover:underline"
    >
      {words}
      <Icon name="external" className="size-3.5 shrink-0 text-2" />
      <span className="sr-only">{labels.atCodeHost}</span>
    </a>
  )
}

/** Direct, or the packages that introduce it. */
export function Through({ dependency: { transitivity, through } }: { dependency: Dependency }) {
  if (transitivity === 'DIRECT') return <Tag tone="accent">{labels.direct}</Tag>
  const way = through ?? []
  if (way.length > 0) {
    const words = labels.through(way)
    return (
      <span title={words} className="min-w-0 truncate text-2">
        <bdi>{words}</bdi>
      </span>
    )
  }
  if (transitivity !== 'TRANSITIVE')
    return <span className="truncate text-2">{labels.unknownTransitivity}</span>
  return (
    <span data-hint={labels.unknownPath} className="truncate text-2">
      {labels.transitive}
    </span>
  )
}

export function Licenses({ values }: { values: readonly string[] | null | undefined }) {
  if (!values || values.length === 0)
    return <span className="block truncate text-3">{labels.licenseUnknown}</span>
  const words = values.join(', ')
  return (
    <span title={words} className="block min-w-0 truncate text-2">
      <bdi>{words}</bdi>
    </span>
  )
}

export function NameAndVersion({ dependency }: { dependency: Dependency }) {
  const { name, version, ecosystem } = dependency
  return (
    <span title={`${name} ${version}`} className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate font-medium">
        <bdi>{name}</bdi>
      </span>
      <span className="max-w-2/5 shrink-0 truncate font-mono text-xs text-2">
        {version ? <bdi>{version}</bdi> : labels.noVersion}
      </span>
      {ecosystem && <span className="shrink-0 text-xs text-3">{ecosystemLabel(ecosystem)}</span>}
    </span>
  )
}

interface DependencyRowProps {
  state: DisplayRowState
  dependency: Dependency
  deployment: string
  position: { at: number; of: number }
  /** The first column: the project, or the package. */
  by: 'project' | 'package'
}

/** A dependency under its parent row: its file, whether it is direct or transitive, and its license. */
export function DependencyRow({ state, position, ...cells }: DependencyRowProps) {
  const { active, phone } = state
  return (
    <FullWidthRow state={state} level={3} position={position}>
      <DependencyCells {...cells} active={active} phone={phone} />
    </FullWidthRow>
  )
}

interface CellsProps extends Pick<DependencyRowProps, 'dependency' | 'deployment' | 'by'> {
  active: boolean
  phone: boolean
}

// Memoized, because lists of thousands of rows are scrolled.
const DependencyCells = memo(function DependencyCells(props: CellsProps) {
  const { dependency, deployment, by, active, phone } = props
  const { repositoryName, repositoryId, licenses } = dependency
  const subject =
    by === 'package' ? (
      <NameAndVersion dependency={dependency} />
    ) : repositoryName ? (
      <Link
        to={settingsPaths.project(deployment, repositoryName)}
        tabIndex={active ? 0 : -1}
        title={repositoryName}
        className={`min-w-0 truncate font-mono text-xs ${linkStyles}`}
      >
        <bdi>{repositoryName}</bdi>
      </Link>
    ) : (
      <span className="text-3">{repositoryId ? labels.projectId(repositoryId) : labels.unknownProject}</span>
    )
  const findings = by === 'package' && (
    <FindingsLink deployment={deployment} subject={subjectOf(dependency)} active={active} />
  )
  if (phone) {
    return (
      <div className="flex h-full min-w-0 flex-col justify-between py-2.5 pl-8">
        <span className="flex min-w-0 gap-2">
          {subject}
          <span className="flex-1" />
          {findings}
        </span>
        <DefinedAt dependency={dependency} active={false} />
        <span className="flex min-w-0 gap-3">
          <Through dependency={dependency} />
          <Licenses values={licenses} />
        </span>
      </div>
    )
  }
  return (
    <>
      <span className="flex w-[26%] min-w-0 shrink-0">{subject}</span>
      <span className="flex w-[32%] min-w-0 shrink-0">
        <DefinedAt dependency={dependency} active={active} />
      </span>
      <span className="flex min-w-0 flex-1">
        <Through dependency={dependency} />
      </span>
      <span className="hidden w-40 shrink-0 @min-[760px]:block">
        <Licenses values={licenses} />
      </span>
      {findings}
    </>
  )
})
