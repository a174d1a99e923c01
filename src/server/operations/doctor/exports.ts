import { bucketFault } from '#server/sbom/export/storage/s3/check.ts'
import { type Check, failed, inspected, inspectedPostgres, ok, warning } from './check.ts'

/** Whether the files of SBOM exports can be stored where the configuration says. */
export const exportsCheck: Check = {
  id: 'exports',
  title: 'Exports',
  async run(context) {
    const { database, exportStorage } = context.config
    if (exportStorage === 'database') return ok('Files of SBOM exports are stored in the database.')
    if (exportStorage === 'folder') {
      if (database === null) return ok('Files of SBOM exports are stored in the data folder.')
      return warning(
        'Files of SBOM exports are stored in the data folder, although other processes can use the database.',
        'Let all processes mount the folder, or set EXPORT_STORAGE to "database" or to a bucket.',
      )
    }
    const { installation = null } = inspected(context) ?? inspectedPostgres(context) ?? {}
    const fault = await bucketFault(exportStorage, installation)
    if (fault === null) return ok('Files of SBOM exports are stored in the bucket of EXPORT_STORAGE.')
    return failed('The bucket of EXPORT_STORAGE cannot be used.', fault)
  },
}
