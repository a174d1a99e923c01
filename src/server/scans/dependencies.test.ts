import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listDependencies, listLockfiles } from '#contract/operations/dependencies.ts'
import { deleteProject, patchProject } from '#contract/operations/projects.ts'
import { getScan } from '#contract/operations/scans.ts'
import type { Dependency } from '#contract/responses/dependencies.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { sample, semgrep, supplyChainFindings, upload } from './testing/upload.ts'

interface Named {
  package: string
  version?: string
  transitivity?: string
  line_number?: number
  children?: { package: string; version: string }[]
}

/** A Semgrep file that names lockfiles alone. */
const locked = (lockfiles: Record<string, (Named | string)[]>) => ({
  ...semgrep([]),
  dependencies: Object.fromEntries(
    Object.entries(lockfiles).map(([path, named]) => [
      path,
      named.map((one) => ({
        version: '1.0.0',
        ecosystem: 'npm',
        ...(typeof one === 'string' ? { package: one } : one),
      })),
    ]),
  ),
})

const bom = (names: readonly string[], path: string, more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  components: names.map((name) => ({
    'bom-ref': name,
    name,
    version: '1.0.0',
    purl: `pkg:npm/${name}@1.0.0`,
    properties: [{ name: 'gatehouse:lockfile', value: path }],
  })),
  ...more,
})

async function all(service: TestService): Promise<Dependency[]> {
  return (await service.call(listDependencies, { body: { pageSize: 10_000 } })).body.dependencies
}

/** What is listed, as `lockfile name@version`. */
const named = async (service: TestService) =>
  (await all(service)).map((one) => `${one.lockfilePath} ${one.name}@${one.version}`)

describe('a full scan that names dependencies', () => {
  test('lists them with where they stand, and says how many were read', async () => {
    const service = await startTestService()
    const file = locked({
      'web/package-lock.json': [
        {
          package: 'a',
          transitivity: 'direct',
          line_number: 12,
          children: [{ package: 'b', version: '1.0.0' }],
        },
        { package: 'b', transitivity: 'transitive', children: [{ package: 'c', version: '1.0.0' }] },
        { package: 'c', transitivity: 'transitive' },
      ],
    })
    const { body } = await upload(service, file, {
      url: 'https://git.example.com/acme/shop',
      commit: 'c0ffee',
    })
    expect(body).toMatchObject({
      enabled_products: ['PRODUCT_SCA'],
      report: { read: 0, dependencies: 3, left_out: [] },
    })
    const summary = await service.call(getScan, { path: { scanId: body.id }, query: { include: 'summary' } })
    expect(summary.body.summary?.report).toMatchObject({ dependencies: 3 })
    const listed = await all(service)
    expect(listed).toMatchObject([
      {
        name: 'a',
        transitivity: 'DIRECT',
        lockfilePath: 'web/package-lock.json',
        definedAt: {
          path: 'web/package-lock.json',
          startLine: '12',
          url: 'https://git.example.com/acme/shop/blob/c0ffee/web/package-lock.json#L12',
        },
      },
      { name: 'b', transitivity: 'TRANSITIVE' },
      { name: 'c' },
    ])
    const rows = await service.services.database.read
      .selectFrom('dependency')
      .select(['requires_json', 'through_json'])
      .orderBy('id')
      .execute()
    const [, second, third] = listed.map((one) => Number(one.id))
    expect(rows).toEqual([
      { requires_json: JSON.stringify([second]), through_json: null },
      { requires_json: JSON.stringify([third]), through_json: '["a@1.0.0"]' },
      { requires_json: null, through_json: '["a@1.0.0","b@1.0.0"]' },
    ])
  })

  test('keeps the id of what stays, takes what is gone away with its lockfile', async () => {
    const service = await startTestService()
    await upload(service, locked({ 'a.lock': ['one', 'two', 'three'], 'b.lock': ['four'] }), { commit: '1' })
    const before = await all(service)
    const file = locked({
      'a.lock': ['zero', { package: 'two', transitivity: 'direct' }, 'three'],
      'c.lock': ['four'],
    })
    expect((await upload(service, file, { commit: '2' })).status).toBe(201)
    const after = await all(service)
    expect(after.map((one) => `${one.lockfilePath} ${one.name}`)).toEqual([
      'a.lock two',
      'a.lock three',
      'a.lock zero',
      'c.lock four',
    ])
    expect(after.slice(0, 2).map((one) => one.id)).toEqual(before.slice(1, 3).map((one) => one.id))
    expect(after[0]?.transitivity).toBe('DIRECT')
    // No id is ever used again.
    const last = Math.max(...before.map((one) => Number(one.id)))
    expect(after.slice(2).every((one) => Number(one.id) > last)).toBe(true)
    const lockfiles = await service.call(listLockfiles, { path: { repositoryId: 1 } })
    expect(lockfiles.body.lockfileSummaries.map((one) => one.lockfilePath)).toEqual(['a.lock', 'c.lock'])

    await upload(service, locked({}), { commit: '3' })
    expect(await all(service)).toEqual([])
  })

  test('leaves a lockfile that it could not read as it was', async () => {
    const service = await startTestService()
    await upload(service, locked({ 'a.lock': ['one'], 'b.lock': ['two'] }), { commit: '1' })
    const errors = [{ code: 3, level: 'warn', type: 'Syntax error', path: 'b.lock' }]
    await upload(service, { ...locked({ 'a.lock': ['three'] }), errors }, { commit: '2' })
    expect(await named(service)).toEqual(['b.lock two@1.0.0', 'a.lock three@1.0.0'])
  })

  test('says nothing where the file says nothing', async () => {
    const service = await startTestService()
    await upload(service, locked({ 'a.lock': ['one'] }), { commit: '1' })
    const { body } = await upload(service, semgrep([]), { commit: '2' })
    expect(body.report).not.toHaveProperty('dependencies')
    expect(await named(service)).toEqual(['a.lock one@1.0.0'])
  })
})

