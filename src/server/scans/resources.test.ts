import { expect, test } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { readCsv } from '#server/findings/export/testing/csv.ts'
import { startTestService } from '#server/testing/service.ts'
import { resourceFormats } from './rescan/testing/formats/resources.ts'
import { codeFindings, upload } from './testing/upload.ts'

const logs = 'module.web.aws_s3_bucket.logs["eu,us"]'
const web = 'Deployment.default.web'

async function started() {
  const service = await startTestService()
  const [checkov] = resourceFormats
  const matches = [
    { resource: logs, line: 2, code: 'acl = "public-read"' },
    { resource: web, path: 'k8s/web.yaml', line: 12, code: 'privileged: true' },
    { path: 'Dockerfile', line: 1, code: 'USER root' },
  ]
  await upload(service, checkov?.write(matches))
  const resources = async (query: Record<string, string>) =>
    (await codeFindings(service, query)).map(({ resource }) => resource ?? null).sort()
  return { service, resources }
}

test('resources are filtered by their whole name, searched by a part, and counted', async () => {
  const { service, resources } = await started()
  expect(await resources({ 'resource[]': logs })).toEqual([logs])
  expect(await resources({ resource: web })).toEqual([web])
  expect(await resources({ resource: 'Deployment' })).toEqual([])
  expect(await resources({ resource: '__none' })).toEqual([null])
  expect(await resources({ q: 'S3_bucket.LOGS' })).toEqual([logs])
  const { body } = await service.call(findingFacets, { query: {} })
  expect(body.facets['resource']).toEqual(
    expect.arrayContaining([
      { value: logs, count: 1 },
      { value: web, count: 1 },
      { value: null, count: 1 },
    ]),
  )
})

test('the detail and exports have the resource, and an export as SARIF is read with it', async () => {
  const { service, resources } = await started()
  const [finding] = await codeFindings(service, { resource: web })
  const { body } = await service.call(getFinding, { path: { id: finding?.id ?? 0 } })
  expect(body).toMatchObject({ resource: web })
  const exported = async (query: Record<string, string>) =>
    (await service.call(exportFindings, { query: { ...query, resource: web } })).text
  expect(readCsv(await exported({ format: 'csv', columns: 'path,resource' }))).toEqual([
    ['path', 'resource'],
    ['k8s/web.yaml', web],
  ])
  expect(JSON.parse(await exported({ format: 'json' }))).toMatchObject({ findings: [{ resource: web }] })
  await upload(service, await exported({ format: 'sarif' }), { ref: 'copy' })
  expect(await resources({ 'ref[]': 'copy' })).toEqual([web])
})
