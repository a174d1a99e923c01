import type { Readable } from 'node:stream'

/** Bounds on how long an export may keep its view of the data, in milliseconds. */
export interface ExportTimeouts {
  /** Since the reader last took something. */
  idle: number
  whole: number
}

export const exportTimeouts: ExportTimeouts = { idle: 60_000, whole: 3600_000 }

/** Breaks a stream off that nobody reads, or that is read for ever. */
export function limitStream(stream: Readable, { idle, whole }: ExportTimeouts = exportTimeouts) {
  const stop = () => stream.destroy(new Error('The export was not read in time.'))
  const end = setTimeout(stop, whole)
  let still = setTimeout(stop, idle)
  // The end of the wait is put off with each piece that leaves.
  const push = stream.push.bind(stream)
  stream.push = (...piece) => {
    clearTimeout(still)
    still = setTimeout(stop, idle)
    return push(...piece)
  }
  stream.once('close', () => {
    clearTimeout(end)
    clearTimeout(still)
  })
}
