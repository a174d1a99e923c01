import type { QueryClient } from '@tanstack/react-query'
import { makeStale } from '#api/cache/query-client.ts'
import { ApiError, explain } from '#api/http/errors.ts'
import { followImport, sendScanFile, type UploadAnswer, type UploadQuery } from '#api/scans/scan-upload.ts'
import { createScan } from '#contract/operations/scans.ts'
import type { CreateScanAnswer } from '#contract/responses/scans.ts'
import { toastLabels } from './labels.ts'

/** Smaller files are sent as they are, so that the service knows the same file again however it is sent. */
const packedFrom = 8 * 1024 * 1024

/** How far an import is. */
export type ImportStep =
  | { kind: 'sending'; index: number; share: number }
  /** It runs as a job of the service. */
  | { kind: 'importing'; waiting: boolean }

export interface ImportRequest {
  client: QueryClient
  /** Gives the slug of the deployment, which may have to be created first. */
  deployment: () => Promise<string>
  files: readonly File[]
  query: Pick<UploadQuery, 'project' | 'ref' | 'commit'>
  onStep: (step: ImportStep) => void
  signal: AbortSignal
}

/** What came of an import: a scan, or why files were refused, by their place among those sent. */
export type ImportOutcome =
  | { scan: CreateScanAnswer; deployment: string }
  | { rejectedFiles: ReadonlyMap<number, ApiError> }

/**
 * Sends files as the parts of one scan, one after the other. The service applies them together with the last one: where
 * one is refused the others are sent all the same, so that every fault is known at once, and nothing is applied.
 * Source: docs/api.md#scans.
 * @throws ApiError where not a file but the whole failed: no connection, no session, no permission, a failed job; the
 * signal's reason if it fires.
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

/** A large file is sent compressed: it is quicker, and the limit of a request is about what is sent. */
async function packed(file: File): Promise<Blob> {
  if (file.size < packedFrom) return file
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (head[0] === 0x1f && head[1] === 0x8b) return file
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}

const idOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
