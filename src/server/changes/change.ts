import { ChangedRows } from '#server/db/changed-rows.ts'
import type { Database } from '#server/db/database.ts'
import type { Change, ChangeServices } from './change-services.ts'
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
): ChangeServices {
  const listeners = new Set<(change: Change) => void>()
  return {
    async change(deploymentId, actor, work, ...events) {
      const made = { deploymentId, changeNumber: 0, events }
      let findings: readonly number[] = []
      const result = await database.write(
        async (transaction, run) => {
          const row = await transaction
            .updateTable('deployment')
            .set((of) => ({ change_number: of('change_number', '+', 1) }))
            .where('id', '=', deploymentId)
            .returning('change_number')
            .executeTakeFirstOrThrow()
          made.changeNumber = row.change_number
          return work(Object.assign(transaction, { changed: new ChangedRows() }), run)
        },
        (transaction, changes) => {
          findings = changes.findings
          const of = { deploymentId, number: made.changeNumber, at: now(), actor }
          return logChange(transaction, of, changes, events)
        },
      )
      onNumber(deploymentId, made.changeNumber)
      for (const listener of listeners) listener({ ...made, findings })
      return result
    },
    record: (work) => database.write(work),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
