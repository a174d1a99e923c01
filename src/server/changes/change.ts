import { ChangedRows, type ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Changes, Database, Reader, WriteRun, Writer } from '#server/db/database.ts'
import { jsonInteger } from '#server/db/sql.ts'
import { ChangeFeed, type KnownDeployments } from './change-feed.ts'
import type { ChangeEvent, ChangeServices } from './change-services.ts'
import { type LoggedWrite, logChange } from './log.ts'
import { write } from './write.ts'

/**
 * Creates the functions that write the data of deployments. The number of a change is assigned first: on an engine with
 * several writers, the deployment's row then orders them, so that numbers follow the order of commits without gaps.
 * @param deployments are told the number of each change once it is on disk, before all listeners.
 */
export function createChanges(
  database: Database,
  now: () => number,
  deployments: KnownDeployments,
): ChangeServices & { stopFollowing(): Promise<void> } {
  const feed = new ChangeFeed(database, deployments)
  return {
    async change(deploymentId, actor, work, ...events) {
      const { result, number, changes } = await commit(database, deploymentId, async (transaction, run) => {
        const number = await nextNumber(transaction, deploymentId)
        const result = await work(transaction, run)
        return { result, number, at: now(), actor, events }
      })
      const { findings, all } = changes
      feed.add({ deploymentId, changeNumber: number, findings, all, events })
      return result
    },
    record: (work) => record(database, work),
    onChange: (listener) => feed.listen(listener),
    follow: (deploymentId) => feed.follow(deploymentId),
    stopFollowing: () => feed.stop(),
  }
}

/** Writes data that belongs to no deployment, without a change number and a log row. */
export const record = <T>(
  database: Database,
  work: (transaction: Writer, run: WriteRun) => Promise<T>,
): Promise<T> => write(database, work)

/**
 * Writes a deployment with all its data, as its first change.
 * @param work writes it with the deployment id of its transaction.
 */
export async function changeNewDeployment<T>(
  database: Database,
  { at, actor }: { at: number; actor: string },
  work: (transaction: ChangeTransaction) => Promise<T>,
): Promise<T> {
  const logged = await write(database, async (writer) => {
    const deploymentId = await newDeploymentId(writer)
    return writeLogged(writer, deploymentId, async (transaction) => {
      const result = await work(transaction)
      transaction.changed.everything()
      const number = await nextNumber(transaction, deploymentId)
      return { result, number, at, actor, events: [] }
    })
  })
  return logged.result
}

/** An id that no deployment ever had: clients may still have answers of a deleted one, with its entity tags. */
async function newDeploymentId(reader: Reader): Promise<number> {
  const newest = await reader
    .selectFrom('deployment')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const deleted = await reader
    .selectFrom('audit_event')
    .select((eb) => eb.fn.max(jsonInteger(eb.ref('detail_json'), 'id')).as('id'))
    .where('deployment_id', 'is', null)
    .where('action', '=', 'deployment.deleted')
    .executeTakeFirst()
  return Math.max(newest?.id ?? 0, deleted?.id ?? 0) + 1
}

/** Increments the deployment's change number. Other writers of the deployment wait until the transaction ends. */
async function nextNumber(transaction: Writer, deploymentId: number): Promise<number> {
  const row = await transaction
    .updateTable('deployment')
    .set((eb) => ({ change_number: eb('change_number', '+', 1) }))
    .where('id', '=', deploymentId)
    .returning('change_number')
    .executeTakeFirstOrThrow()
  return row.change_number
}

interface LoggedResult<T> extends Omit<LoggedWrite, 'deploymentId'> {
  result: T
  events: readonly ChangeEvent[]
}

type Work<T> = (transaction: ChangeTransaction, run: WriteRun) => Promise<LoggedResult<T>>

const commit = <T>(database: Database, deploymentId: number, work: Work<T>) =>
  write(
    database,
    (writer, run) => writeLogged(writer, deploymentId, (transaction) => work(transaction, run)),
    deploymentId,
  )

/** Runs `work` and adds the row of the change log in the same transaction. */
async function writeLogged<T>(
  writer: Writer,
  deploymentId: number,
  work: (transaction: ChangeTransaction) => Promise<LoggedResult<T>>,
): Promise<LoggedResult<T> & { changes: Changes }> {
  const changed = new ChangedRows()
  const logged = await work(Object.assign(writer, { deploymentId, changed }))
  const changes = changed.get()
  await logChange(writer, { ...logged, deploymentId }, changes, logged.events)
  return { ...logged, changes }
}