describe('what does not replace dependencies', () => {
  test('a diff scan', async () => {
    const service = await startTestService()
    await upload(service, locked({ 'a.lock': ['one'] }), { commit: '1' })
    const { body } = await upload(service, locked({ 'a.lock': ['two', 'three'] }), {
      kind: 'diff',
      commit: '2',
    })
    expect(body.report).toMatchObject({
      dependencies: 2,
      left_out: [{ reason: 'dependency; only a successful full scan updates dependencies', count: 2 }],
    })
    expect(await named(service)).toEqual(['a.lock one@1.0.0'])
  })

  test('a scan that comes late', async () => {
    const service = await startTestService()
    await upload(service, locked({ 'a.lock': ['one'] }), { commit: '2', started_at: '2026-01-10T00:00:00Z' })
    await upload(service, locked({ 'a.lock': ['two'] }), { commit: '1', started_at: '2026-01-09T00:00:00Z' })
    expect(await named(service)).toEqual(['a.lock one@1.0.0'])
    // Nor where another tool took the lockfile over meanwhile.
    const late = { commit: '1', started_at: '2026-01-09T00:00:00Z', category: 'other' }
    await upload(service, locked({ 'a.lock': ['two'], 'b.lock': ['three'] }), late)
    expect(await named(service)).toEqual(['a.lock one@1.0.0', 'b.lock three@1.0.0'])
  })
})

test('sources leave the lockfiles of others alone; of one that both name, the newest wins', async () => {
  const service = await startTestService()
  await upload(service, locked({ 'a.lock': ['one'], 'b.lock': ['two'] }), { commit: '1' })
  await upload(service, bom(['three'], 'c.lock'), { commit: '1' })
  expect(await named(service)).toEqual(['a.lock one@1.0.0', 'b.lock two@1.0.0', 'c.lock three@1.0.0'])
  await upload(service, bom(['one', 'four'], 'a.lock'), { commit: '2' })
  expect(await named(service)).toEqual(['a.lock one@1.0.0', 'b.lock two@1.0.0', 'a.lock four@1.0.0'])
  // It is the other source's now: this one no longer names it, and takes nothing away.
  await upload(service, locked({ 'b.lock': ['two'] }), { commit: '2' })
  expect(await named(service)).toEqual(['a.lock one@1.0.0', 'b.lock two@1.0.0', 'a.lock four@1.0.0'])
})

test('a branch has its own, which the lists take up when it becomes the primary one', async () => {
  const service = await startTestService()
  await upload(service, locked({ 'a.lock': ['one'] }), { commit: '1' })
  await upload(service, locked({ 'a.lock': ['two'] }), { commit: '2', ref: 'refs/heads/next' })
  expect(await named(service)).toEqual(['a.lock one@1.0.0'])
  const change = { path: { projectName: 'acme/shop' }, body: { primary_branch: 'refs/heads/next' } }
  expect((await service.call(patchProject, change)).status).toBe(200)
  expect(await named(service)).toEqual(['a.lock two@1.0.0'])
  await upload(service, locked({ 'a.lock': ['two', 'three'] }), { commit: '3' })
  expect(await named(service)).toEqual(['a.lock two@1.0.0', 'a.lock three@1.0.0'])

  await service.call(deleteProject, { path: { projectName: 'acme/shop' } })
  expect(await all(service)).toEqual([])
  const left = await service.services.database.read.selectFrom('lockfile').selectAll().execute()
  expect(left).toEqual([])
})

