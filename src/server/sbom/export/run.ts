import { randomBytes } from 'node:crypto'
import type { Services } from '#server/http/services.ts'
import { ExportFault } from '../content/content.ts'
import { removeExpired, removeLeftovers } from './cleanup.ts'
import { createExport, type ExportedContent, type Task, type WrittenExport } from './create-export.ts'
import { createExportInThread, errorMessage } from './export-thread.ts'
import { exportPath, fileName, removeExport } from './files.ts'
import { completed, type ExportRow, requestOf } from './job.ts'
import { failExport, keepLease, leaseNextExport, updateExport } from './lease.ts'

/** How long files are kept. Source: docs/api.md#sbom-exports. */
const fileLifetime = 7 * 24 * 3600_000
/** How often exports whose holder is gone, and files past their time, are looked for. Milliseconds. */
const pollInterval = 5_000

/** The work of each service: exports are made one after another, so that they do not crowd out requests. */
interface Runner {
  work: Promise<void>
  /** How many rounds are asked for; one that begins meets all asked for before it. */
  rounds: number
  timer: NodeJS.Timeout | null
}
const runners = new WeakMap<Services, Runner>()

function runnerOf(services: Services): Runner {
  const known = runners.get(services)
  if (known) return known
  const created: Runner = { work: Promise.resolve(), rounds: 0, timer: null }
  runners.set(services, created)
  return created
}

/** Makes the exports that wait; begins after the present answer is sent. */
export function startExports(services: Services): void {
  const runner = runnerOf(services)
  // One round works and one waits: what is asked for meanwhile is met by the second.
  if (runner.rounds > 1) return
  runner.rounds += 1
  runner.work = runner.work
    .then(() => new Promise((done) => setImmediate(done)))
    .then(() => runQueue(services))
    // The database is gone, since the service stops, or full: the exports go on at the next look.
    .catch(() => undefined)
    .finally(() => {
      runner.rounds -= 1
    })
}

async function runQueue(services: Services): Promise<void> {
  while (!services.stopping.aborted) {
    const row = await leaseNextExport(services)
    if (!row) return
    await runExport(services, row)
  }
}

/** Resolves when every export asked for so far has ended. */
export async function waitForExports(services: Services): Promise<void> {
  await runnerOf(services).work
}

/**
 * Takes up the exports that a stop or a crash left unfinished, now and as their leases end, and removes files past
 * their time and what was left half written. To be called at start. Source: docs/api.md#sbom-exports.
 */
export async function resumeExports(services: Services): Promise<void> {
  const runner = runnerOf(services)
  await removeLeftovers(services)
  await removeExpired(services)
  startExports(services)
  if (runner.timer !== null) return
  const timer = setInterval(() => {
    removeExpired(services).catch(() => undefined)
    startExports(services)
  }, pollInterval)
  timer.unref()
  runner.timer = timer
  services.stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
}

async function runExport(services: Services, row: ExportRow): Promise<void> {
  const release = keepLease(services, row)
  try {
    await produceExport(services, row)
  } catch (error) {
    // What cannot be removed is no reason to leave the export without an end.
    await removeExport(services.config, row.task_token).catch(() => undefined)
    await failExport(services, row, errorMessage(error))
  } finally {
    release()
  }
}

async function produceExport(services: Services, row: ExportRow): Promise<void> {
  const { database } = services
  const task = await buildTask(services, row)
  let pendingUpdate: Promise<void> = Promise.resolve()
  const onContentRead = (read: ExportedContent) => {
    pendingUpdate = updateExport(
      services,
      row,
      { content_digest: read.digest, scan_id: read.scanId, commit: read.commit, scanned_at: read.scannedAt },
      { digest: read.digest, content: read.content },
    )
    // Awaited below; until then nobody listens.
    pendingUpdate.catch(() => undefined)
  }
  const created = await (database.address === null
    ? createExport(task, () => database.openSnapshot(), onContentRead)
    : createExportInThread(database.address, task, onContentRead))
  await pendingUpdate
  await updateExport(services, row, finishedColumns(services, row, created))
}

async function buildTask(services: Services, row: ExportRow): Promise<Task> {
  const deployment = services.deployments.all().find((one) => one.id === row.deployment_id)
  if (!deployment) throw new ExportFault('The deployment no longer exists.')
  const content =
    row.content_digest === null
      ? null
      : await services.database.read
          .selectFrom('sbom_content')
          .select('content')
          .where('digest', '=', row.content_digest)
          .executeTakeFirstOrThrow()
  return {
    path: exportPath(services.config, row.task_token),
    deployment: { id: deployment.id, name: deployment.name },
    projectId: row.project_id,
    order: {
      format: row.format,
      version: row.version,
      output: row.output === 'xml' ? 'xml' : 'json',
      request: requestOf(row),
      ref: row.ref_name,
      commit: row.commit,
      nested: row.project_id === null,
      at: services.now(),
      toolVersion: services.version,
    },
    storedContent: content?.content ?? null,
  }
}

function finishedColumns(services: Services, row: ExportRow, created: WrittenExport): Partial<ExportRow> {
  const { name, componentVersion } = requestOf(row)
  const at = services.now()
  return {
    size: created.size,
    sha256: created.sha256,
    components: created.components,
    completeness_json: JSON.stringify(created.completeness),
    status: completed,
    finished_at: at,
    lease_until: null,
    file_name: fileName(name, componentVersion ?? shortRef(row.ref_name), at, row),
    download_token: randomBytes(32).toString('base64url'),
    expires_at: at + fileLifetime,
  }
}

const shortRef = (ref: string | null) => ref?.replace(/^refs\/(heads|tags)\//, '') ?? null
