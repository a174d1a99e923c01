import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  listDependencies,
  listLockfiles,
  listRepositoriesWithDependencies,
} from '#contract/operations/dependencies.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'

async function started() {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const shop = await rows.project()
  const api = await rows.project({ name: 'acme/api' })
  const shopLock = await rows.lockfile({ project_id: shop, ref_id: await rows.ref({ project_id: shop }) })
  const ofApi = { project_id: api, ref_id: await rows.ref({ project_id: api }) }
  const apiLock = await rows.lockfile({ ...ofApi, path: 'requirements.txt' })
  const empty = await rows.lockfile({ ...ofApi, path: 'docs/requirements.txt' })
  const list = (body: unknown = {}) => service.call(listDependencies, { body })
  const names = async (dependencyFilter: object) =>
    (await list({ dependencyFilter })).body.dependencies.map((row) => `${row.name}@${row.version}`)
  return { ...service, rows, shop, api, shopLock, apiLock, empty, list, names }
}

async function filled() {
  const made = await started()
  const { rows, shop, api, shopLock, apiLock } = made
  const inShop = { project_id: shop, lockfile_id: shopLock }
  const inApi = { project_id: api, lockfile_id: apiLock, ecosystem: 'pypi' }
  await rows.dependency({
    ...inShop,
    defined_path: 'package.json',
    defined_line: 12,
    defined_url: 'https://code.example/acme/shop/package.json#L12',
  })
  await rows.dependency({ ...inShop, name: 'lodash.merge', version: '4.6.2', transitivity: 1 })
  await rows.dependency({ ...inApi, name: 'Django', version: '5.0.1', licenses_json: '["BSD-3-Clause"]' })
  await rows.dependency({
    ...inApi,
    name: '100%_pure',
    version: '5.0.1',
    licenses_json: '[]',
    transitivity: 2,
  })
  const onBranch = await rows.lockfile({ project_id: shop, ref_id: 3, on_primary: 0 })
  await rows.dependency({ project_id: shop, lockfile_id: onBranch, name: 'on-a-branch', on_primary: 0 })
  const theirs = await rows.project({ name: 'theirs/one', deployment_id: 99 })
  const elsewhere = await rows.lockfile({ project_id: theirs, ref_id: 4, deployment_id: 99 })
  const foreign = { project_id: theirs, lockfile_id: elsewhere, deployment_id: 99 }
  await rows.dependency({ ...foreign, name: 'of-another-deployment' })
  return made
}

