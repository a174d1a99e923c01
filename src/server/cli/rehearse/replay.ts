import type { Connection, SentRequest } from '../connect.ts'
import { problemDetailOf } from '../problem-details.ts'
import type { ReplayedScan } from './report-files.ts'

/** The results of replayed scans. */
export interface Replay {
  replayed: number
  /** Scans that both versions reject, with the reason of the new one. */
  rejected: string[]
  differences: string[]
}

/**
 * Sends each file to both versions as a dry run, which reads and matches it and stores nothing, and compares the
 * results.
 */
export async function replayScans(
  scans: readonly ReplayedScan[],
  { before, after }: { before: Connection; after: Connection },
  onScan: (index: number) => void,
): Promise<Replay> {
  const result: Replay = { replayed: 0, rejected: [], differences: [] }
  for (const [index, scan] of scans.entries()) {
    onScan(index)
    const name = `${scan.file.name} of ${scan.project}`
    const [one, other] = [await dryRun(before, scan), await dryRun(after, scan)]
    const [isAccepted, isRejected] = [isResult(one), !isResult(other)]
    if (isRejected && !isAccepted) {
      result.rejected.push(`${name}: ${problemDetailOf(other.body)}`)
      continue
    }
    result.replayed++
    if (isRejected)
      result.differences.push(`${name}: this version rejects it: ${problemDetailOf(other.body)}`)
    else if (!isAccepted)
      result.differences.push(
        `${name}: only this version accepts it; the other one: ${problemDetailOf(one.body)}`,
      )
    else result.differences.push(...differencesOf(name, resultOf(one.body), resultOf(other.body)))
  }
  return result
}

const isResult = ({ status }: SentRequest) => status === 200 || status === 201

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
