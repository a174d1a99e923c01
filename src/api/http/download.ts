import { formatNumber } from '#lib/text/format.ts'
import { errorFromResponse } from './error-labels.ts'
import { ApiError, isExpired, networkError } from './errors.ts'
import { common } from './prefetch.ts'
import { notifySessionExpired } from './signals.ts'

/** How far an export has come. */
export interface DownloadProgress {
  /** How many findings, events or the like are here. */
  count: number
  /** How many there will be; null where the service does not say. */
  total: number | null
  bytes: number
}

export interface DownloadedFile {
  name: string
  content: Blob
}

/** Pieces are put together from this size on, so that the browser may keep them on its disk. */
const pieceSize = 8 * 1024 * 1024
const lineFeed = 10
const quote = 34

/** Counts the lines of a file as it comes; those within the quotes of a table's cell are none. */
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
  /** How it is requested, where that is not a plain GET. */
  init?: RequestInit | undefined
  /** What the file is called where the service does not say. */
  name: string
  /** What is in it, in the plural: `findings`. */
  noun: string
  /** It is a table, whose cells may hold line ends in quotes. */
  table: boolean
  /** The lines of a whole file that are none of these. */
  headerLines: number
  signal: AbortSignal
  onProgress: (progress: DownloadProgress) => void
}

/**
 * Fetches a file that the service streams, telling how far it is. A table begins with a byte order mark, without which
 * spreadsheets misread what is not plain ASCII; the service leaves it out for programs.
 * @throws ApiError where the service refuses, does not answer, or breaks off; the signal's reason if it fires.
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

/** The error of an export whose answer ended before its end. */
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
