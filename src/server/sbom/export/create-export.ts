import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { OpenSnapshot } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Content, ExportFault, readPackages } from '../content/content.ts'
import type { ExportSpec } from '../content/export-spec.ts'
import { subjectOf } from '../content/subject.ts'
import { readVulnerabilities } from '../content/vulnerabilities.ts'
import { measureCompleteness } from '../formats/completeness.ts'
import { isCycloneDxVersion, spdx } from '../formats/format.ts'
import { writeExport } from './files.ts'

/** An export to create, as plain data that can be sent to another thread. */
export interface Task {
  /** The path of the file. */
  path: string
  deployment: { id: number; name: string }
  projectId: number | null
  order: Omit<ExportSpec, 'content'>
  /** The gzipped content of an earlier export; null to read the newest scan. */
  storedContent: Uint8Array | null
}

/** The content that was read, stored with the record before the file is written. */
export interface ExportedContent {
  digest: string
  /** Gzipped. */
  content: Uint8Array
  scanId: number | null
  commit: string | null
  scannedAt: number | null
}

export interface WrittenExport {
  size: number
  sha256: string
  components: number
  completeness: ReturnType<typeof measureCompleteness>
}

/**
 * Creates the file of an export: reads the content in one snapshot, reports it, and writes the file. `commit` and scan
 * are those that were read, even if a newer scan was imported after the request.
 * @throws ExportFault if it cannot be created.
 */
export async function createExport(
  task: Task,
  open: () => Promise<OpenSnapshot>,
  onContentRead: (read: ExportedContent) => void,
): Promise<WrittenExport> {
  let { ref, commit } = task.order
  let content: Content
  if (task.storedContent === null) {
    const read = await readSnapshot(task, open)
    content = read.content
    ref = read.subject.ref
    commit = read.subject.commit
    const text = JSON.stringify(content)
    onContentRead({
      digest: createHash('sha256').update(text).digest('hex'),
      content: await promisify(gzip)(text),
      scanId: read.subject.scanId,
      commit,
      scannedAt: read.subject.scannedAt,
    })
  } else {
    // parse: written by us when the content was read.
    content = parseStored<Content>((await promisify(gunzip)(task.storedContent)).toString())
  }
  const order: ExportSpec = { ...task.order, ref, commit, content }
  const file = await writeExport(task.path, await renderExport(order))
  return {
    ...file,
    components: content.projects.reduce((sum, project) => sum + project.packages.length, 0),
    completeness: measureCompleteness(order),
  }
}

/** Reads scan, commit and packages in one snapshot, so that later scans do not matter. */
async function readSnapshot(task: Task, open: () => Promise<OpenSnapshot>) {
  const { deployment, projectId, order } = task
  const snapshot = await open()
  try {
    const subject = await subjectOf(snapshot.read, deployment, {
      repositoryId: projectId === null ? undefined : String(projectId),
      ref: projectId === null ? undefined : (order.ref ?? undefined),
    }).catch((error) => {
      if (error instanceof HttpError) throw new ExportFault(unavailableMessage(error))
      throw error
    })
    const extent = { deploymentId: deployment.id, projectId, ref: subject.ref }
    const projects = await readPackages(snapshot.read, extent)
    const vulnerabilities = order.request.includeVulnerabilities
      ? await readVulnerabilities(snapshot.read, extent, projects)
      : null
    const content: Content = { url: subject.url, projects, vulnerabilities }
    return { subject, content }
  } finally {
    snapshot.close()
  }
}

const unavailableMessage = (httpError: HttpError) =>
  httpError.status === 404 ? 'The repository was deleted in the meantime.' : httpError.message

async function renderExport(order: ExportSpec): Promise<string> {
  if (order.format === spdx) return (await import('../formats/spdx.ts')).spdxDocument(order)
  const { version } = order
  if (!isCycloneDxVersion(version)) throw new ExportFault(`CycloneDX ${version} is not supported.`)
  const [{ buildBom: makeBom }, { serialize }] = await Promise.all([
    import('../formats/bom.ts'),
    import('../formats/serialize.ts'),
  ])
  return serialize(makeBom(order), version, order.output)
}
