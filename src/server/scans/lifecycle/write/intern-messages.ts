import { hash } from 'node:crypto'
import { TimeSlice } from '#server/base/time-slice.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { insertNumbered } from '#server/db/engine.ts'
import { textsOf } from '#server/db/sql.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import { shareStrings } from '#server/reports/report/stored-report.ts'

/** Messages looked up and written per batch. */
const messagesPerBatch = 40

/** Whether the message of a finding is stored separately, once for all findings of the project that have it. */
export const isSharedMessage = (message: string | null): message is string =>
  message !== null && message.length >= shareStrings

/**
 * Stores each long message of a project once.
 * @returns a function that returns the id of a finding's message; null for one that is stored in the finding itself.
 */
export async function internMessages(
  transaction: ChangeTransaction,
  projectId: number,
  findings: readonly ReportedFinding[],
): Promise<(finding: ReportedFinding) => number | null> {
  const messages = [...new Set(findings.map(({ message }) => message).filter(isSharedMessage))]
  const ids = new Map<string, number>()
  const slice = new TimeSlice()
  for (let at = 0; at < messages.length; at += messagesPerBatch) {
    const some = new Map(
      messages.slice(at, at + messagesPerBatch).map((content) => [digestOf(content), content]),
    )
    for (const [digest, id] of await idsOf(transaction, projectId, some)) ids.set(some.get(digest) ?? '', id)
    if (slice.isOver) await slice.next()
  }
  return ({ message }) => (message === null ? null : (ids.get(message) ?? null))
}

const digestOf = (content: string) => hash('sha256', content, 'base64url')

/** The ids of messages by their digests; missing messages are inserted. */
async function idsOf(
  transaction: ChangeTransaction,
  projectId: number,
  messages: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const known = await transaction
    .selectFrom('message')
    .select(['id', 'digest'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)
    .where('digest', 'in', textsOf([...messages.keys()]))
    .execute()
  const ids = new Map(known.map(({ digest, id }) => [digest, id]))
  const fresh = [...messages].filter(([digest]) => !ids.has(digest))
  const rows = fresh.map(([digest, content]) => ({ project_id: projectId, digest, content }))
  for (const [digest, id] of await insertNumbered(transaction, 'message', rows, 'digest'))
    ids.set(String(digest), id)
  return ids
}
