import { expect, it } from 'vitest'
import { exportSbom } from '#contract/operations/sbom.ts'
import { insertRows } from '#server/db/bulk.ts'
import { takeIds } from '#server/db/ids.ts'
import { upload } from '#server/scans/testing/upload.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startWithReceiver } from './testing/webhook-service.ts'

const failedScan = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Broken' } },
      invocations: [{ executionSuccessful: false }],
      results: [],
    },
  ],
}

/** A service, and what of the project `acme/shop` a webhook for it alone is sent after 1,000 events of another project. */
async function afterThousand(table: 'scan' | 'gate_verdict') {
  const service = await startWithReceiver()
  const { add, settle, titles, services, deployment } = service
  await upload(service, failedScan, { project: 'acme/noise', commit: '1' })
  await upload(service, failedScan, { commit: '1' })
  await add(['scan.failed', 'gate.failed'], { filter: 'repos=acme%2Fshop' })
  const { read } = services.database
  const [noise, shop] = await read.selectFrom('scan').selectAll().orderBy('id').execute()
  if (!noise || !shop) throw new Error('no scans')
  const places = [...Array.from({ length: 1000 }, () => noise), shop]
  const verdict = {
    verdict: 'fail',
    commit: 'c',
    comparison: '',
    digest: 'd',
    document_json: '{}',
    ref_name: 'refs/heads/main',
    pull_request: null,
    new_rules_json: '[]',
    evaluated_at: services.now(),
    actor: 'test',
  }
  await services.change(deployment.id, 'test', async (transaction) => {
    const first = await takeIds(transaction, deployment.id, table, places.length)
    const ids = (at: number) => ({ deployment_id: deployment.id, id: first + at })
    if (table === 'scan')
      await insertRows(
        transaction,
        table,
        places.map((scan, at) => ({ ...scan, ...ids(at) })),
      )
    else
      await insertRows(
        transaction,
        table,
        places.map(({ id, project_id }, at) => ({ ...verdict, project_id, scan_id: id, ...ids(at) })),
      )
  })
  await settle()
  return titles()
}

it('is sent a failed scan behind a thousand of other projects', async () => {
  expect(await afterThousand('scan')).toEqual(['Scan of acme/shop (main) failed'])
})

it('is sent a verdict behind a thousand of other projects', async () => {
  expect(await afterThousand('gate_verdict')).toEqual(['The gate blocks acme/shop (main)'])
})

it('is sent an export, also if the change log was trimmed meanwhile', async () => {
  const { add, settle, titles, call, services, deployment, clock } = await startWithReceiver()
  const rows = rowsOf(services.database, deployment.id, clock.now)
  const project = await rows.project()
  const place = { project_id: project, ref_id: await rows.ref({ project_id: project }) }
  const lockfile = await rows.lockfile({ ...place, scan_id: await rows.scan(place) })
  await rows.dependency({ project_id: project, lockfile_id: lockfile })
  await add(['export.ready'])
  // As if the deployment were read for the first time after a day.
  await services.record((transaction) =>
    transaction
      .updateTable('notification_position')
      .set({ holder: 'other', lease_until: services.now() + 60_000 })
      .where('deployment_id', '=', deployment.id)
      .execute(),
  )
  expect((await call(exportSbom, { body: { repositoryId: String(project) } })).status).toBe(200)
  await services.jobs.settled()
  await services.record((transaction) =>
    transaction.deleteFrom('change_log').where('deployment_id', '=', deployment.id).execute(),
  )
  await services.record((transaction) =>
    transaction
      .updateTable('notification_position')
      .set({ lease_until: null })
      .where('deployment_id', '=', deployment.id)
      .execute(),
  )
  await settle()
  expect(titles()).toEqual([expect.stringMatching(/^Export .*json can be downloaded$/)])
})
