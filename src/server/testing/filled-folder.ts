import { join } from 'node:path'
import { createDeployment } from '#server/catalog/deployments/create.ts'
import { openDatabase } from '#server/db/engine.ts'
import { dataFolder } from './command-line.ts'
import { rowsIn } from './rows.ts'
import { writeUnchecked } from './unchecked-write.ts'

interface Place {
  project_id: number
  ref_id: number
}

/** A data folder for `serveFor`: its deployment `main` has one project with one ref, and the rows that `fill` puts there. */
export async function filledFolder(fill: (rows: ReturnType<typeof rowsIn>, place: Place) => Promise<void>) {
  const folder = await dataFolder()
  const database = await openDatabase(join(folder, 'gatehouse.db'))
  const now = Date.now()
  const id = await database.write((transaction) =>
    createDeployment(transaction, { slug: 'main', name: 'Main', now }),
  )
  const project_id = await writeUnchecked(database, id, async (transaction) => {
    const rows = rowsIn((work) => work(transaction), id, now)
    const project_id = await rows.project()
    await fill(rows, { project_id, ref_id: await rows.ref({ project_id }) })
    return project_id
  })
  await database.close()
  return { folder, projectId: String(project_id) }
}
