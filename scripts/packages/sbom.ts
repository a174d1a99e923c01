// The SBOM of Gatehouse, created by Gatehouse: npm's list of its packages is imported as a scan, and exported again.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { pino } from 'pino'
import { z } from 'zod'
import type { Operation } from '#contract/operation.ts'
import { downloadSbom, exportSbom, getSbomExport } from '#contract/operations/sbom.ts'
import { createScan } from '#contract/operations/scans.ts'
import { exportSbomAnswer, sbomExport } from '#contract/responses/sbom.ts'
import { createScanAnswer } from '#contract/responses/scans.ts'
import { mintToken } from '#server/access/tokens/mint.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/base/config/config.ts'
import { createDeployment } from '#server/catalog/deployments/create.ts'
import { openDatabase } from '#server/db/engine.ts'
import { root } from '../prepare.mjs'
import { distributedPackages, manifest } from './distributed.ts'

const component = z.looseObject({
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  'bom-ref': z.string(),
})
const npmSchema = z.looseObject({
  metadata: z.looseObject({ component: component }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
})

const version = '1.6'

/** Returns npm's list of the distributed packages, as CycloneDX. */
function readNpmSbom(): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: status ${status}\n${stderr}`)
  const npmSbom = npmSchema.parse(JSON.parse(stdout))
  const { installed, bundled } = distributedPackages()
  const shippedNames = new Set([...installed, ...bundled].map(({ name, version }) => `${name}@${version}`))
  const components = npmSbom.components.filter((one) => shippedNames.has(one['bom-ref']))
  const own = npmSbom.metadata.component['bom-ref']
  const keptRefs = new Set([own, ...components.map((one) => one['bom-ref'])])
  // Packages bundled into the dashboard are distributed as a part of Gatehouse, even if npm lists them as development
  // dependencies.
  const dependencies = npmSbom.dependencies
    .filter(({ ref }) => keptRefs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => keptRefs.has(other)) }))
  const metadata = { ...npmSbom.metadata, component: { ...npmSbom.metadata.component, name: manifest.name } }
  return JSON.stringify({ ...npmSbom, metadata, components, dependencies })
}

/**
 * Creates the SBOM as CycloneDX 1.6 in JSON, by the service with an in-memory database.
 * @throws Error if it is invalid by the strict schema, or has other packages than the distributed ones.
 */
export async function createSbom(): Promise<string> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'gatehouse-sbom-'))
  const database = await openDatabase(':memory:')
  const now = Date.now()
  const secret = await database.write(async (transaction) => {
    const deploymentId = await createDeployment(transaction, { slug: 'main', name: 'Main', now })
    const tokenRequest = {
      deploymentId,
      name: 'release',
      person: null,
      role: 'admin',
      createdBy: null,
    } as const
    return (await mintToken(transaction, { ...tokenRequest, webApiEnabled: true, now })).secret
  })
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }), dataFolder }
  const logger = pino({ level: 'silent' })
  const { server, services } = await buildApp({ config, database, logger, version: manifest.version })

  async function ask({ method, path }: Operation, filled: Record<string, string>, payload?: object | string) {
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? 'main')
    const query = new URLSearchParams(filled['query'] ?? '')
    const headers = { authorization: `Bearer ${secret}` }
    const options = payload === undefined ? {} : { payload }
    const answer = await server.inject({ method, url: `${url}?${query}`, headers, ...options })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return answer
  }

  try {
    const query = `project=${manifest.name}&ref=main`
    const scan = z.parse(createScanAnswer, (await ask(createScan, { query }, readNpmSbom())).json())
    const options = {
      repositoryId: String(scan.repository_id),
      formatVersion: { format: 'SBOM_FORMAT_CYCLONEDX', version },
      componentVersion: manifest.version,
    }
    const { taskToken } = z.parse(exportSbomAnswer, (await ask(exportSbom, {}, options)).json())
    await services.jobs.settled()
    const sbom = z.parse(sbomExport, (await ask(getSbomExport, { taskToken })).json())
    if (!sbom.downloadUrl) throw new Error(`the export failed: ${sbom.errorMessage ?? sbom.status}`)
    const downloadToken = new URL(sbom.downloadUrl).pathname.split('/').at(-1) ?? ''
    return checked((await ask(downloadSbom, { downloadToken })).body)
  } finally {
    await server.close()
    await database.close()
    rmSync(dataFolder, { recursive: true })
  }
}

/** Returns an SBOM that is valid and has exactly the distributed packages. */
async function checked(text: string): Promise<string> {
  const faults = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)
  if (faults !== null) throw new Error(`the SBOM is not valid: ${JSON.stringify(faults)}`)
  const { components } = z
    .object({ components: z.array(z.object({ purl: z.string() })) })
    .parse(JSON.parse(text))
  const actualPurls = components.map(({ purl }) => decodeURIComponent(purl.replace(/[?#].*$/, ''))).toSorted()
  const { installed, bundled } = distributedPackages()
  const expectedPurls = new Set([...installed, ...bundled].map((one) => `pkg:npm/${one.name}@${one.version}`))
  const missing = [...expectedPurls].filter((purl) => !actualPurls.includes(purl))
  const foreign = actualPurls.filter((purl) => !expectedPurls.has(purl))
  if (missing.length + foreign.length > 0) {
    throw new Error(
      `the SBOM lacks ${missing.join(', ') || 'nothing'} and adds ${foreign.join(', ') || 'nothing'}`,
    )
  }
  return text
}
