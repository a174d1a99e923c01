import type { Connection, SentRequest } from '../client/connection.ts'
import { problemDetailOf } from '../client/problem-details.ts'
import type { ReplayedScan } from './report-files.ts'

/** The results of replayed scans. */
export interface Replay {
  replayed: number
  /** Scans that both versions reject, with the reason of the new one. */
  rejected: string[]
  differences: string[]
}

/** What one version answers to a scan: its result, or the reason why it rejects it. */
export type DryRun = { result: Result } | { rejected: string }

/** Sends each file as a dry run, which reads and matches it and stores nothing. */
export async function sendScans(
  scans: readonly ReplayedScan[],
  connection: Connection,
  onScan: (index: number) => void,
): Promise<DryRun[]> {
  const answers: DryRun[] = []
  for (const [index, scan] of scans.entries()) {
    onScan(index)
    const { status, body } = await dryRun(connection, scan)
    const isAccepted = status === 200 || status === 201
    answers.push(isAccepted ? { result: resultOf(body) } : { rejected: problemDetailOf(body) })
  }
  return answers
}

/** Compares what two versions answered to the same scans. */
export function compareReplays(
  scans: readonly ReplayedScan[],
  before: readonly DryRun[],
  after: readonly DryRun[],
): Replay {
  const replay: Replay = { replayed: 0, rejected: [], differences: [] }
  for (const [index, scan] of scans.entries()) {
    const name = `${scan.file.name} of ${scan.project}`
    const [one, other] = [before[index], after[index]]
    if (one === undefined || other === undefined) continue
    if ('rejected' in one && 'rejected' in other) {
      replay.rejected.push(`${name}: ${other.rejected}`)
      continue
    }
    replay.replayed++
    if ('rejected' in other) replay.differences.push(`${name}: this version rejects it: ${other.rejected}`)
    else if ('rejected' in one)
      replay.differences.push(`${name}: only this version accepts it; the other one: ${one.rejected}`)
    else replay.differences.push(...differencesOf(name, one.result, other.result))
  }
  return replay
}

/**
 * The commit differs from every real one, since a file that was sent before for the same commit is not read again.
 */
const commitOfReplays = 'rehearsal'

async function dryRun(connection: Connection, scan: ReplayedScan): Promise<SentRequest> {
  const query = new URLSearchParams({
    project: scan.project,
    ref: scan.ref,
    kind: scan.kind,
    commit: commitOfReplays,
    dry_run: 'true',
    ...(scan.category === null ? {} : { category: scan.category }),
  })
  const stream = scan.file.open()
  try {
    return await connection.send('POST', `/api/v1/deployments/${scan.deployment}/scans?${query}`, stream)
  } finally {
    stream.destroy()
  }
}

/** What is compared of a response: the decision about the scan, and its counts. */
type Result = Map<string, string | number>

function resultOf(body: unknown): Result {
  // parse: answered by a service of ours, of any version.
  const { status, hold, report } = body as {
    status?: string
    hold?: { reason?: string; would_fix?: number; open?: number } | null
    report?: Record<string, unknown>
  }
  const result: Result = new Map<string, string | number>([
    ['status', status ?? 'none'],
    ['held', hold?.reason ?? 'no'],
    ['findings that applying it would fix', hold?.would_fix ?? 0],
  ])
  for (const [name, value] of Object.entries(report ?? {})) {
    if (typeof value === 'number') result.set(name, value)
    // Reasons may be worded differently, so only their number is compared.
    if (name === 'left_out' && Array.isArray(value))
      result.set(
        name,
        value.reduce((sum: number, each: { count?: number }) => sum + (each.count ?? 0), 0),
      )
  }
  return result
}

/** Counts that only one version has are not compared. */
function differencesOf(name: string, before: Result, after: Result): string[] {
  const changes = [...before].flatMap(([key, value]) => {
    const other = after.get(key)
    return other === undefined || other === value ? [] : [`${key} is ${other} instead of ${value}`]
  })
  return changes.length === 0 ? [] : [`${name}: ${changes.join(', ')}`]
}
