import { join } from 'node:path'
import { openDatabase } from '#server/db/engine.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { createDeployment } from '../deployments/create.ts'
import { dataFolder } from './command-line.ts'
import { rowsOf } from './rows.ts'

interface Place {
  project_id: number
  ref_id: number
}

/** A data folder for `serveFor`: its deployment `main` has one project with one ref, and the rows that `fill` puts there. */
export async function filledFolder(fill: (rows: ReturnType<typeof rowsOf>, place: Place) => void) {
  const folder = await dataFolder()
  const database = await openDatabase(join(folder, 'gatehouse.db'))
  const now = Date.now()
  const id = await database.write((transaction) =>
    createDeployment(transaction, { slug: 'main', name: 'Main', now }),
  )
  const rows = rowsOf(database, id, now)
  const project_id = rows.project()
  const ref_id = rows.ref({ project_id })
  connectionOf(database).exec('begin')
  fill(rows, { project_id, ref_id })
  connectionOf(database).exec('commit')
  await database.close()
  return { folder, projectId: String(project_id) }
}
