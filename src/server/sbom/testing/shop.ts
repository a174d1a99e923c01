import { exportSbom, getSbomExport } from '#contract/operations/sbom.ts'
import type { Config } from '#server/base/config/config.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'

export const typePrefix = 'SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_'

/** A service with a project `acme/shop`, whose primary branch has one full scan and one lockfile. */
export async function shopService(options: { config?: Partial<Config> } = {}) {
  const service = await startTestService(options)
  const { services } = service
  const rows = rowsOf(services.database, service.deployment.id, service.clock.now)
  const shop = await rows.project({ latest_scan_at: service.clock.now })
  const main = await rows.ref({ project_id: shop })
  const scan = await rows.scan({ project_id: shop, ref_id: main, commit: '9f2c1ab' })
  const lock = await rows.lockfile({ project_id: shop, ref_id: main, scan_id: scan })
  const add = (text: object) => rows.dependency({ project_id: shop, lockfile_id: lock, ...text })
  const ask = (body: object = {}, more: object = {}) =>
    service.call(exportSbom, { body: { repositoryId: String(shop), ...body }, ...more })
  const read = (taskToken: string) => service.call(getSbomExport, { path: { taskToken } })
  async function download(body: object = {}) {
    const { taskToken } = (await ask(body)).body
    await services.jobs.settled()
    return { taskToken, ...(await fileOf(taskToken)) }
  }
  /** The state of an export that ended, and its file. */
  async function fileOf(taskToken: string) {
    const state = (await read(taskToken)).body
    const url = new URL(state.downloadUrl ?? `http://none/${state.errorMessage}`)
    const file = await service.send('GET', url.pathname, { token: null })
    return { state, file, text: file.text }
  }
  return { ...service, rows, shop, main, scan, lock, add, ask, read, fileOf, download }
}
