import { HttpError } from '#server/http/errors.ts'
import { ReadFault } from '#server/reports/input/fault.ts'
import type { ReportFormat } from '#server/reports/report/report.ts'
import type { EncodedReport } from '#server/reports/report/stored-report.ts'
import { readInThread } from '../reading/read-in-thread.ts'
import { smallFile } from '../reading/small-file.ts'
import type { ReceivedUpload } from './receive-upload.ts'
import { postedFormAdvice } from './upload-form.ts'

/** The most bytes of an upload before and after decompression. */
export interface UploadBounds {
  sent: number
  inflated: number
  /** Heap size of the thread that reads the upload, in megabytes. */
  heap: number
}

const megabyte = 1024 * 1024
/** For uploads over the network. Source: docs/api.md#limits. */
export const networkBounds: UploadBounds = { sent: 50 * megabyte, inflated: 256 * megabyte, heap: 512 }
/** For the operator on the same machine. */
export const localBounds: UploadBounds = { sent: 1024 * megabyte, inflated: 1024 * megabyte, heap: 4096 }

/**
 * Reads a scanner's file in another thread.
 * @param reading.triagesAs the name of the sender if they may triage: triage in the file is imported only then
 * @param reading.grow called for a file that is larger than `smallFile` once it is inflated
 * @throws HttpError 413 if the file exceeds a limit, or needs more time or memory than its size explains; 400 with the
 * position of the fault if its format is unknown or its content invalid.
 */
export async function readUpload(
  { file, digest, bytes, isGzip }: ReceivedUpload,
  bounds: UploadBounds,
  reading: {
    mediaType: string | undefined
    salt: string
    category: string | null
    checkout: string | null
    format: ReportFormat | null
    triagesAs: string | null
    grow: () => Promise<void>
  },
): Promise<EncodedReport> {
  const { triagesAs, mediaType, grow, ...options } = reading
  try {
    return await readInThread({
      options: { ...options, maxBytes: bounds.inflated },
      from: file,
      sender: triagesAs === null ? null : { actor: triagesAs, file: digest },
      isSmall: !isGzip && bytes <= smallFile,
      heap: bounds.heap,
      grow,
    })
  } catch (error) {
    throw error instanceof ReadFault ? toUploadError(error, mediaType) : error
  }
}

/** The response to a file that cannot be read. Line and column in `errors` count from 1. */
function toUploadError(fault: ReadFault, mediaType: string | undefined): HttpError {
  const { line, column, byteOffset, path: pointer, message } = fault
  const faultPosition = { pointer, detail: message, line, column, byteOffset }
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  // A fault of the whole file has no position.
  const isWhole = fault.isTooMuch || byteOffset === 0
  return new HttpError(
    fault.isTooMuch ? 413 : 400,
    (isWhole ? `${sentence}.` : `Line ${line}, column ${column}: ${message}.`) +
      postedFormAdvice(mediaType, message),
    { errors: [faultPosition] },
  )
}
