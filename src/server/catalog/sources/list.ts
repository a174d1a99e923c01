import { sql } from 'kysely'
import type { Source } from '#contract/responses/sources.ts'
import { fromCode, scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { isOutsideMergeQueues } from '#server/db/merge-queue.ts'
import { jsonList } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { openBySource } from '#server/findings/counts/open-by-source.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import type { SourceOfProject } from '#server/records/source.ts'
import { undoableUntil } from '#server/triage/decisions/undo.ts'
import { isSilent, scansForInterval } from './silent.ts'

const formatInstant = (at: number) => new Date(at).toISOString()

interface Row {
  id: number
  tool: string
  category: string
  scan_id: number
  started_at: number
  status: number
  ref: string
  scans: number
  recent_json: string
  retired_at: number | null
  retired_by: string | null
}

/**
 * Returns the sources of a project, by tool and category. The number of statements does not depend on the number of
 * scans: sources are found, their scans counted and the newest ones read from an index only.
 * @param now milliseconds since 1970.
 * Source: docs/api.md#lifecycle.
 */
export async function sourcesOf(
  view: FindingsSnapshot,
  of: { deploymentId: number; projectId: number },
  now: number,
): Promise<(Source & { id: number })[]> {
  const { deploymentId, projectId } = of
  const { reader } = view
  const primary = await reader
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('is_primary', '=', 1)
    .executeTakeFirst()
  const rows = await sourceRows(reader, of, primary?.id ?? 0)
  const open = await openBySource(view, deploymentId, projectId)
  const reports = rows.map((row) => ({
    // parse: a list of numbers that the statement built.
    recent: parseStored<number[]>(row.recent_json),
    isRetired: row.retired_at !== null,
  }))
  return rows.map((row, index) => {
    const own = reports[index]
    return {
      id: row.id,
      tool: row.tool,
      category: row.category || null,
      last_scan: {
        id: row.scan_id,
        at: formatInstant(row.started_at),
        status: fromCode(scanStatuses, row.status),
        ref: row.ref,
      },
      scans: row.scans,
      open_findings: open.get(row.id) ?? 0,
      silent: own !== undefined && isSilent(own, reports),
      retired: retirement(row, now),
    }
  })
}

/** One source of a project as `sourcesOf` lists it. */
export async function sourceOf(
  view: FindingsSnapshot,
  source: SourceOfProject,
  now: number,
): Promise<Source> {
  const matches = (await sourcesOf(view, source, now)).find(({ id }) => id === source.sourceId)
  if (!matches) throw new Error(`the source ${source.sourceId} has no scan`)
  const { id: _, ...sourceFields } = matches
  return sourceFields
}

function retirement({ retired_at: at, retired_by: by }: Row, now: number): Source['retired'] {
  if (at === null || by === null) return null
  const until = undoableUntil(at, now)
  return { at: formatInstant(at), by, restore_until: until === null ? null : formatInstant(until) }
}

/** Each source with its newest scan, without those of merge queues. A recursive query finds the next source by the index of scans by source. */
async function sourceRows(
  reader: Reader,
  { deploymentId, projectId }: { deploymentId: number; projectId: number },
  primaryRef: number,
): Promise<Row[]> {
  const ofProject = sql`deployment_id = ${deploymentId} and project_id = ${projectId}
    and ${isOutsideMergeQueues(deploymentId, sql.ref('ref_id'))}`
  const full = sql.lit(toCode(scanKinds, 'full'))
  const { rows } = await sql<Row>`
    with recursive seen (id) as (
      select min(source_id) from scan where ${ofProject}
      union all
      select (select min(source_id) from scan where ${ofProject} and source_id > seen.id)
      from seen where seen.id is not null
    )
    select source.id, source.tool, source.category, newest.id as scan_id, newest.started_at, newest.status,
      ref.name as ref, retired.at as retired_at, retired.actor as retired_by,
      (select count(*) from scan where ${ofProject} and source_id = source.id) as scans,
      (select ${jsonList(sql.ref('started_at'))} from (
        select started_at from scan
        where ${ofProject} and source_id = source.id and ref_id = ${primaryRef} and kind = ${full}
        order by started_at desc, id desc limit ${sql.lit(scansForInterval)}
      ) as recent) as recent_json
    from seen join scan_source as source on source.deployment_id = ${deploymentId} and source.id = seen.id
    join scan as newest on newest.deployment_id = ${deploymentId} and newest.id = (
      select id from scan where ${ofProject} and source_id = source.id
      order by started_at desc, id desc limit 1)
    join ref on ref.deployment_id = ${deploymentId} and ref.id = newest.ref_id
    left join retired_source as retired on retired.deployment_id = ${deploymentId}
      and retired.project_id = ${projectId} and retired.source_id = source.id
      and retired.undone_at is null
    order by source.tool, source.category`.execute(reader)
  return rows
}
