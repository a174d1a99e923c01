import { ChangedRows, type ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Changes, Database, WriteRun, Writer } from '#server/db/database.ts'
import type { Change, ChangeEvent, ChangeServices } from './change-services.ts'
import { type LoggedWrite, logChange } from './log.ts'

/**
 * How the data of deployments is written. The number of a change is taken first: on an engine with several writers, the
 * row of the deployment orders them then, so that numbers follow the order of the commits and have no gaps.
 * @param onNumber is told the number of each change once it is on disk, before anybody else.
 */
export function createChanges(
  database: Database,
  now: () => number,
  onNumber: (deploymentId: number, changeNumber: number) => void,
): ChangeServices {
  const listeners = new Set<(change: Change) => void>()
  return {
    async change(deploymentId, actor, work, ...events) {
      const { result, number, changes } = await commit(database, async (transaction, run) => {
        const number = await nextNumber(transaction, deploymentId)
        const result = await work(transaction, run)
        return { result, deploymentId, number, at: now(), actor, events }
      })
      onNumber(deploymentId, number)
      const { findings, all } = changes
      for (const listener of listeners)
        listener({ deploymentId, changeNumber: number, findings, all, events })
      return result
    },
    record: (work) => record(database, work),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Writes what is no data of a deployment, without a number and a row of the log. */
export const record = <T>(
  database: Database,
  work: (transaction: Writer, run: WriteRun) => Promise<T>,
): Promise<T> => database.write(work)

/** Writes a deployment with all its data, as its first change. @param work makes it, and returns its id with the rest. */
export async function changeNewDeployment<T extends { deploymentId: number }>(
  database: Database,
  { at, actor }: { at: number; actor: string },
  work: (transaction: Writer) => Promise<T>,
): Promise<T> {
  const { result } = await commit(database, async (transaction) => {
    const result = await work(transaction)
    const { deploymentId } = result
    transaction.changed.everything()
    const number = await nextNumber(transaction, deploymentId)
    return { result, deploymentId, number, at, actor, events: [] }
  })
  return result
}

/** Increments the number of changes of a deployment, which makes others that change it wait. */
async function nextNumber(transaction: Writer, deploymentId: number): Promise<number> {
  const row = await transaction
    .updateTable('deployment')
    .set((of) => ({ change_number: of('change_number', '+', 1) }))
    .where('id', '=', deploymentId)
    .returning('change_number')
    .executeTakeFirstOrThrow()
  return row.change_number
}

interface Done<T> extends LoggedWrite {
  result: T
  events: readonly ChangeEvent[]
}

/** Commits what `work` writes together with its row of the log. */
function commit<T>(
  database: Database,
  work: (transaction: ChangeTransaction, run: WriteRun) => Promise<Done<T>>,
): Promise<Done<T> & { changes: Changes }> {
  return database.write(async (transaction, run) => {
    const changed = new ChangedRows()
    const done = await work(Object.assign(transaction, { changed }), run)
    const changes = changed.get()
    await logChange(transaction, done, changes, done.events)
    return { ...done, changes }
  })
}
