import type { Database } from '#server/db/database.ts'
import { deletionSetting } from '#server/db/deletion.ts'
import type { Deployment, DeploymentDirectory } from '#server/http/services.ts'

/** The deployments of the database, in memory. `touch` updates the change number of one. */
export async function openDirectory(
  database: Database,
): Promise<DeploymentDirectory & { touch(id: number, changeNumber: number): void }> {
  let rows: Deployment[] = []
  const refresh = async () => {
    rows = await database.read
      .selectFrom('deployment')
      .selectAll()
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('deployment_setting as setting')
              .select('setting.name')
              .whereRef('setting.deployment_id', '=', 'deployment.id')
              .where('setting.name', '=', deletionSetting),
          ),
        ),
      )
      .orderBy('id')
      .execute()
  }
  await refresh()
  return {
    refresh,
    all: () => rows,
    find: (name) =>
      /^\d+$/.test(name)
        ? rows.find((row) => String(row.id) === name)
        : rows.find((row) => row.slug === name),
    touch(id, changeNumber) {
      const row = rows.find((candidate) => candidate.id === id)
      if (row && row.change_number < changeNumber) row.change_number = changeNumber
    },
  }
}
