import { randomUUID } from 'node:crypto'
import type { CreateScanAnswer, ImportAnswer, Scan, WaitingAnswer } from '#contract/responses/scans.ts'
import { plural } from '#lib/text/format.ts'
import type { Sender, SentRequest } from '#server/operations/client/connection.ts'
import { WrongUse } from '#server/operations/command.ts'
import type { Progress } from '#server/operations/progress.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'
import { followImport } from './follow.ts'
import { optionOf } from './options.ts'
import type { Outcome, Problem } from './outcome.ts'
import type { ReportFile } from './report-file.ts'
import { type FirstPart, sourceName } from './request.ts'
import { uploadBody } from './upload-body.ts'

/** The target of a call's files. */
export interface Uploads {
  connection: Sender
  /** The slug of the deployment. */
  slug: string
  /** The parameters of every file. */
  query: URLSearchParams
  /** The additional parameters of each file, by its index: see `partsOf`. */
  partOf(index: number): Record<string, string>
  /** Sent with every file. */
  renamedFiles: readonly RenamedFile[]
  progress: Progress
}

/**
 * Sends the files of a call, one after the other. The service applies them together with the last one. If one is
 * rejected, the others are still sent, so that all faults are reported at once, and nothing is applied.
 * Source: docs/api.md#scans.
 * @throws WrongUse if an option is invalid rather than a file.
 */
export async function uploadFiles(uploads: Uploads, files: readonly ReportFile[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [index, file] of files.entries()) {
    if (files.length > 1) uploads.progress.show(`Sending ${index + 1} of ${files.length}: ${file.name}`)
    const query = new URLSearchParams(uploads.query)
    for (const [name, value] of Object.entries(uploads.partOf(index))) query.set(name, value)
    const outcome = await uploadFile(uploads, file, query)
    outcomes.push(file.isArchived ? { ...outcome, isArchived: true } : outcome)
  }
  return outcomes
}

const maxParts = 999

/**
 * Returns the parameters that identify each file as a part of a scan. The parts of one call share a generated id; those
 * of several calls are matched by project, ref, commit and source.
 * @throws WrongUse if there are more files than parts.
 */
export function partsOf(count: number, first: FirstPart | null): Uploads['partOf'] {
  const parts = first?.parts ?? count
  const sentParts = (first?.part ?? 1) - 1
  if (sentParts + count > parts)
    throw new WrongUse(
      `--part ${sentParts + 1}/${parts} allows ${plural(parts - sentParts, 'file')}, but ${count} were given.`,
    )
  if (parts > maxParts)
    throw new WrongUse(`A scan can have at most ${maxParts} files, but ${count} were given.`)
  if (parts === 1) return () => ({})
  const upload = first === null ? { upload: randomUUID() } : {}
  return (index) => ({ part: `${sentParts + index + 1}/${parts}`, ...upload })
}

async function uploadFile(uploads: Uploads, file: ReportFile, query: URLSearchParams): Promise<Outcome> {
  const { connection, slug, renamedFiles } = uploads
  const stream = file.open()
  try {
    const path = `/api/v1/deployments/${slug}/scans?${query}`
    const sent = await connection.send('POST', path, ...uploadBody(stream, renamedFiles))
    return await outcomeOf(uploads, file.name, sent)
  } finally {
    // If standard input were not read to its end, the command would not exit.
    stream.destroy()
  }
}

async function outcomeOf(uploads: Uploads, file: string, { status, body }: SentRequest): Promise<Outcome> {
  if (status === 200 || status === 201) {
    // parse: answered by our own service to its owner.
    return outcomeOfScan(uploads, { file, status }, body as CreateScanAnswer)
  }
  if (status !== 202) return { file, status, problem: problemOf(body) }
  // parse: answered by our own service to its owner.
  const response = body as WaitingAnswer | ImportAnswer
  if ('missing' in response) return { file, status, waiting: response }
  const { id, state, scan, error } = await followImport(uploads.connection, response, { ...uploads, file })
  if (state !== 'done') return { file, status, problem: { detail: error ?? 'The import was canceled.' } }
  if (scan === null) throw new Error(`${file}: job ${id} of the import ended without a scan.`)
  return outcomeOfScan(uploads, { file, status }, scan)
}

/** Adds the tool of a held scan, which its warning names; a dry run creates no scan that could be read. */
async function outcomeOfScan(
  { connection, slug, query }: Uploads,
  sent: { file: string; status: number },
  scan: CreateScanAnswer,
): Promise<Outcome> {
  if (scan.hold === null || query.has('dry_run')) return { ...sent, scan, tool: null }
  const path = `/api/v1/deployments/${slug}/scan/${scan.id}?include=summary`
  const { body } = await connection.send('GET', path)
  // parse: answered by our own service to its owner.
  const { summary } = body as Scan
  return { ...sent, scan, tool: summary?.tool ? sourceName(summary.tool, summary.category) : null }
}

/** @throws WrongUse if an option is invalid rather than the file. */
function problemOf(body: unknown): Problem {
  if (typeof body !== 'object' || body === null)
    return { detail: 'The response of the service could not be read.' }
  // parse: a problem of our own service.
  const problem = body as Problem
  const wrong = (problem.errors ?? []).flatMap(({ parameter, detail }) =>
    parameter ? [`${optionOf(parameter)} ${detail}`] : [],
  )
  if (wrong.length > 0) throw new WrongUse(`${wrong.join('; ')}.`)
  return problem
}
