import { expect, it } from 'vitest'
import { exportSbom, getSbomExport } from '#contract/operations/sbom.ts'
import { sample, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'
import { assertCycloneDxXml, assertSpdx } from '../testing/valid.ts'

it('a real bill of a thousand components is exported as valid XML and SPDX', async () => {
  const service = await startTestService()
  await upload(service, sample('cyclonedx_juice_shop_nested.json'), { project: 'acme/juice' })
  const download = async (body: object) => {
    const { taskToken } = (await service.call(exportSbom, { body })).body
    await service.services.jobs.settled()
    const { downloadUrl, components, errorMessage } = (
      await service.call(getSbomExport, { path: { taskToken } })
    ).body
    const { pathname } = new URL(downloadUrl ?? `http://none/${errorMessage}`)
    expect(components).toBeGreaterThan(800)
    return (await service.send('GET', pathname, { token: null })).text
  }
  for (const repositoryId of [undefined, '1']) {
    const sbomOutputFormat = 'SBOM_OUTPUT_FORMAT_CYCLONEDX'
    await assertCycloneDxXml(
      '1.6',
      await download({
        repositoryId,
        sbomOutputFormat,
        includeVulnerabilities: true,
        formatVersion: { version: '1.6' },
      }),
    )
    const document = assertSpdx(
      await download({ repositoryId, formatVersion: { format: 'SBOM_FORMAT_SPDX' } }),
    )
    expect(document.packages.length).toBeGreaterThan(800)
  }
})
