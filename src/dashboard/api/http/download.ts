import { formatNumber } from '#lib/text/format.ts'
import { errorFromResponse } from './error-labels.ts'
import { ApiError, isExpired, networkError } from './errors.ts'
import { common } from './prefetch.ts'
import { notifySessionExpired } from './signals.ts'

/** The progress of an export. */
export interface DownloadProgress {
  /** The number of received findings, events or other rows. */
  count: number
  /** The total; null if the service does not send it. */
  total: number | null
  bytes: number
}

export interface DownloadedFile {
  name: string
  content: Blob
}

/** Chunks are combined from this size on, so that the browser may store them on disk. */
const pieceSize = 8 * 1024 * 1024
const lineFeed = 10
const quote = 34

/** Creates a counter of the lines in a file as it arrives; line breaks within quoted cells are not counted. */
function createLineCounter(quoted: boolean): (bytes: Uint8Array) => number {
  let inside = false
  let lines = 0
  return (bytes) => {
    for (const byte of bytes) {
      if (quoted && byte === quote) inside = !inside
      else if (byte === lineFeed && !inside) lines += 1
    }
    return lines
  }
}

interface Download {
  address: string
  /** The request options, if it is not a plain GET. */
  init?: RequestInit | undefined
  /** The file name, if the service does not send one. */
  name: string
  /** The plural noun of its rows: `findings`. */
  noun: string
  /** It is a table, whose quoted cells may contain line breaks. */
  table: boolean
  /** The number of lines in a complete file that are not rows. */
  headerLines: number
  signal: AbortSignal
  onProgress: (progress: DownloadProgress) => void
}

/**
 * Downloads a file that the service streams, and reports the progress. A table gets a byte order mark, without which
 * spreadsheets misread non-ASCII text; the service omits it for programs.
 * @throws ApiError if the service rejects the request, does not respond, or the stream is interrupted; the signal's
 * reason if it is aborted.
 */
export async function downloadFile(download: Download): Promise<DownloadedFile> {
  const { address, init, name, noun, table, headerLines, signal, onProgress } = download
  let answered: Response | undefined
  let rowCount = 0
  let total: number | null = null
  try {
    const response = await fetch(address, { ...common, ...init, cache: 'no-store', signal })
    if (!response.ok || !response.body) {
      if (isExpired(response)) notifySessionExpired()
      throw errorFromResponse(response, await response.json().catch(() => undefined))
    }
    answered = response
    const totalHeader = response.headers.get('x-total-count')
    total = totalHeader === null ? null : Number(totalHeader)
    const count = createLineCounter(table)
    const chunks: Blob[] = table ? [new Blob(['\uFEFF'])] : []
    let pieces: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    let bytes = 0
    const reader = response.body.getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value)
      size += piece.value.length
      bytes += piece.value.length
      if (size >= pieceSize) {
        chunks.push(new Blob(pieces))
        pieces = []
        size = 0
      }
      rowCount = Math.max(0, count(piece.value) - headerLines)
      onProgress({ count: total === null ? rowCount : Math.min(rowCount, total), total, bytes })
    }
    if (total !== null && rowCount < total) throw new Error('the export broke off')
    const type = response.headers.get('content-type') ?? ''
    const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return { name: fileName ?? name, content: new Blob([...chunks, ...pieces], { type }) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof ApiError) throw error
    throw answered ? brokeOff(answered, noun, rowCount, total, error) : networkError(error)
  }
}

/** Returns the error of an interrupted export. */
function brokeOff(
  { headers }: Response,
  noun: string,
  rowCount: number,
  total: number | null,
  cause: unknown,
): ApiError {
  const count = formatNumber(rowCount)
  return new ApiError({
    kind: 'failed',
    status: 0,
    title: 'The export was interrupted',
    detail: `The service stopped after ${total === null ? count : `${count} of ${formatNumber(total)}`} ${noun}. Nothing was saved.`,
    requestId: headers.get('x-request-id') ?? undefined,
    cause,
  })
}
