import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { type Message, oneLine, plural } from '../message.ts'
import { matchesPlace, type ScanPlace, type Subscription } from '../subscription.ts'
import { maxSingleMessages } from './finding-groups.ts'
import type { Reading } from './findings.ts'
import { shortRef } from './scans.ts'
import { type StoredEvent, subjectsOf } from './stored-events.ts'

const verdictsPerRead = 1000
const exportsPerRead = 500

/** A verdict of the gate that blocks. */
export interface FailedVerdict {
  place: ScanPlace
  ref: string
  pullRequest: string | null
  commit: string
  scanId: number | null
  at: number
}

/** The verdicts since the last reading that block: one statement for each 1,000. */
export async function readFailedVerdicts(reading: Reading): Promise<FailedVerdict[]> {
  const last = reading.until.newest.gate_verdict
  const verdicts: FailedVerdict[] = []
  let after = reading.from.newest.gate_verdict
  while (after < last) {
    const rows = await failedVerdicts(reading, after)
    verdicts.push(
      ...rows.map((row) => ({
        place: {
          projectId: row.project_id,
          project: row.name,
          // parse: written by us from the tags of the project.
          tags: parseStored<string[]>(row.tags_json),
          ref: null,
        },
        ref: row.ref_name,
        pullRequest: row.pull_request,
        commit: row.commit,
        scanId: row.scan_id,
        at: row.evaluated_at,
      })),
    )
    after = rows.length < verdictsPerRead ? last : (rows.at(-1)?.id ?? last)
  }
  return verdicts
}

const failedVerdicts = ({ view: { reader }, deploymentId, until }: Reading, after: number) =>
  reader
    .selectFrom('gate_verdict')
    .innerJoin('project', (on) =>
      on
        .onRef('project.deployment_id', '=', 'gate_verdict.deployment_id')
        .onRef('project.id', '=', 'gate_verdict.project_id'),
    )
    .select(['gate_verdict.id', 'gate_verdict.project_id', 'ref_name', 'pull_request', 'commit'])
    .select(['scan_id', 'evaluated_at', 'project.name', 'project.tags_json'])
    .where('gate_verdict.deployment_id', '=', deploymentId)
    .where('gate_verdict.id', '>', after)
    .where('gate_verdict.id', '<=', until.newest.gate_verdict)
    .where('verdict', '=', 'fail')
    .orderBy('gate_verdict.id')
    .limit(verdictsPerRead)
    .execute()

/** The messages of a subscription about verdicts, which are seldom of a primary branch: only projects are compared. */
export function verdictMessages(
  { origin, now }: Reading,
  subscription: Subscription,
  verdicts: readonly FailedVerdict[],
): Message[] {
  if (!subscription.events.includes('gate.failed')) return []
  const own = verdicts.filter(({ place }) => matchesPlace(subscription, place))
  const deployment = { slug: origin.slug, name: origin.name }
  const scansUrl = `${origin.publicUrl}${paths.scans(origin.slug)}`
  if (own.length > maxSingleMessages) {
    const title = `The gate blocked ${plural(own.length, 'commit')}`
    return [
      {
        event: 'gate.failed',
        at: now,
        data: { deployment, title, url: scansUrl, count: own.length, summary: true },
      },
    ]
  }
  return own.map(({ place: { project }, ref, pullRequest, scanId, at }) => {
    const place =
      pullRequest === null ? `(${oneLine(shortRef(ref))})` : `pull request ${oneLine(pullRequest, 20)}`
    const url = scanId === null ? scansUrl : `${origin.publicUrl}${settingsPaths.scan(origin.slug, scanId)}`
    return {
      event: 'gate.failed',
      at,
      data: {
        deployment,
        title: `The gate blocks ${oneLine(project)} ${place}`,
        url,
        count: 1,
        summary: false,
        project,
        ref,
        ...(pullRequest === null ? {} : { pull_request: pullRequest }),
        ...(scanId === null ? {} : { scan: { id: scanId, url } }),
      },
    }
  })
}

/** An SBOM export whose file can be downloaded. */
export interface ReadyExport {
  fileName: string
  by: string
  at: number
}

/** The exports that were completed since the last reading, and whose files are still there: a statement for each 500. */
export async function readReadyExports(
  { view: { reader }, deploymentId }: Reading,
  stored: readonly StoredEvent[],
): Promise<ReadyExport[]> {
  const ids = subjectsOf(stored, 'export.ready')
  const exports: ReadyExport[] = []
  for (let from = 0; from < ids.length; from += exportsPerRead) {
    const rows = await reader
      .selectFrom('sbom_export')
      .select(['file_name', 'created_by', 'finished_at'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', valuesOf(ids.slice(from, from + exportsPerRead)))
      .where('status', '=', 'SBOM_EXPORT_STATUS_COMPLETED')
      .orderBy('id')
      .execute()
    exports.push(
      ...rows.map((row) => ({
        fileName: row.file_name ?? 'SBOM',
        by: row.created_by,
        at: row.finished_at ?? 0,
      })),
    )
  }
  return exports
}

/** The messages of a subscription about exports, whatever its filter, which is of findings. */
export function exportMessages(
  { origin, now }: Reading,
  subscription: Subscription,
  exports: readonly ReadyExport[],
): Message[] {
  if (!subscription.events.includes('export.ready')) return []
  const deployment = { slug: origin.slug, name: origin.name }
  const url = `${origin.publicUrl}${paths.exports(origin.slug)}`
  if (exports.length > maxSingleMessages) {
    const title = `${plural(exports.length, 'export')} can be downloaded`
    return [
      {
        event: 'export.ready',
        at: now,
        data: { deployment, title, url, count: exports.length, summary: true },
      },
    ]
  }
  return exports.map(({ fileName, by, at }) => ({
    event: 'export.ready',
    at,
    data: {
      deployment,
      title: `Export ${oneLine(fileName)} can be downloaded`,
      url,
      count: 1,
      summary: false,
      by,
    },
  }))
}