describe('listing dependencies', () => {
  it('answers those of the primary branches with all that is known', async () => {
    const { list, shop } = await filled()
    const { body, headers } = await list()
    expect(headers['x-total-count']).toBe('4')
    expect(body).toMatchObject({ cursor: body.dependencies.at(-1)?.id, hasMore: false })
    expect(body.dependencies[0]).toEqual({
      id: '1',
      name: 'lodash',
      version: '4.17.21',
      repositoryId: String(shop),
      repositoryName: 'acme/shop',
      ecosystem: 'npm',
      transitivity: 'DIRECT',
      licenses: ['MIT'],
      lockfilePath: 'package-lock.json',
      definedAt: {
        path: 'package.json',
        startLine: '12',
        url: 'https://code.example/acme/shop/package.json#L12',
      },
      package: { name: 'lodash', versionSpecifier: '4.17.21' },
      purl: 'pkg:npm/lodash@4.17.21',
      through: null,
    })
    expect(body.dependencies[1]).toMatchObject({ definedAt: { path: '', startLine: '', url: '' } })
    expect(body.dependencies.map((row) => row.transitivity)).toEqual([
      'DIRECT',
      'TRANSITIVE',
      'DIRECT',
      'UNKNOWN_TRANSITIVITY',
    ])
  })

  it('takes no body at all for the first page', async () => {
    const { send } = await filled()
    const response = await send('POST', '/api/v1/deployments/main/dependencies')
    expect(response.status).toBe(200)
  })

  it('walks through all, each once, whatever the page size', async () => {
    const { list, rows, shop, shopLock } = await started()
    for (let index = 0; index < 23; index += 1) {
      await rows.dependency({ project_id: shop, lockfile_id: shopLock, name: `package-${index}` })
    }
    const sizes = fc.integer({ min: 1, max: 30 })
    await fc.assert(
      fc.asyncProperty(
        sizes,
        fc.constantFrom('pageSize', 'page_size'),
        fc.boolean(),
        async (size, spelling, asNumber) => {
          const seen: string[] = []
          let cursor: string | number = ''
          for (let more = true; more; ) {
            const { body } = await list({ cursor, [spelling]: size })
            seen.push(...body.dependencies.map((row) => row.name))
            cursor = asNumber ? Number(body.cursor) : body.cursor
            more = body.hasMore
          }
          expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => `package-${index}`))
        },
      ),
      { numRuns: runsOnEngine(20) },
    )
  })

  it('skips nothing and repeats nothing while rows come and go', async () => {
    const { list, rows, shop, shopLock, services } = await started()
    const there = { project_id: shop, lockfile_id: shopLock }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.constantFrom('add', 'drop'), { maxLength: 8 }),
        async (size, writes) => {
          await services.change(1, 'Tess Ter', async (transaction) => {
            await transaction.deleteFrom('dependency').execute()
            transaction.changed.lockfiles([shopLock])
          })
          const staying: string[] = []
          for (let index = 0; index < 12; index++) {
            await rows.dependency({ ...there, name: `gone-${index}` })
            staying.push(String(await rows.dependency({ ...there, name: `stays-${index}` })))
          }
          const seen: string[] = []
          const left = [...writes]
          for (let cursor = '0', more = true; more; ) {
            const { body } = await list({ cursor, pageSize: size })
            seen.push(...body.dependencies.filter((row) => row.name.startsWith('stays')).map((row) => row.id))
            cursor = body.cursor
            more = body.hasMore
            const write = left.pop()
            if (write === 'add') await rows.dependency({ ...there, name: 'new' })
            if (write === 'drop') {
              await services.change(1, 'Tess Ter', async (transaction) => {
                await transaction
                  .deleteFrom('dependency')
                  .where('name', 'like', `gone-${left.length}%`)
                  .execute()
                transaction.changed.lockfiles([shopLock])
              })
            }
          }
          expect(seen).toEqual(staying)
        },
      ),
      { numRuns: runsOnEngine(30) },
    )
  })

  it('repeats the cursor on an empty page, and says 0 on an empty first one', async () => {
    const { list } = await started()
    for (const cursor of [undefined, '', '0', 0]) {
      expect((await list({ cursor })).body).toEqual({
        ...{ dependencies: [], cursor: '0', hasMore: false, notComparable: 0 },
      })
    }
    expect((await list({ cursor: '18446744073709551615' })).body.cursor).toBe('18446744073709551615')
    expect((await list({ cursor: 77 })).body.cursor).toBe('77')
  })

  it.each([
    { cursor: 'abc' },
    { cursor: '-1' },
    { cursor: '01' },
    { cursor: '18446744073709551616' },
    { cursor: 1.5 },
    { pageSize: 0 },
    { pageSize: 10_001 },
    { page_size: '5' },
    { dependencyFilter: [] },
    { dependencyFilter: { license: {} } },
    { dependencyFilter: { repositoryId: ['01'] } },
    { dependencyFilter: { licence: ['MIT'] } },
    { dependencyFilter: { transitivity: 'SIDEWAYS' } },
    { deploymentId: 1.5 },
    [],
  ])('refuses the body %j', async (body) => {
    const { list } = await started()
    expect((await list(body)).status).toBe(400)
  })

  it('refuses what is impossible together', async () => {
    const { list, deployment } = await started()
    expect((await list({ deploymentId: '4711' })).status).toBe(422)
    expect((await list({ pageSize: 5, page_size: 6 })).status).toBe(422)
    expect((await list({ deploymentId: String(deployment.id), pageSize: 5, page_size: 5 })).status).toBe(200)
  })

  it('narrows by each field, fields together and values in turn', async () => {
    const { names, shop, api } = await filled()
    expect(await names({ name: 'LODASH' })).toEqual(['lodash@4.17.21', 'lodash.merge@4.6.2'])
    expect(await names({ name: '%_' })).toEqual(['100%_pure@5.0.1'])
    expect(await names({ version: '5.0.1' })).toEqual(['Django@5.0.1', '100%_pure@5.0.1'])
    expect(await names({ version: '5.0' })).toEqual([])
    expect(await names({ license: ['bsd-3-clause', 'Apache-2.0'] })).toEqual(['Django@5.0.1'])
    expect(await names({ license: ['__none'] })).toEqual(['100%_pure@5.0.1'])
    expect(await names({ lockfilePath: 'package-lock.json' })).toHaveLength(2)
    expect(await names({ repositoryId: [api] })).toHaveLength(2)
    expect(await names({ repositoryId: [shop, api] })).toHaveLength(4)
    expect(await names({ ecosystem: 'PyPI' })).toHaveLength(2)
    expect(await names({ ecosystem: ['npm', 'pypi'] })).toHaveLength(4)
    expect(await names({ transitivity: 'TRANSITIVE' })).toEqual(['lodash.merge@4.6.2'])
    expect(await names({ transitivity: ['direct', 'unknown'] })).toHaveLength(3)
    expect(await names({ name: 'lodash', version: '4.6.2', ecosystem: 'npm' })).toEqual([
      'lodash.merge@4.6.2',
    ])
    expect(await names({ license: [], repositoryId: [], packageFilters: [], name: '' })).toHaveLength(4)
  })

  it('matches any of the package filters, each as a whole', async () => {
    const { names } = await filled()
    const packages = (...packageFilters: object[]) => names({ packageFilters })
    expect(await packages({ name: 'lodash' })).toEqual(['lodash@4.17.21', 'lodash.merge@4.6.2'])
    expect(await packages({ name: 'lodash', exactNameMatch: true })).toEqual(['lodash@4.17.21'])
    expect(await packages({ name: 'lodash', exactVersion: '4.6.2' })).toEqual(['lodash.merge@4.6.2'])
    expect(await packages({ name: 'django' }, { exactVersion: '4.6.2' })).toEqual([
      'lodash.merge@4.6.2',
      'Django@5.0.1',
    ])
    const bounds = { versionLowerBound: '9', versionUpperBound: '9' }
    expect(await packages({ name: 'lodash', exactVersion: '4.6.2', ...bounds })).toEqual([
      'lodash.merge@4.6.2',
    ])
  })

  it('takes filters as long as they may be', async () => {
    const { list } = await filled()
    const many = (length: number) => Array.from({ length }, (_, index) => String(index))
    const dependencyFilter = { license: many(1000), lockfilePath: many(5000), ecosystem: many(100) }
    expect((await list({ dependencyFilter })).body.dependencies).toEqual([])
    expect((await list({ dependencyFilter: { repositoryId: many(5000) } })).status).toBe(404)
    expect((await list({ dependencyFilter: { license: many(1001) } })).status).toBe(400)
  })

  it('answers 404 for a repository of another deployment', async () => {
    const { list, rows } = await filled()
    const foreign = await rows.project({ id: 4711, name: 'foreign/one', deployment_id: 99 })
    expect((await list({ dependencyFilter: { repositoryId: [foreign] } })).status).toBe(404)
  })
})

