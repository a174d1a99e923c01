import { updateSettings } from '#contract/operations/settings.ts'
import { Build } from '../../findings/testing/build.ts'
import { rowsOf } from '../rows.ts'
import { startTestService } from '../service.ts'

const ticket = { id: 5, externalSlug: 'SEC-5', linkedIssueIds: [9], url: 'https://tickets.example/SEC-5' }

/**
 * A service with a small organisation: three projects, five code findings, three of dependencies and two secrets, a rule
 * in a policy, scans of each outcome, and dependencies of two ecosystems. `at` counts minutes from 10 January 2026.
 */
export async function seeded() {
  const service = await startTestService()
  const build = new Build(service)
  const shop = await build.project('acme/shop', { tags: ['web', 'pci', 'old'] })
  const api = await build.project('acme/api', {})
  await build.project('group/sub/lib', {})
  await build.rule('javascript.express.xss', { mode: 'MODE_MONITOR' })
  await build.add(
    { rule: 'javascript.express.xss', key: 'xss_0', severity: 'high', confidence: 'high', at: 60 },
    {
      rule: 'javascript.express.xss',
      key: 'xss_0',
      severity: 'high',
      confidence: 'high',
      ref: 'refs/pull/7/merge',
      at: 70,
    },
    { rule: 'test.style', severity: 'low', triage: 'ignored', reason: 'false_positive', at: 10 },
    { project: 'acme/api', severity: 'critical', at: 200 },
    { project: 'acme/api', severity: 'medium', state: 'fixed', at: 20 },
    {
      type: 'sca',
      key: 'pad_0',
      severity: 'high',
      reachability: 'reachable',
      advisory: 'CVE-2026-1',
      at: 30,
    },
    {
      type: 'sca',
      key: 'pad_0',
      severity: 'high',
      reachability: 'reachable',
      advisory: 'CVE-2026-1',
      ref: 'refs/pull/7/merge',
      at: 40,
    },
    {
      type: 'sca',
      project: 'acme/api',
      severity: 'low',
      reachability: 'unreachable',
      transitivity: 'transitive',
      at: 50,
    },
    {
      type: 'secrets',
      severity: 'high',
      validationState: 'CONFIRMED_VALID',
      document: {
        external_ticket: ticket,
        review_comments: [{ externalDiscussionId: 'd1', externalNoteId: 77 }],
      },
    },
    { type: 'secrets', project: 'acme/api', severity: 'low', validationState: 'NO_VALIDATOR' },
  )
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const refOf = async (project: number) => {
    const refs = service.services.database.read.selectFrom('ref').select('id')
    return (
      await refs.where('project_id', '=', project).where('is_primary', '=', 1).executeTakeFirstOrThrow()
    ).id
  }
  const ofShop = { project_id: shop, ref_id: await refOf(shop) }
  const ofApi = { project_id: api, ref_id: await refOf(api) }
  const scan_id = await rows.scan({
    ...ofShop,
    enabled_products_json: '["PRODUCT_SAST","PRODUCT_SCA"]',
    total_time: 42,
  })
  await rows.scan({ ...ofApi, kind: 1, status: 4, exit_code: 2, total_time: 3 })
  const npm = await rows.lockfile({ ...ofShop, scan_id })
  const go = await rows.lockfile({ ...ofApi, path: 'go.mod' })
  await rows.dependency({
    project_id: shop,
    lockfile_id: npm,
    defined_path: 'package-lock.json',
    defined_line: 12,
    defined_url: 'https://git.example/acme/shop/blob/9f2c1ab/package-lock.json#L12',
  })
  await rows.dependency({
    project_id: shop,
    lockfile_id: npm,
    name: 'left-pad',
    version: '1.3.0',
    transitivity: 1,
  })
  await rows.dependency({
    project_id: api,
    lockfile_id: go,
    ecosystem: 'gomod',
    name: 'golang.org/x/net',
    version: '0.20.0',
  })
  // Only the dashboard's dialog knows of these.
  await service.call(updateSettings, {
    body: {
      sbomDefaults: {
        formatVersion: { version: '1.4' },
        sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX',
        metadataSupplier: { name: 'Acme' },
      },
    },
  })
  return service
}
