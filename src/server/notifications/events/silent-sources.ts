import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { isSilent, scansForInterval } from '#server/catalog/sources/silent.ts'
import { scanKinds, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { type Message, oneLine, plural } from '../message.ts'
import { matchesPlace, type ScanPlace, type Subscription } from '../subscription.ts'
import { maxSingleMessages } from './finding-groups.ts'
import type { Reading } from './findings.ts'

/** A source that stopped reporting while others of its project still report. */
export interface SilentSource {
  place: ScanPlace
  tool: string
  category: string
}

const projectsPerRead = 200

/**
 * The sources that became silent by the scans since the last reading: a source is silent if others of its project
 * report, so that only the scans of others can make it so. Two statements for each 200 projects.
 */
export async function readSilentSources(
  reading: Reading,
  pageSize = projectsPerRead,
): Promise<SilentSource[]> {
  const { view, deploymentId, from, until } = reading
  const silent: SilentSource[] = []
  if (from.newest.scan >= until.newest.scan) return silent
  let after: number | undefined = 0
  while (after !== undefined) {
    const projects: number[] = await scannedProjects(reading, after, pageSize)
    if (projects.length > 0)
      silent.push(...becameSilent(await readSources(view.reader, deploymentId, projects), from.newest.scan))
    after = projects.length < pageSize ? undefined : projects.at(-1)
  }
  return silent
}

/** The projects with ids above `after` that were scanned since the last reading, at most as many as a page has. */
async function scannedProjects(
  { view, deploymentId, from, until }: Reading,
  after: number,
  pageSize: number,
): Promise<number[]> {
  const rows = await view.reader
    .selectFrom('scan')
    .select('project_id')
    .distinct()
    .where('deployment_id', '=', deploymentId)
    .where('id', '>', from.newest.scan)
    .where('id', '<=', until.newest.scan)
    .where('project_id', '>', after)
    .orderBy('project_id')
    .limit(pageSize)
    .execute()
  return rows.map((row) => row.project_id)
}

/** Which sources are silent now, and were not by the scans up to `after`. */
const becameSilent = (sources: readonly SourceWithScans[], after: number): SilentSource[] =>
  [...Map.groupBy(sources, (one) => one.place.projectId).values()].flatMap((own) => {
    const dates = own.map(({ scans, isRetired }) => ({
      now: datesOf(scans, isRetired),
      before: datesOf(
        scans.filter(({ id }) => id <= after),
        isRetired,
      ),
    }))
    const now = dates.map((one) => one.now)
    const before = dates.map((one) => one.before)
    return own.flatMap(({ place, tool, category }, at) => {
      const [is, was] = [now[at], before[at]]
      const isNew = is !== undefined && was !== undefined && isSilent(is, now) && !isSilent(was, before)
      return isNew ? [{ place, tool, category }] : []
    })
  })

interface SourceWithScans extends SilentSource {
  scans: ScanOfSource[]
  isRetired: boolean
}

interface ScanOfSource {
  id: number
  at: number
}

const datesOf = (scans: readonly ScanOfSource[], isRetired: boolean) => ({
  recent: scans.slice(0, scansForInterval).map(({ at }) => at),
  isRetired,
})

/** The full scans of the primary branches of projects, each with its place among those of its source, newest first. */
const recentScans = (reader: Reader, deploymentId: number, projectIds: readonly number[]) =>
  reader
    .selectFrom('scan')
    .innerJoin('ref', (on) =>
      on.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select(['scan.id', 'scan.project_id', 'scan.source_id', 'scan.started_at'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy(['scan.project_id', 'scan.source_id'])
            .orderBy('scan.started_at', 'desc')
            .orderBy('scan.id', 'desc'),
        )
        .as('place'),
    )
    .where('scan.deployment_id', '=', deploymentId)
    .where('scan.project_id', 'in', valuesOf(projectIds))
    .where('scan.kind', '=', toCode(scanKinds, 'full'))
    .where('ref.is_primary', '=', 1)

const sourceRows = (reader: Reader, deploymentId: number, projectIds: readonly number[]) =>
  reader
    .selectFrom(recentScans(reader, deploymentId, projectIds).as('recent'))
    .innerJoin('scan_source as source', (on) =>
      on.on('source.deployment_id', '=', deploymentId).onRef('source.id', '=', 'recent.source_id'),
    )
    .innerJoin('project', (on) =>
      on.on('project.deployment_id', '=', deploymentId).onRef('project.id', '=', 'recent.project_id'),
    )
    .leftJoin('retired_source as retired', (on) =>
      on
        .on('retired.deployment_id', '=', deploymentId)
        .onRef('retired.project_id', '=', 'recent.project_id')
        .onRef('retired.source_id', '=', 'recent.source_id')
        .on('retired.undone_at', 'is', null),
    )
    .select(['recent.id', 'recent.started_at', 'recent.project_id', 'recent.source_id'])
    .select([
      'source.tool',
      'source.category',
      'project.name',
      'project.tags_json',
      'retired.at as retired_at',
    ])
    // Some more than an interval is computed from: those before the last reading are compared with all.
    .where('recent.place', '<=', 3 * scansForInterval)
    .orderBy('recent.started_at', 'desc')
    .orderBy('recent.id', 'desc')
    .execute()

/** The sources of projects, with their last full scans of the primary branch, newest first: one statement. */
async function readSources(
  reader: Reader,
  deploymentId: number,
  projectIds: readonly number[],
): Promise<SourceWithScans[]> {
  const rows = await sourceRows(reader, deploymentId, projectIds)
  const groups = Map.groupBy(rows, (row) => `${row.project_id} ${row.source_id}`)
  return [...groups.values()].flatMap((own) => {
    const [row] = own
    if (!row) return []
    return {
      tool: row.tool,
      category: row.category,
      place: {
        projectId: row.project_id,
        project: row.name,
        // parse: written by us from the tags of the project.
        tags: parseStored<string[]>(row.tags_json),
        ref: null,
      },
      isRetired: row.retired_at !== null,
      scans: own.map(({ id, started_at: at }) => ({ id, at })),
    }
  })
}

/** The messages of a subscription about sources that became silent, in the projects that its filter selects. */
export function silenceMessages(
  { origin, now }: Reading,
  subscription: Subscription,
  silences: readonly SilentSource[],
): Message[] {
  if (!subscription.events.includes('source.silent')) return []
  const own = silences.filter(({ place }) => matchesPlace(subscription, place))
  const deployment = { slug: origin.slug, name: origin.name }
  if (own.length > maxSingleMessages) {
    const title = `${plural(own.length, 'source')} stopped reporting`
    const url = `${origin.publicUrl}/d/${origin.slug}/projects`
    return [
      { event: 'source.silent', at: now, data: { deployment, title, url, count: own.length, summary: true } },
    ]
  }
  return own.map(({ place: { project }, tool, category }) => ({
    event: 'source.silent',
    at: now,
    data: {
      deployment,
      title: `${oneLine(tool)}${category ? ` (${oneLine(category)})` : ''} stopped reporting ${oneLine(project)}`,
      url: `${origin.publicUrl}${settingsPaths.project(origin.slug, project)}`,
      count: 1,
      summary: false,
      project,
    },
  }))
}