describe('repositories with dependencies', () => {
  it('count what the filter leaves, in pages of 5', async () => {
    const { call, shop, api, rows } = await filled()
    const list = (body: object) => call(listRepositoriesWithDependencies, { body })
    expect((await list({})).body).toEqual({
      repositorySummaries: [
        { id: shop, name: 'acme/shop', numDependencies: 2 },
        { id: api, name: 'acme/api', numDependencies: 2 },
      ],
      cursor: String(api),
      hasMore: false,
    })
    const first = await list({ page_size: 1, dependencyFilter: { name: 'lodash' } })
    expect(first.body).toMatchObject({ hasMore: false, repositorySummaries: [{ numDependencies: 2 }] })
    expect(first.headers['x-total-count']).toBe('1')
    for (let index = 0; index < 5; index += 1) {
      const project_id = await rows.project({ name: `acme/more-${index}` })
      await rows.dependency({
        project_id,
        lockfile_id: await rows.lockfile({ project_id, ref_id: 100 + index }),
      })
    }
    const page = await list({})
    expect(page.body).toMatchObject({ hasMore: true })
    expect(page.body.repositorySummaries).toHaveLength(5)
    expect(page.headers['x-total-count']).toBe('7')
    expect((await list({ cursor: page.body.cursor })).body.repositorySummaries).toHaveLength(2)
    expect((await list({ page_size: 101 })).status).toBe(400)
  })
})

describe('lockfiles of a repository', () => {
  it('count what the filter leaves, the empty ones too where nothing narrows', async () => {
    const { call, api, apiLock, empty, rows } = await filled()
    await rows.lockfile({ project_id: api, ref_id: 3, on_primary: 0, path: 'branch.txt' })
    const list = (body: object) => call(listLockfiles, { path: { repositoryId: api }, body })
    const all = await list({})
    expect(all.body).toEqual({
      lockfileSummaries: [
        { lockfilePath: 'requirements.txt', numDependencies: 2 },
        { lockfilePath: 'docs/requirements.txt', numDependencies: 0 },
      ],
      cursor: String(empty),
      hasMore: false,
    })
    const first = await list({ pageSize: 1 })
    expect(first.body).toMatchObject({ cursor: String(apiLock), hasMore: true })
    expect((await list({ pageSize: 1, cursor: first.body.cursor })).body).toMatchObject({
      lockfileSummaries: [{ lockfilePath: 'docs/requirements.txt' }],
      hasMore: false,
    })
    const django = await list({ dependencyFilter: { name: 'django' } })
    expect(django.body.lockfileSummaries).toEqual([{ lockfilePath: 'requirements.txt', numDependencies: 1 }])
    expect(django.headers['x-total-count']).toBe('1')
  })

  it('refuses unknown repositories and ids that differ', async () => {
    const { call, api } = await filled()
    const list = (repositoryId: string | number, body: object) =>
      call(listLockfiles, { path: { repositoryId }, body })
    expect((await list(4711, {})).status).toBe(404)
    expect((await list('18446744073709551615', {})).status).toBe(404)
    expect((await list('x', {})).status).toBe(400)
    expect((await list(api, { repositoryId: '4711' })).status).toBe(422)
    expect((await list(api, { repositoryId: String(api), deploymentId: '4711' })).status).toBe(422)
    expect((await list(api, { pageSize: 101 })).status).toBe(400)
    expect((await list(api, { pageSize: 100, cursor: '' })).status).toBe(200)
  })
})
