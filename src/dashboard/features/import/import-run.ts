import type { QueryClient } from '@tanstack/react-query'
import { makeStale } from '#api/cache/query-client.ts'
import { ApiError, explain } from '#api/http/errors.ts'
import { followImport, sendScanFile, type UploadAnswer, type UploadQuery } from '#api/scans/scan-upload.ts'
import { createScan } from '#contract/operations/scans.ts'
import type { CreateScanAnswer } from '#contract/responses/scans.ts'
import { toastLabels } from './labels.ts'

/** Smaller files are sent uncompressed, so that the service recognizes the same file however it is sent. */
const packedFrom = 8 * 1024 * 1024

/** The progress of an import. */
export type ImportStep =
  | { kind: 'sending'; index: number; share: number }
  /** The service runs the import as a job. */
  | { kind: 'importing'; waiting: boolean }

export interface ImportRequest {
  client: QueryClient
  /** Returns the slug of the deployment, which is created first if necessary. */
  deployment: () => Promise<string>
  files: readonly File[]
  query: Pick<UploadQuery, 'project' | 'ref' | 'commit'>
  onStep: (step: ImportStep) => void
  signal: AbortSignal
}

/** The result of an import: a scan, or why files were rejected, by their index in the upload. */
export type ImportOutcome =
  | { scan: CreateScanAnswer; deployment: string }
  | { rejectedFiles: ReadonlyMap<number, ApiError> }

/**
 * Uploads files one after the other as the parts of one scan. The service applies them together with the last one. If
 * one is rejected the others are still sent, so that all errors are known at once, but nothing is applied. Source:
 * docs/api.md#scans.
 * @throws ApiError if the whole import fails rather than a file: no connection, no session, no permission, a failed
 * job; the signal's reason if it is aborted.
 */
export async function runImport(request: ImportRequest): Promise<ImportOutcome> {
  const { client, files, query, onStep, signal } = request
  const deployment = await request.deployment()
  const upload = idOf(crypto.getRandomValues(new Uint8Array(16)))
  const rejectedFiles = new Map<number, ApiError>()
  let last: UploadAnswer | undefined
  for (const [index, file] of files.entries()) {
    onStep({ kind: 'sending', index, share: 0 })
    const part = files.length > 1 ? { part: `${index + 1}/${files.length}`, upload } : {}
    try {
      last = await sendScanFile({
        deployment,
        query: { ...query, ...part },
        body: await packed(file),
        onProgress: (share) => onStep({ kind: 'sending', index, share }),
        signal,
      })
    } catch (error) {
      const isOfFile = error instanceof ApiError && error.kind === 'refused'
      if (!isOfFile || error.faults.some(({ parameter }) => Object.hasOwn(query, parameter))) throw error
      rejectedFiles.set(index, error)
    }
  }
  if (rejectedFiles.size > 0 || !last) return { rejectedFiles }
  const scan = await scanOf(request, deployment, last)
  makeStale(client, createScan.stale)
  return { scan, deployment }
}

async function scanOf(
  { onStep, signal }: ImportRequest,
  deployment: string,
  answer: UploadAnswer,
): Promise<CreateScanAnswer> {
  if ('report' in answer) return answer
  if ('missing' in answer) throw explain(new Error('the service did not join the parts'))
  onStep({ kind: 'importing', waiting: answer.state === 'queued' })
  const job = await followImport(deployment, answer, signal)
  if (job.scan) return job.scan
  throw new ApiError({
    kind: 'failed',
    status: 0,
    title: job.state === 'cancelled' ? toastLabels.canceled : toastLabels.failed,
    detail: job.error ?? toastLabels.unchanged,
  })
}

/** Compresses a large file: the upload is faster, and the request limit applies to the compressed size. */
async function packed(file: File): Promise<Blob> {
  if (file.size < packedFrom) return file
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (head[0] === 0x1f && head[1] === 0x8b) return file
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}

const idOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
