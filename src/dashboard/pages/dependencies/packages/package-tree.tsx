import type { Dependency, DependencyGroup } from '#contract/responses/dependencies.ts'
import type { FindingsSubject } from '../findings-link.tsx'
import { packageKey, versionKey } from '../keys.ts'
import { labels } from '../labels.ts'
import type { DependenciesState } from '../search-params.ts'
import { dependencyRows } from '../tree/dependency-rows.tsx'
import type { OpenLines } from '../tree/open-lines.ts'
import { type PressableRow, placeholderId } from '../tree/placeholder-rows.tsx'
import type { Branch } from '../tree/use-branches.ts'
import { MoreVersionsRow, PackageRow, VersionRow } from './package-rows.tsx'

export interface PackageTree {
  deployment: string
  state: DependenciesState
  /** The projects whose findings are counted; undefined for all. */
  within: FindingsSubject['projects']
  lines: OpenLines
  /** The dependencies under a version; undefined if they were not requested. */
  branchOf: (
    key: string,
  ) => Branch<{ total?: number | undefined; dependencies: readonly Dependency[] }> | undefined
}

interface Position {
  at: number
  of: number
}

/** Returns the row of a package and, if it is open, the rows of its versions. */
export function packageRows(tree: PackageTree, group: DependencyGroup, position: Position): PressableRow[] {
  const { deployment, state, within, lines } = tree
  const key = packageKey(group)
  const open = lines.isOpen(key)
  const [only] = group.versions
  const press = () => {
    // A single version opens with its package.
    if (!open && only && group.versionCount === 1) lines.open([key, versionKey(group, only.version)])
    else lines.toggle(key)
  }
  const head: PressableRow = {
    id: key,
    level: 1,
    render: (rowState) => (
      <PackageRow {...{ rowState, deployment, state, group, within, open, position }} onToggle={press} />
    ),
    press,
  }
  if (!open) return [head]
  const versions = group.versions.flatMap((version, at) =>
    versionRows(tree, group, version, { at: at + 1, of: group.versionCount }),
  )
  const hidden = group.versionCount - group.versions.length
  if (hidden <= 0) return [head, ...versions]
  const more: PressableRow = {
    id: placeholderId(key),
    level: 2,
    render: (rowState) => <MoreVersionsRow rowState={rowState} hidden={hidden} />,
  }
  return [head, ...versions, more]
}

/** Returns the row of a version and, if it is open, the rows of its uses. */
function versionRows(
  tree: PackageTree,
  group: DependencyGroup,
  version: DependencyGroup['versions'][number],
  position: Position,
): PressableRow[] {
  const { deployment, state, within, lines } = tree
  const key = versionKey(group, version.version)
  const open = lines.isOpen(key)
  const press = () => lines.toggle(key)
  const head: PressableRow = {
    id: key,
    level: 2,
    render: (rowState) => (
      <VersionRow
        {...{ rowState, deployment, state, group, version, within, open, position }}
        onToggle={press}
      />
    ),
    press,
  }
  const branch = open ? tree.branchOf(key) : undefined
  if (!branch) return [head]
  const all = branch.pages[0]?.total ?? version.count
  const nouns = labels.nouns.locations
  return [head, ...dependencyRows({ deployment, parentId: key, branch, all, by: 'project', nouns })]
}
