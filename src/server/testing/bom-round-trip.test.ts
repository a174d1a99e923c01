import { describe, expect, test } from 'vitest'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { exportSbom, getSbomExport } from '#contract/operations/sbom.ts'
import { loadDemo } from '#server/demo/load.ts'
import { assertCycloneDxJson, cycloneDxVersions } from '#server/sbom/testing/valid.ts'
import { sample, semgrep, supplyChainFindings, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from './service.ts'

type Version = (typeof cycloneDxVersions)[number]

async function projectId(service: TestService, name: string, deploymentId = service.deployment.id) {
  const row = await service.services.database.read
    .selectFrom('project')
    .select('id')
    .where('name', '=', name)
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The text of a finished export. */
async function exported(
  service: TestService,
  request: {
    project?: string
    version: Version
    deploymentId?: number
    includeVulnerabilities?: boolean
    isXml?: boolean
  },
) {
  const path = { deploymentId: request.deploymentId ?? service.deployment.id }
  const repositoryId =
    request.project === undefined
      ? {}
      : { repositoryId: String(await projectId(service, request.project, path.deploymentId)) }
  const formatVersion = { format: 'SBOM_FORMAT_CYCLONEDX' as const, version: request.version }
  const { body } = await service.call(exportSbom, {
    path,
    body: {
      ...repositoryId,
      formatVersion,
      includeVulnerabilities: request.includeVulnerabilities ?? false,
      ...(request.isXml ? { sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX' } : {}),
    },
  })
  await service.services.jobs.settled()
  const state = await service.call(getSbomExport, { path: { ...path, taskToken: body.taskToken } })
  expect(state.body.errorMessage ?? null).toBeNull()
  const { pathname } = new URL(state.body.downloadUrl ?? 'http://none/')
  return (await service.send('GET', pathname, { token: null })).text
}

/** All that is known of a project's dependencies, without ids and in an order of its own. */
async function knownOf(service: TestService, name: string, deploymentId = service.deployment.id) {
  const id = await projectId(service, name, deploymentId)
  const { body } = await service.call(listDependencies, {
    path: { deploymentId },
    body: { pageSize: 10_000, dependencyFilter: { repositoryId: [id] } },
  })
  const stored = await service.services.database.read
    .selectFrom('dependency')
    .select(['id', 'requires_json', 'through_json', 'hashes_json', 'purl'])
    .where('project_id', '=', id)
    .execute()
  const rows = new Map(stored.map((row) => [String(row.id), row]))
  const labels = new Map(body.dependencies.map((one) => [Number(one.id), `${one.name}@${one.version}`]))
  expect(body.hasMore).toBe(false)
  return body.dependencies
    .map((one) => {
      const row = rows.get(one.id)
      const requires: number[] | null = JSON.parse(row?.requires_json ?? 'null')
      const hashes: { alg: string; content: string }[] = JSON.parse(row?.hashes_json ?? '[]')
      return {
        place: `${one.lockfilePath} ${one.ecosystem} ${one.name}@${one.version}`,
        transitivity: one.transitivity,
        licenses: one.licenses?.toSorted(),
        hashes: hashes.map(({ alg, content }) => `${alg} ${content}`).toSorted(),
        purl: row?.purl,
        requires: requires?.map((other) => labels.get(other)).toSorted() ?? null,
        steps: JSON.parse(row?.through_json ?? '[]').length,
      }
    })
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
}

const named = (name: string, version: string, ecosystem: string, more: object = {}) => ({
  package: name,
  version,
  ecosystem,
  ...more,
})

/** Lockfiles with all that makes one dependency differ from another. */
const locked = {
  ...semgrep([]),
  dependencies: {
    'package-lock.json': [
      named('@scope/a', '1.0.0', 'npm', {
        transitivity: 'direct',
        allowed_hashes: { sha512: ['ab'.repeat(64)], sha1: ['cd'.repeat(20)] },
        children: [
          { package: 'b', version: '2.0.0' },
          { package: 'b', version: '3.0.0' },
        ],
      }),
      named('b', '2.0.0', 'npm', { transitivity: 'transitive', children: [] }),
      named('b', '3.0.0', 'npm', { transitivity: 'transitive' }),
    ],
    'web/package-lock.json': [
      named('b', '2.0.0', 'npm', { transitivity: 'direct', children: [] }),
      named('@scope/a', '1.0.0', 'npm', {
        allowed_hashes: { sha512: ['ab'.repeat(64)], sha1: ['cd'.repeat(20)] },
        children: [{ package: 'b', version: '2.0.0' }],
      }),
    ],
    'poetry.lock': [
      named('Django', '5.0', 'pypi', {
        transitivity: 'direct',
        allowed_hashes: { sha256: ['01'.repeat(32), '02'.repeat(32)] },
      }),
      named('ruamel.yaml', '', 'pypi', { transitivity: 'transitive' }),
    ],
    'pom.xml': [named('org.acme:core', '1.0-SNAPSHOT', 'maven', { transitivity: 'direct' })],
    'go.mod': [named('github.com/BurntSushi/toml', 'v1.4.0', 'gomod')],
    'opam.lock': [named('dune', '3.1', 'opam'), named('<img src=x onerror=alert(1)>', '"1"', 'npm')],
    'Package.resolved': [named('github.com/apple/swift-log', '1.5.0', 'swiftpm')],
    'composer.lock': [named('symfony/console', 'v7.0.1', 'composer')],
  },
}

describe('an exported file that is imported again', () => {
  test.each(cycloneDxVersions)('gives the same dependencies in CycloneDX %s', async (version) => {
    const service = await startTestService()
    await upload(service, locked, { project: 'acme/lock', commit: '1' })
    await upload(service, sample('cyclonedx_juice_shop_nested.json'), { project: 'acme/juice', commit: '1' })
    await upload(service, sample('cyclonedx_issue_9277.json'), { project: 'acme/image', commit: '1' })
    for (const project of ['acme/lock', 'acme/juice', 'acme/image']) {
      const text = await exported(service, { project, version })
      await assertCycloneDxJson(version, text)
      const { body } = await upload(service, text, { project: `${project}-again` })
      const before = await knownOf(service, project)
      expect(body.report).toMatchObject({ dependencies: before.length, left_out: [] })
      expect(before.length).toBeGreaterThan(10)
      expect(await knownOf(service, `${project}-again`)).toEqual(before)
      expect(body.meta).toMatchObject({ commit: '1' })
      const xml = await exported(service, { project, version, isXml: true })
      expect(xml).toMatch(/^<\?xml/)
      const asXml = await upload(service, xml, { project: `${project}-xml` })
      expect(asXml.body.report).toEqual(body.report)
      expect(await knownOf(service, `${project}-xml`)).toEqual(before)
      expect(asXml.body.meta).toMatchObject({ commit: '1' })
    }
  })

  test('brings the vulnerabilities that it was asked to name', async () => {
    const service = await startTestService()
    await upload(service, sample('cyclonedx_issue_9277.json'), { project: 'acme/image', commit: '1' })
    const text = await exported(service, {
      project: 'acme/image',
      version: '1.6',
      includeVulnerabilities: true,
    })
    await upload(service, text, { project: 'acme/again' })
    const xml = await exported(service, {
      project: 'acme/image',
      version: '1.6',
      includeVulnerabilities: true,
      isXml: true,
    })
    await upload(service, xml, { project: 'acme/xml' })
    const matches = async (repos: string) =>
      (await supplyChainFindings(service, { repos }))
        // One is about a package that the file does not hold, and so about the whole once it was exported.
        .filter(({ rule_name }) => !rule_name.endsWith('TEMP-0290435-0B57B5'))
        // The rules of the second tool stand with its name in front.
        .map((one) => [one.rule_name.replace(/^Gatehouse\//, ''), one.severity, one.found_dependency])
        .toSorted()
    expect(await matches('acme/again')).toHaveLength(13)
    expect(await matches('acme/again')).toEqual(await matches('acme/image'))
    expect(await matches('acme/xml')).toEqual(await matches('acme/image'))
  })

  test('gives those of the largest project of the demo', async () => {
    const service = await startTestService()
    const { deploymentId } = await loadDemo(service.services.database, {
      now: service.clock.now,
      profile: { projects: 3, findings: 50, dependencies: 900, rules: 800, scans: 60 },
    })
    await service.services.deployments.refresh()
    const { name } = await service.services.database.read
      .selectFrom('dependency')
      .innerJoin('project', 'project.id', 'dependency.project_id')
      .select('project.name')
      .where('dependency.deployment_id', '=', deploymentId)
      .where('requires_json', 'is not', null)
      .executeTakeFirstOrThrow()
    const text = await exported(service, { project: name, version: '1.6', deploymentId })
    await upload(service, text, { project: 'acme/again' })
    const before = await knownOf(service, name, deploymentId)
    expect(before.some((one) => one.steps > 1)).toBe(true)
    expect(await knownOf(service, 'acme/again')).toEqual(before)
  })

  test('of a whole deployment names its projects in the paths', async () => {
    const service = await startTestService()
    await upload(service, locked, { project: 'acme/lock', commit: '1' })
    await upload(service, sample('cyclonedx_jake2.json'), { project: 'acme/jake', commit: '1' })
    const text = await exported(service, { version: '1.6' })
    await upload(service, text, { project: 'all' })
    const within = async (project: string) =>
      (await knownOf(service, project)).map((one) => ({ ...one, place: `${project}/${one.place}` }))
    expect(await knownOf(service, 'all')).toEqual([
      ...(await within('acme/jake')),
      ...(await within('acme/lock')),
    ])
  })
})
