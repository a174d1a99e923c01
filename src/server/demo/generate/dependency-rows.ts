import { toCode, transitivities } from '#server/db/codes.ts'
import type { Random } from '../random.ts'
import { entryKey, type Lockfile } from './lockfiles.ts'
import { relate } from './relations.ts'
import { releaseFacts } from './release-facts.ts'
import type { DemoRow, Ids } from './rows.ts'
import type { ProjectScans } from './scans.ts'

interface DependencyContext {
  deploymentId: number
  projectId: number
  url: string | null
  ids: Ids
  random: Random
  /** Whether the lockfiles say who asks for whom, and hashes. */
  related: boolean
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
    const files = (ref.primary ? lockfiles : lockfiles.slice(0, 1)).filter((file) => file.entries.length > 0)
    const drawn = files.map((file) =>
      file.entries.map((entry) => drawEntry(file, entry, scan.commit, context)),
    )
    const relations = related ? relate(drawn) : []
    for (const [index, file] of files.entries()) {
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
      const rowIds = file.entries.map(() => ids.next('dependency'))
      for (const [position, { transitivity, ...columns }] of (drawn[index] ?? []).entries()) {
        const through = relations[index]?.through(position)
        const requires = relations[index]?.requires[position]
        yield {
          table: 'dependency',
          row: {
            id: rowIds[position] ?? 0,
            deployment_id: deploymentId,
            project_id: projectId,
            lockfile_id: lockfileId,
            on_primary,
            transitivity: toCode(transitivities, transitivity),
            ...columns,
            hashes_json: related ? releaseFacts(columns).hashes : '[]',
            requires_json: requires ? JSON.stringify(requires.map((other) => rowIds[other])) : null,
            through_json: through ? JSON.stringify(through) : null,
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
  { url, random, related }: DependencyContext,
) {
  const line = file.lines.get(entryKey(entry.name, entry.version)) ?? null
  const known = random.chance(0.97)
  const direct = random.chance(0.22)
  const release = { ecosystem: file.ecosystem, name: entry.name, version: entry.version }
  // Who knows who asks for whom knows of each whether it is direct.
  const unknown = !direct && random.chance(0.05) && !related
  const { licenseKnown } = releaseFacts(release)
  return {
    ...release,
    transitivity: direct ? ('direct' as const) : unknown ? ('unknown' as const) : ('transitive' as const),
    licenses_json: JSON.stringify(licenseKnown ? [entry.license.replace(/^\((.*)\)$/, '$1')] : []),
    defined_path: known ? file.path : null,
    defined_line: known ? line : null,
    defined_url: known && url !== null ? `${url}/blob/${commit}/${file.path}#L${line}` : null,
  }
}
