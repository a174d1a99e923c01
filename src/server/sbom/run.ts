import { randomBytes } from 'node:crypto'
import type { Services } from '#server/http/services.ts'
import { fileName, removeExport, writeExport } from './files.ts'
import { isCycloneDxVersion, type Output } from './format.ts'
import { completed, type ExportRow, failed, inProgress, keptRequest } from './job.ts'
import { ExportFault, readPackages } from './packages.ts'

/** An export that ends the process this often is given up. */
const attemptsAtMost = 3
/** How long files are kept. Source: API decisions, "SBOM exports". */
const kept = 7 * 24 * 3600_000

/** The end of each service's queue: exports run one after another, so that reads stay quick meanwhile. */
const queues = new WeakMap<Services, Promise<void>>()

/** Puts an export at the end of the queue; it begins after the present answer is sent. */
export function enqueue(services: Services, id: number): void {
  const before = queues.get(services) ?? new Promise<void>((done) => setImmediate(done))
  queues.set(
    services,
    before.then(() => run(services, id)),
  )
}

/** Resolves when every export asked for so far has ended. */
export async function exportsSettled(services: Services): Promise<void> {
  await queues.get(services)
}

/**
 * Takes up the exports that a stop or a crash left unfinished, and gives up those that were tried too often.
 * To be called once at start, before requests are taken. Source: API decisions, "SBOM exports".
 */
export async function resumeExports(services: Services): Promise<void> {
  await removeExpired(services)
  const left = await services.database.read
    .selectFrom('sbom_export')
    .selectAll()
    .where('status', '=', inProgress)
    .orderBy('id')
    .execute()
  for (const row of left) {
    if (row.attempts < attemptsAtMost) enqueue(services, row.id)
    else await fail(services, row, `The export was broken off ${row.attempts} times.`)
  }
}

/** Removes files past their time; the record stays. */
export async function removeExpired(services: Services): Promise<void> {
  const expired = await services.database.read
    .selectFrom('sbom_export')
    .select(['id', 'task_token'])
    .where('expires_at', '<=', services.now())
    .where('download_token', 'is not', null)
    .execute()
  for (const row of expired) {
    await removeExport(services.config, row.task_token)
    await services.database.write((transaction) =>
      transaction.updateTable('sbom_export').set({ download_token: null }).where('id', '=', row.id).execute(),
    )
  }
}

async function run(services: Services, id: number): Promise<void> {
  try {
    const row = await begin(services, id)
    if (!row) return
    try {
      await make(services, row)
    } catch (error) {
      // What cannot be removed is no reason to leave the export without an end.
      await removeExport(services.config, row.task_token).catch(() => undefined)
      await fail(services, row, said(error))
    }
  } catch {
    // The database is gone, since the service stops: the export goes on at the next start.
  }
}

function begin(services: Services, id: number): Promise<ExportRow | undefined> {
  return services.database.write((transaction) =>
    transaction
      .updateTable('sbom_export')
      .set((row) => ({ attempts: row('attempts', '+', 1), started_at: services.now() }))
      .where('id', '=', id)
      .where('status', '=', inProgress)
      .returningAll()
      .executeTakeFirst(),
  )
}

async function make(services: Services, row: ExportRow): Promise<void> {
  const asked = keptRequest(row)
  if (!isCycloneDxVersion(row.version)) throw new ExportFault(`CycloneDX ${row.version} cannot be written.`)
  const output: Output = row.output === 'xml' ? 'xml' : 'json'
  const projects = await readPackages(services.database.read, {
    deploymentId: row.deployment_id,
    projectId: row.project_id,
    ref: row.ref_name,
  })
  const url = await urlOf(services, row.project_id)
  const [{ makeBom }, { serialize }] = await Promise.all([import('./bom.ts'), import('./serialize.ts')])
  const at = services.now()
  const bom = makeBom({
    name: asked.name,
    url,
    componentType: asked.componentType,
    componentVersion: asked.componentVersion ?? undefined,
    supplier: asked.supplier ?? undefined,
    ref: row.ref_name,
    commit: row.commit,
    projects,
    nested: row.project_id === null,
    at,
    gatehouseVersion: services.version,
  })
  const written = await writeExport(services.config, row.task_token, serialize(bom, row.version, output))
  await services.change(
    row.deployment_id,
    (transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({
          ...written,
          status: completed,
          finished_at: at,
          components: projects.reduce((sum, project) => sum + project.packages.length, 0),
          file_name: fileName(asked.name, asked.componentVersion ?? shortRef(row.ref_name), at, output),
          download_token: randomBytes(32).toString('base64url'),
          expires_at: at + kept,
        })
        .where('id', '=', row.id)
        .execute(),
    { event: 'sbom.changed', id: row.task_token },
  )
}

async function urlOf(services: Services, projectId: number | null): Promise<string | null> {
  if (projectId === null) return null
  const project = await services.database.read
    .selectFrom('project')
    .select('url')
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (!project) throw new ExportFault('The repository was deleted meanwhile.')
  return project.url
}

const shortRef = (ref: string | null) => ref?.replace(/^refs\/(heads|tags)\//, '') ?? null

async function fail(services: Services, row: ExportRow, message: string): Promise<void> {
  await services.change(
    row.deployment_id,
    (transaction) =>
      transaction
        .updateTable('sbom_export')
        .set({ status: failed, error_message: message, finished_at: services.now() })
        .where('id', '=', row.id)
        .execute(),
    { event: 'sbom.changed', id: row.task_token },
  )
}

/** What a person is told; the inner workings are no concern of theirs. */
function said(error: unknown): string {
  if (error instanceof ExportFault) return error.message
  const reason = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (reason === 'ENOSPC') return 'The disk is full. Nothing was written.'
  if (/^E[A-Z]+$/.test(reason)) return `The file could not be written (${reason}).`
  return 'The export failed inside the service. Trying again may help.'
}