test('after any scans the list holds what the newest of each source named, by ids that stay', async () => {
  const service = await startTestService()
  const step = fc.record({
    tool: fc.constantFrom('one', 'two'),
    kind: fc.constantFrom('full' as const, 'full' as const, 'diff' as const),
    lockfiles: fc.dictionary(
      fc.constantFrom('a.lock', 'b.lock', 'c.lock'),
      fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's')),
    ),
  })
  let project = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const name = `acme/${++project}`
      const model = new Map<string, { tool: string; names: readonly string[] }>()
      const ids = new Map<string, string>()
      for (const [index, { tool, kind, lockfiles }] of steps.entries()) {
        const { body } = await upload(service, locked(lockfiles), {
          project: name,
          category: tool,
          kind,
          commit: String(index),
        })
        if (kind === 'full') {
          for (const [path, { tool: owner }] of model)
            if (owner === tool && !(path in lockfiles)) model.delete(path)
          for (const [path, names] of Object.entries(lockfiles)) model.set(path, { tool, names })
        }
        const listed = await service.call(listDependencies, {
          body: { pageSize: 100, dependencyFilter: { repositoryId: [body.repository_id ?? 0] } },
        })
        const expected = [...model].flatMap(([path, { names }]) => names.map((one) => `${path} ${one}`))
        const there = new Map(
          listed.body.dependencies.map((one) => [`${one.lockfilePath} ${one.name}`, one.id]),
        )
        expect([...there.keys()].toSorted()).toEqual(expected.toSorted())
        for (const [key, id] of there) if (ids.has(key)) expect(id).toBe(ids.get(key))
        ids.clear()
        for (const [key, id] of there) ids.set(key, id)
      }
    }),
    { numRuns: runsOnEngine(25) },
  )
})

test('as many statements for three thousand as follow from their number by handfuls', async () => {
  const service = await startTestService()
  const many = (count: number) => Array.from({ length: count }, (_, index) => `package-${index}`)
  const statements = async (count: number, commit: string) =>
    countStatements(async () => {
      await upload(service, locked({ 'a.lock': many(count) }), { commit, project: `acme/${count}` })
    })
  const few = await statements(40, '1')
  const first = await statements(3_000, '1')
  expect(first - few).toBeLessThan(100)
  // The same again writes nothing but the scan.
  const again = await statements(3_000, '2')
  expect(again - few).toBeLessThan(30)
})

describe('CycloneDX', () => {
  test('the juice shop comes in whole within seconds, and is found', async () => {
    const service = await startTestService()
    const { status, body } = await upload(service, sample('cyclonedx_juice_shop_nested.json'))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      enabled_products: ['PRODUCT_SCA'],
      meta: { config: 'cyclonedx-npm 1.9.2' },
      report: { read: 0, new: 0, dependencies: 978 },
    })
    const matches = await service.call(listDependencies, {
      body: { dependencyFilter: { name: 'express-jwt' } },
    })
    expect(matches.body.dependencies).toMatchObject([
      {
        name: 'express-jwt',
        version: '0.1.3',
        ecosystem: 'npm',
        licenses: ['MIT'],
        transitivity: 'DIRECT',
        lockfilePath: 'juice-shop.cdx.json',
      },
    ])
    const rows = await service.services.database.read
      .selectFrom('dependency')
      .select(['transitivity', 'through_json', 'requires_json', 'hashes_json'])
      .execute()
    for (const row of rows) {
      expect(row.through_json === null).toBe(row.transitivity === 0)
      expect(row.requires_json).not.toBeNull()
    }
    expect(rows.filter((row) => row.hashes_json !== '[]').length).toBeGreaterThan(900)
  })

  test('its vulnerabilities are findings; a file without any word of them fixes none', async () => {
    const service = await startTestService()
    const flaw = { id: 'CVE-2024-1', affects: [{ ref: 'one' }], ratings: [{ severity: 'high' }] }
    await upload(service, bom(['one'], 'a.lock', { vulnerabilities: [flaw] }), { commit: '1' })
    const matches = await supplyChainFindings(service)
    expect(matches).toMatchObject([
      {
        rule_name: 'CVE-2024-1',
        severity: 'high',
        state: 'unresolved',
        vulnerability_identifier: 'CVE-2024-1',
        found_dependency: { package: 'one', version: '1.0.0', ecosystem: 'npm' },
        location: { filePath: 'a.lock' },
      },
    ])
    const silent = await upload(service, bom(['one'], 'a.lock'), { commit: '2' })
    expect(silent.body.report).toMatchObject({ fixed: 0 })
    const text = await upload(service, bom(['one'], 'a.lock', { vulnerabilities: [] }), { commit: '3' })
    expect(text.body.report).toMatchObject({ fixed: 1 })
  })

  test('XML of an old version is refused, and changes nothing', async () => {
    const service = await startTestService()
    const xml = await upload(service, sample('cyclonedx_bom.xml'))
    expect(xml.status).toBe(400)
    expect(xml.text).toMatch(/this version of CycloneDX is not supported; use 1\.2 to 1\.7/)
    expect(await all(service)).toEqual([])
  })
})
