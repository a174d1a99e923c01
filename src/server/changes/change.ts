import type { Database } from '#server/db/database.ts'
import type { Change, Services } from '#server/http/services.ts'
import { logChange } from './log.ts'

/**
 * How the data of deployments is written. The number of a change is taken first: on an engine with several writers, the
 * row of the deployment orders them then, so that numbers follow the order of the commits and have no gaps.
 * @param onNumber is told the number of each change once it is on disk, before anybody else.
 */
export function createChanges(
  database: Database,
  now: () => number,
  onNumber: (deploymentId: number, changeNumber: number) => void,
): Pick<Services, 'change' | 'record' | 'onChange'> {
  const listeners = new Set<(change: Change) => void>()
  return {
    async change(deploymentId, actor, work, ...events) {
      const { result, ...made } = await database.write(async (transaction, run) => {
        const { change_number: changeNumber } = await transaction
          .updateTable('deployment')
          .set((of) => ({ change_number: of('change_number', '+', 1) }))
          .where('id', '=', deploymentId)
          .returning('change_number')
          .executeTakeFirstOrThrow()
        const result = await work(transaction, run)
        const changes = run.changes()
        await logChange(
          transaction,
          { deploymentId, number: changeNumber, at: now(), actor },
          changes,
          events,
        )
        return { result, changeNumber, findings: changes.findings }
      })
      onNumber(deploymentId, made.changeNumber)
      for (const listener of listeners) listener({ deploymentId, ...made, events })
      return result
    },
    record: (work) => database.write(work),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
