import { code, transitivities } from '#server/db/codes.ts'
import type { Random } from '../random.ts'
import { entryKey, type Lockfile } from './lockfiles.ts'
import { hashesOf, relate } from './relations.ts'
import type { DemoRow, Ids } from './rows.ts'
import type { ProjectScans } from './scans.ts'

interface DependencyContext {
  deploymentId: number
  projectId: number
  url: string | null
  ids: Ids
  random: Random
  /** Draws who asks for whom; null where the lockfiles do not say. */
  related: Random | null
}

/** The lockfiles of a project's primary branch, and of a release now and then, with what they name. */
export function* dependencyRows(
  lockfiles: readonly Lockfile[],
  planned: ProjectScans,
  context: DependencyContext,
): Generator<DemoRow> {
  const { deploymentId, projectId, ids, random, related } = context
  const release = planned.refs.find((ref) => ref.name.startsWith('refs/heads/release/'))
  const refs = [planned.primary, ...(release && random.chance(0.25) ? [release] : [])]
  for (const ref of refs) {
    const scan = ref.completed.findLast((each) => each.kind === 'full' && each.products.sca)
    if (!scan) continue
    for (const file of ref.primary ? lockfiles : lockfiles.slice(0, 1)) {
      if (file.entries.length === 0) continue
      const lockfileId = ids.next('lockfile')
      const on_primary = ref.primary ? 1 : 0
      yield {
        table: 'lockfile',
        row: {
          id: lockfileId,
          deployment_id: deploymentId,
          project_id: projectId,
          ref_id: ref.id,
          on_primary,
          path: file.path,
          scan_id: scan.id,
        },
      }
      const drawn = file.entries.map((entry) => drawEntry(file, entry, scan.commit, context))
      const rowIds = drawn.map(() => ids.next('dependency'))
      const relations = related && relate(drawn, related)
      for (const [position, one] of drawn.entries()) {
        const through = relations?.through(position) ?? null
        const requires = relations?.requires[position] ?? null
        const { transitivity, ...columns } = one
        yield {
          table: 'dependency',
          row: {
            id: rowIds[position] ?? 0,
            deployment_id: deploymentId,
            project_id: projectId,
            lockfile_id: lockfileId,
            on_primary,
            transitivity: code(transitivities, transitivity),
            ...columns,
            hashes_json: related ? JSON.stringify(hashesOf(one)) : '[]',
            requires_json: requires && JSON.stringify(requires.map((other) => rowIds[other])),
            through_json: through && JSON.stringify(through),
          },
        }
      }
    }
  }
}

function drawEntry(
  file: Lockfile,
  entry: Lockfile['entries'][number],
  commit: string,
  { url, random }: DependencyContext,
) {
  const line = file.lines.get(entryKey(entry.name, entry.version)) ?? null
  const known = random.chance(0.97)
  const direct = random.chance(0.22)
  return {
    ecosystem: file.ecosystem,
    name: entry.name,
    version: entry.version,
    transitivity: direct
      ? ('direct' as const)
      : random.chance(0.05)
        ? ('unknown' as const)
        : ('transitive' as const),
    licenses_json: JSON.stringify(random.chance(0.03) ? [] : [entry.license.replace(/^\((.*)\)$/, '$1')]),
    defined_path: known ? file.path : null,
    defined_line: known ? line : null,
    defined_url: known && url !== null ? `${url}/blob/${commit}/${file.path}#L${line}` : null,
    version_specifier: direct ? `^${entry.version.replace(/^v/, '')}` : null,
  }
}
