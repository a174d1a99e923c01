import { createChanges, record } from '../changes/change.ts'
import { changeText } from '../changes/log.ts'
import { ChangedRows, type ChangeTransaction } from '../db/changed-rows.ts'
import type { Database } from '../db/database.ts'
import { connectionOf } from '../db/sqlite/testing/connection.ts'
import { createDeployment } from '../deployments/create.ts'

/** Makes a deployment in a database that has none. @returns its id. */
export const addDeployment = (database: Database): Promise<number> =>
  record(database, (transaction) => createDeployment(transaction, { slug: 'main', name: 'Main', now: 0 }))

/** Changes the data of a deployment as the service does, where a test has a database and no service. */
export function change<T>(
  database: Database,
  work: (transaction: ChangeTransaction) => Promise<T>,
  deploymentId = 1,
): Promise<T> {
  const changes = createChanges(
    database,
    () => 0,
    () => undefined,
  )
  return changes.change(deploymentId, 'Tess Ter', work)
}

/** Says what was written past the service, as a change of its own; at once, so that a test need not wait for it. */
export function reportChange(
  database: Database,
  deploymentId: number,
  report: (changed: ChangedRows) => void,
): void {
  const connection = connectionOf(database)
  const changed = new ChangedRows()
  report(changed)
  const row = connection
    .prepare('update deployment set change_number = change_number + 1 where id = ? returning change_number')
    .get(deploymentId)
  if (row)
    connection
      .prepare(
        "insert into change_log (deployment_id, number, part, at, actor, changes) values (?, ?, 0, 0, 'Tess Ter', ?)",
      )
      .run(deploymentId, Number(row['change_number']), changeText(changed.get(), []))
}
