import { createHash } from 'node:crypto'
import type { WaitingAnswer } from '#contract/responses/scans.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { joinRenamedFiles, type RenamedFile } from '#server/reports/values/renamed-files.ts'
import type { ReadFile } from '../import/create-scan.ts'
import { type ReportKey, type StoredContent, storedContents, storeReport } from '../import/stored-reports.ts'
import { sourceUrl } from '../lifecycle/lifecycle.ts'
import type { ScanFacts } from '../lifecycle/write/scan-row.ts'
import { joinInThread } from '../reading/read-in-thread.ts'
import type { Part } from './upload-query.ts'

/** How long a part waits for the others, in milliseconds. */
const partLifetime = 3600_000

interface PartFacts {
  number: number
  digest: string
  /** With the commit, what the gate waits for. */
  project: string
  commit: string | null
  /** Missing in parts that an earlier version stored. */
  renamedFiles?: readonly RenamedFile[]
}

/** All parts of a scan, joined to one file; the parts stay stored until it is applied. */
export interface JoinedParts {
  file: ReadFile
  renamedFiles: readonly RenamedFile[]
  reportKey: ReportKey
}

/**
 * Stores one part of a scan. Parts belong together by the upload name of the client, else by project, ref, commit and
 * sources. @param beforeJoining waits until the parts may be joined, which takes memory for all of them.
 * @returns the whole scan once all parts are there, else the missing parts.
 * Source: docs/api.md#scans.
 */
export async function joinParts(
  services: Services,
  deployment: Deployment,
  part: Part,
  facts: ScanFacts,
  file: ReadFile,
  beforeJoining: () => Promise<void>,
): Promise<JoinedParts | WaitingAnswer> {
  const reportKey: ReportKey = { deploymentId: deployment.id, kind: 'part', key: keyOf(part, facts, file) }
  const expiresAt = facts.now + partLifetime
  const { content } = file.report
  await services.record(async (transaction) => {
    await transaction
      .deleteFrom('stored_report')
      .where('deployment_id', '=', deployment.id)
      .where('kind', '=', 'part')
      .where((eb) =>
        eb.or([
          eb('expires_at', '<=', facts.now),
          eb.and([eb('key', '=', reportKey.key), eb('facts_json', 'like', `{"number":${part.number},%`)]),
        ]),
      )
      .execute()
    const { project, commit, renamedFiles } = facts
    const storedFacts: PartFacts = {
      number: part.number,
      digest: file.digest,
      project,
      commit,
      renamedFiles,
    }
    await storeReport(transaction, reportKey, { facts: storedFacts, content, now: facts.now, expiresAt })
  })
  const parts = await storedContents<PartFacts>(services.database.read, reportKey)
  const presentNumbers = new Set(parts.map((each) => each.facts.number))
  const missing = Array.from({ length: part.of }, (_, index) => index + 1).filter(
    (each) => !presentNumbers.has(each),
  )
  if (missing.length > 0)
    return { part: part.number, parts: part.of, missing, expires_at: new Date(expiresAt).toISOString() }
  await beforeJoining()
  const inOrder = parts.toSorted((a, b) => a.facts.number - b.facts.number)
  return {
    reportKey,
    file: await mergeParts(inOrder),
    renamedFiles: joinRenamedFiles(inOrder.map((each) => each.facts.renamedFiles ?? [])),
  }
}

function keyOf(part: Part, facts: ScanFacts, { report }: ReadFile): string {
  const { project, ref, commit, kind } = facts
  const { head } = report
  const sources = head.runs.length > 0 ? head.runs.map((run) => run.source) : [sourceUrl(head)]
  const names = sources.map(({ tool, category }) => JSON.stringify([tool, category])).sort()
  // The commit may come from the file, so it may not be known for each part.
  const same = part.upload === null ? [commit, names] : [part.upload]
  return JSON.stringify([project, ref, kind, part.of, ...same])
}

/** Heap size of the thread that joins parts, in megabytes. */
const joinHeapSize = 1024

async function mergeParts(inOrder: readonly StoredContent<PartFacts>[]): Promise<ReadFile> {
  const hash = createHash('sha256')
  for (const { facts } of inOrder) hash.update(facts.digest)
  const contents = inOrder.map(({ content }) => content)
  return { report: await joinInThread(contents, joinHeapSize), digest: hash.digest('hex') }
}
