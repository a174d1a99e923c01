import type { Readable } from 'node:stream'

/** How long an export may keep its snapshot of the data, in milliseconds. */
export interface ExportTimeouts {
  /** Since the client last read something. */
  idle: number
  /** Since the export started. */
  total: number
}

export const exportTimeouts: ExportTimeouts = { idle: 60_000, total: 3600_000 }

/** Destroys a stream that is not read, or whose reader takes too long in total. */
export function limitStream(stream: Readable, { idle, total }: ExportTimeouts = exportTimeouts) {
  const stop = () => stream.destroy(new Error('The export was not read in time.'))
  const totalTimer = setTimeout(stop, total)
  let idleTimer = setTimeout(stop, idle)
  // Each chunk that is read restarts the idle timer.
  const push = stream.push.bind(stream)
  stream.push = (...chunk) => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(stop, idle)
    return push(...chunk)
  }
  stream.once('close', () => {
    clearTimeout(totalTimer)
    clearTimeout(idleTimer)
  })
}
