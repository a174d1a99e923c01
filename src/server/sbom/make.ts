import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { OpenSnapshot } from '#server/db/database.ts'
import { Refusal } from '#server/http/errors.ts'
import { completenessOf } from './completeness.ts'
import { type Content, ExportFault, readPackages } from './content.ts'
import { writeExport } from './files.ts'
import { isCycloneDxVersion, spdx } from './format.ts'
import type { Order } from './order.ts'
import { subjectOf } from './subject.ts'
import { readVulnerabilities } from './vulnerabilities.ts'

/** An export to be made. Plain data, so that it can be handed to another thread. */
export interface Task {
  /** Where the file goes. */
  path: string
  deployment: { id: number; name: string }
  projectId: number | null
  order: Omit<Order, 'content'>
  /** What was read for an export of before, gzipped; null where the newest scan is to be read. */
  kept: Uint8Array | null
}

/** What was read, to be kept with the record before the file is written. */
export interface Described {
  digest: string
  /** Gzipped. */
  content: Uint8Array
  scanId: number | null
  commit: string | null
  scannedAt: number | null
}

export interface Made {
  size: number
  sha256: string
  components: number
  completeness: ReturnType<typeof completenessOf>
}

/**
 * Makes the file of an export: reads what it describes in one snapshot, tells of it, and writes. `commit` and scan
 * are those that were read, though a newer scan came in since the export was asked for.
 * @throws ExportFault where it cannot be made.
 */
export async function makeExport(
  task: Task,
  open: () => OpenSnapshot,
  tell: (read: Described) => void,
): Promise<Made> {
  let { ref, commit } = task.order
  let content: Content
  if (task.kept === null) {
    const read = await readOnce(task, open)
    content = read.content
    ref = read.subject.ref
    commit = read.subject.commit
    const text = JSON.stringify(content)
    tell({
      digest: createHash('sha256').update(text).digest('hex'),
      content: await promisify(gzip)(text),
      scanId: read.subject.scanId,
      commit,
      scannedAt: read.subject.scannedAt,
    })
  } else {
    // parse: written by us when it was read.
    content = JSON.parse((await promisify(gunzip)(task.kept)).toString()) as Content
  }
  const order: Order = { ...task.order, ref, commit, content }
  const written = await writeExport(task.path, await textOf(order))
  return {
    ...written,
    components: content.projects.reduce((sum, project) => sum + project.packages.length, 0),
    completeness: completenessOf(order),
  }
}

/** Scan, commit and packages of one moment, however many scans come in meanwhile. */
async function readOnce(task: Task, open: () => OpenSnapshot) {
  const { deployment, projectId, order } = task
  const snapshot = open()
  try {
    const subject = await subjectOf(snapshot.read, deployment, {
      repositoryId: projectId === null ? undefined : String(projectId),
      ref: projectId === null ? undefined : (order.ref ?? undefined),
    }).catch((error) => {
      if (error instanceof Refusal) throw new ExportFault(goneSince(error))
      throw error
    })
    const extent = { deploymentId: deployment.id, projectId, ref: subject.ref }
    const projects = await readPackages(snapshot.read, extent)
    const vulnerabilities = order.asked.includeVulnerabilities
      ? await readVulnerabilities(snapshot.read, extent, projects)
      : null
    const content: Content = { url: subject.url, projects, vulnerabilities }
    return { subject, content }
  } finally {
    snapshot.close()
  }
}

const goneSince = (refusal: Refusal) =>
  refusal.status === 404 ? 'The repository was deleted in the meantime.' : refusal.message

async function textOf(order: Order): Promise<string> {
  if (order.format === spdx) return (await import('./spdx.ts')).spdxDocument(order)
  const { version } = order
  if (!isCycloneDxVersion(version)) throw new ExportFault(`CycloneDX ${version} is not supported.`)
  const [{ makeBom }, { serialize }] = await Promise.all([import('./bom.ts'), import('./serialize.ts')])
  return serialize(makeBom(order), version, order.output)
}
