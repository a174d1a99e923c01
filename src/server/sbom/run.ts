import { randomBytes } from 'node:crypto'
import type { Services } from '#server/http/services.ts'
import { ExportFault } from './content.ts'
import { exportPath, fileName, removeExport } from './files.ts'
import { completed, type ExportRow, keptRequest } from './job.ts'
import { fail, hold, record, takeNext } from './lease.ts'
import { type Described, type Made, makeExport, type Task } from './make.ts'
import { removeExpired, removeLeftovers } from './tidy.ts'
import { inThread, wordsOf } from './writing-thread.ts'

/** How long files are kept. Source: docs/api.md#sbom-exports. */
const kept = 7 * 24 * 3600_000
/** How often exports whose holder is gone, and files past their time, are looked for. Milliseconds. */
const look = 5_000

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
  const made: Runner = { work: Promise.resolve(), rounds: 0, timer: null }
  runners.set(services, made)
  return made
}

/** Makes the exports that wait; begins after the present answer is sent. */
export function wake(services: Services): void {
  const runner = runnerOf(services)
  // One round works and one waits: what is asked for meanwhile is met by the second.
  if (runner.rounds > 1) return
  runner.rounds += 1
  runner.work = runner.work
    .then(() => new Promise((done) => setImmediate(done)))
    .then(() => round(services))
    // The database is gone, since the service stops, or full: the exports go on at the next look.
    .catch(() => undefined)
    .finally(() => {
      runner.rounds -= 1
    })
}

async function round(services: Services): Promise<void> {
  while (!services.stopping.aborted) {
    const row = await takeNext(services)
    if (!row) return
    await run(services, row)
  }
}

/** Resolves when every export asked for so far has ended. */
export async function exportsSettled(services: Services): Promise<void> {
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
  wake(services)
  if (runner.timer !== null) return
  const timer = setInterval(() => {
    removeExpired(services).catch(() => undefined)
    wake(services)
  }, look)
  timer.unref()
  runner.timer = timer
  services.stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
}

async function run(services: Services, row: ExportRow): Promise<void> {
  const release = hold(services, row)
  try {
    await make(services, row)
  } catch (error) {
    // What cannot be removed is no reason to leave the export without an end.
    await removeExport(services.config, row.task_token).catch(() => undefined)
    await fail(services, row, wordsOf(error))
  } finally {
    release()
  }
}

async function make(services: Services, row: ExportRow): Promise<void> {
  const { database } = services
  const task = await taskOf(services, row)
  let telling: Promise<void> = Promise.resolve()
  const tell = (read: Described) => {
    telling = record(
      services,
      row,
      { content_digest: read.digest, scan_id: read.scanId, commit: read.commit, scanned_at: read.scannedAt },
      { digest: read.digest, content: read.content },
    )
    // Awaited below; until then nobody listens.
    telling.catch(() => undefined)
  }
  const made = await (database.address === null
    ? makeExport(task, () => database.openSnapshot(), tell)
    : inThread(database.address, task, tell))
  await telling
  await record(services, row, finished(services, row, made))
}

async function taskOf(services: Services, row: ExportRow): Promise<Task> {
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
      asked: keptRequest(row),
      ref: row.ref_name,
      commit: row.commit,
      nested: row.project_id === null,
      at: services.now(),
      toolVersion: services.version,
    },
    kept: content?.content ?? null,
  }
}

function finished(services: Services, row: ExportRow, made: Made): Partial<ExportRow> {
  const { name, componentVersion } = keptRequest(row)
  const at = services.now()
  return {
    size: made.size,
    sha256: made.sha256,
    components: made.components,
    completeness_json: JSON.stringify(made.completeness),
    status: completed,
    finished_at: at,
    lease_until: null,
    file_name: fileName(name, componentVersion ?? shortRef(row.ref_name), at, row),
    download_token: randomBytes(32).toString('base64url'),
    expires_at: at + kept,
  }
}

const shortRef = (ref: string | null) => ref?.replace(/^refs\/(heads|tags)\//, '') ?? null
