import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DependencyFilter,
  dependencyFacets,
  dependencyGroups,
  dependencyLicenses,
  exportDependencies,
  listDependencies,
  listLockfiles,
  listRepositoriesWithDependencies,
} from '#contract/operations/dependencies.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { readCsv } from '#server/findings/export/testing/csv.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'
import { deleteDependencies } from './writes.ts'

/** Packages and versions of several ecosystems, over two projects with two lockfiles each. */
async function filled() {
  const service = await startTestService()
  const { database } = service.services
  const rows = rowsOf(database, service.deployment.id, service.clock.now)
  const lockfiles = async (name: string) => {
    const project_id = await rows.project({ name })
    const ref_id = await rows.ref({ project_id })
    const lockfile = async (path: string) => ({
      project_id,
      lockfile_id: await rows.lockfile({ project_id, ref_id, path }),
    })
    return [await lockfile('package-lock.json'), await lockfile('requirements.txt')] as const
  }
  const [shopNpm, shopPy] = await lockfiles('acme/shop')
  const [apiNpm, apiPy] = await lockfiles('acme/api')
  const npm = (name: string, version: string, description: object = {}) => ({ name, version, ...description })
  const python = (name: string, version: string, description: object = {}) => ({
    name,
    version,
    ecosystem: 'pypi',
    ...description,
  })
  const add = async (file: typeof shopNpm, ...all: object[]) => {
    for (const one of all) await rows.dependency({ ...file, ...one })
  }
  await add(
    shopNpm,
    npm('lodash', '4.17.20'),
    npm('lodash', '4.17.21-rc.1', { transitivity: 1 }),
    npm('lodash.merge', '4.6.2', { transitivity: 1, licenses_json: '["MIT","Apache-2.0"]' }),
    npm('odd', 'latest', { licenses_json: '[]', hashes_json: '[{"alg":"SHA-1","content":"00"}]' }),
  )
  await add(apiNpm, npm('lodash', '4.17.21'), npm('lodash', '4.9.0', { licenses_json: '["GPL-3.0-only"]' }))
  await add(shopPy, python('Django', '4.2.10', { licenses_json: '["BSD-3-Clause"]', requires_json: '[]' }))
  await add(
    apiPy,
    python('Django', '5.0rc1', { transitivity: 2, licenses_json: '[]' }),
    python('lodash', '1.0'),
  )
  const description = (dependencyFilter: object) => ({ body: { dependencyFilter } })
  const names = async (dependencyFilter: DependencyFilter) =>
    (await service.call(listDependencies, description(dependencyFilter))).body.dependencies.map(
      (row) => `${row.name}@${row.version}`,
    )
  const between = (one: object) => names({ packageFilters: [one] })
  return { ...service, rows, said: description, names, between, add, shopNpm, apiNpm }
}

describe('bounds of a package filter', () => {
  it('hold versions between them, by the rules of their ecosystem', async () => {
    const { between } = await filled()
    const lodash = { name: 'lodash', exactNameMatch: true, ecosystem: 'npm' }
    expect(await between({ ...lodash, versionUpperBound: '<4.17.21' })).toEqual([
      'lodash@4.17.20',
      'lodash@4.17.21-rc.1',
      'lodash@4.9.0',
    ])
    expect(await between({ ...lodash, versionUpperBound: '4.17.21' })).toHaveLength(4)
    expect(await between({ ...lodash, versionUpperBound: '<= 4.17.20' })).toHaveLength(2)
    expect(await between({ ...lodash, versionLowerBound: '>4.9' })).toHaveLength(3)
    expect(await between({ ...lodash, versionLowerBound: '=4.9.0', versionUpperBound: '<4.10' })).toEqual([
      'lodash@4.9.0',
    ])
    expect(await between({ name: 'django', versionLowerBound: '5', ecosystem: 'pypi' })).toEqual([])
    expect(await between({ name: 'django', versionLowerBound: '5.0rc1' })).toEqual(['Django@5.0rc1'])
    expect(await between({ versionLowerBound: '4.17.21' })).toEqual(['lodash@4.17.21', 'Django@5.0rc1'])
  })

  it('find a PyPI project by any spelling where none is spelled as asked for', async () => {
    const { between, add, shopNpm } = await filled()
    await add(shopNpm, ...['Flask_Thing.X', 'flask-thing-x2'].map((name) => ({ name, ecosystem: 'pypi' })))
    const request = { name: 'flask-thing.x', exactNameMatch: true }
    expect(await between({ ...request, ecosystem: 'pypi' })).toEqual(['Flask_Thing.X@4.17.21'])
    expect(await between(request)).toEqual(['Flask_Thing.X@4.17.21'])
    expect(await between({ ...request, versionUpperBound: '<4' })).toEqual([])
    await add(shopNpm, { name: 'flask-thing.x', ecosystem: 'pypi' })
    expect(await between({ ...request, ecosystem: 'pypi' })).toEqual(['flask-thing.x@4.17.21'])
  })

  it('find a package of other ecosystems by any spelling that they take for the same', async () => {
    const { between, add, shopNpm } = await filled()
    await add(shopNpm, { name: 'Form.Field', ecosystem: 'nuget' }, { name: 'FormStream', ecosystem: 'npm' })
    const named = (name: string, ecosystem: string) => between({ name, ecosystem, exactNameMatch: true })
    expect(await named('form.field', 'nuget')).toEqual(['Form.Field@4.17.21'])
    expect(await named('form-field', 'nuget')).toEqual([])
    expect(await named('formstream', 'npm')).toEqual([])
    // Without an ecosystem each package's own one decides, unless a package is spelled so.
    expect(await between({ name: 'form.field', exactNameMatch: true })).toEqual(['Form.Field@4.17.21'])
    expect(await between({ name: 'formstream', exactNameMatch: true })).toEqual([])
    await add(shopNpm, { name: 'form.field', ecosystem: 'npm' })
    expect(await between({ name: 'form.field', exactNameMatch: true })).toEqual(['form.field@4.17.21'])
  })

  it('match no version that its ecosystem cannot read', async () => {
    const { between } = await filled()
    expect(await between({ name: 'odd' })).toHaveLength(1)
    expect(await between({ name: 'odd', versionLowerBound: '0' })).toEqual([])
    expect(await between({ name: 'lodash', versionLowerBound: 'one' })).toEqual([])
  })

  it('list versions apart that are not comparable with them', async () => {
    const { call, said, names, add, shopNpm } = await filled()
    await add(
      shopNpm,
      { name: 'thing', ecosystem: 'generic', version: '1.0.0' },
      { name: 'thing', ecosystem: 'npm', version: 'next' },
      { name: 'thing', ecosystem: 'npm', version: '0.9.0' },
      { name: 'thing', ecosystem: 'npm', version: '2.0.0' },
    )
    const packageFilters = [{ name: 'thing', versionUpperBound: '<1.0.0' }]
    const { body } = await call(listDependencies, said({ packageFilters }))
    expect(body.dependencies.map(({ version }) => version)).toEqual(['0.9.0'])
    expect(body.notComparable).toBe(2)
    const counted = await call(dependencyFacets, said({ packageFilters }))
    expect(counted.body).toMatchObject({ total: 1, packages: 1, notComparable: 2 })
    expect(await names({ packageFilters, notComparable: true })).toEqual(['thing@1.0.0', 'thing@next'])
    expect(await names({ packageFilters, ecosystem: 'npm', notComparable: true })).toEqual(['thing@next'])
    expect(await names({ notComparable: true })).toEqual([])
    // What is outside one bound is outside, whatever the other one is.
    const outside = [{ name: 'thing', ecosystem: 'npm', versionLowerBound: 'x', versionUpperBound: '<0.9.0' }]
    expect(await names({ packageFilters: outside, notComparable: true })).toEqual(['thing@next'])
  })

  it('are held against each other by the one ecosystem that the whole filter asks for', async () => {
    const { call, said: description } = await filled()
    const packageFilters = [{ versionLowerBound: '1.0', versionUpperBound: '1.0rc1' }]
    const status = async (ecosystem: string[]) =>
      (await call(listDependencies, description({ ecosystem, packageFilters }))).status
    expect([await status(['PyPI']), await status(['pypi', 'npm'])]).toEqual([422, 200])
    const bounds = { name: 'lodash', versionLowerBound: '0' }
    const { body } = await call(dependencyFacets, description({ ecosystem: 'npm', packageFilters: [bounds] }))
    expect(body.facets['ecosystem']?.map(({ value }) => value)).toEqual(['npm', 'pypi'])
  })

  it('are left out where an exact version is asked for', async () => {
    const { between } = await filled()
    const exactVersion = '4.17.20'
    expect(
      await between({ name: 'lodash', exactVersion, versionLowerBound: '9', versionUpperBound: '1' }),
    ).toEqual(['lodash@4.17.20'])
  })

  it.each([
    [{ versionLowerBound: '>' }, 400, '/dependencyFilter/packageFilters/0/versionLowerBound'],
    [{ versionLowerBound: '<1' }, 400, 'the operator of the other bound'],
    [
      { versionUpperBound: '>=1', versionLowerBound: '< 1' },
      400,
      '/dependencyFilter/packageFilters/0/versionUpperBound',
    ],
    [{ versionLowerBound: '10', versionUpperBound: '9' }, 422, 'above the upper bound'],
    [
      { ecosystem: 'maven', versionLowerBound: '1.0', versionUpperBound: '1.0-rc1' },
      422,
      'above the upper bound',
    ],
  ])('are refused where they cannot be: %j', async (bounds, status, word) => {
    const { call, said: description } = await filled()
    const response = await call(
      listDependencies,
      description({ packageFilters: [{ name: 'lodash', ...bounds }] }),
    )
    expect([response.status, response.text]).toEqual([status, expect.stringContaining(word)])
  })
})

describe('facets of dependencies', () => {
  it('count each filter without itself, most frequent first', async () => {
    const { call, said: description } = await filled()
    const { body } = await call(dependencyFacets, description({ name: 'lodash', ecosystem: 'npm' }))
    expect(body).toMatchObject({
      total: 5,
      packages: 2,
      projects: 2,
      facets: {
        ecosystem: [
          { value: 'npm', count: 5 },
          { value: 'pypi', count: 1 },
        ],
        transitivity: [
          { value: 'DIRECT', count: 3 },
          { value: 'TRANSITIVE', count: 2 },
        ],
        license: [
          { value: 'MIT', count: 4 },
          { value: 'Apache-2.0', count: 1 },
          { value: 'GPL-3.0-only', count: 1 },
        ],
        repositoryId: [
          { name: 'acme/shop', count: 3 },
          { name: 'acme/api', count: 2 },
        ],
        lockfilePath: [{ value: 'package-lock.json', count: 5 }],
      },
      rest: {},
    })
  })

  it('count what records lack, and narrow by it', async () => {
    const { call, said: description, names } = await filled()
    const { body } = await call(dependencyFacets, description({}))
    expect(body.facets['missing']).toEqual([
      { value: 'hash', count: 8 },
      { value: 'relationship', count: 8 },
      { value: 'license', count: 2 },
    ])
    expect(await names({ missing: ['license'] })).toEqual(['odd@latest', 'Django@5.0rc1'])
    expect(await names({ missing: ['license'], license: ['MIT'] })).toEqual([])
    expect(await names({ missing: ['version', 'hash'] })).toHaveLength(8)
  })

  it('search one of them, projects by their names', async () => {
    const { call } = await filled()
    const search = async (facet: string, facet_q: string) =>
      (await call(dependencyFacets, { body: { facet, facet_q } })).body.facets[facet]
    expect(await search('repositoryId', 'API')).toMatchObject([{ name: 'acme/api', count: 4 }])
    expect(await search('license', 'gpl')).toEqual([{ value: 'GPL-3.0-only', count: 1 }])
    expect(await search('license', 'no such')).toEqual([])
  })

  it('name at most 100 values and count the others', async () => {
    const { call, add, shopNpm } = await filled()
    await add(
      shopNpm,
      ...Array.from({ length: 120 }, (_, index) => ({
        name: `p${index}`,
        licenses_json: `["Own-${index}"]`,
      })),
    )
    const { facets, rest } = (await call(dependencyFacets)).body
    expect([facets['license']?.length, rest['license']]).toEqual([100, { values: 25, count: 25 }])
  })
})

describe('groups of dependencies', () => {
  it('hold packages by name, their versions newest first, and the findings that are open about them', async () => {
    const { call, said: description, rows } = await filled()
    const finding = { project_id: 1, ref_id: 1, rule_id: 1, type: 1, package: 'lodash' }
    await rows.finding({ ...finding, package_version: '4.17.20' })
    await rows.finding({ ...finding, package_version: '4.17.20', match_based_id: 'b_0', status: 1 })
    await rows.finding({ ...finding, package_version: '4.17.20', match_based_id: 'c_0', on_primary: 0 })
    const { body } = await call(dependencyGroups, description({ ecosystem: 'npm' }))
    expect(body).toMatchObject({ total: 3, cursor: '3', hasMore: false })
    expect(
      body.groups.map(({ name, count, projects, openFindings }) => [name, count, projects, openFindings]),
    ).toEqual([
      ['lodash', 4, 2, 1],
      ['lodash.merge', 1, 1, 0],
      ['odd', 1, 1, 0],
    ])
    expect(body.groups[0]?.versions).toMatchObject([
      { version: '4.17.21', count: 1, projects: 1, direct: 1, licenses: ['MIT'], openFindings: 0 },
      { version: '4.17.21-rc.1', direct: 0 },
      { version: '4.17.20', openFindings: 1 },
      { version: '4.9.0', licenses: ['GPL-3.0-only'] },
    ])
  })

  it('come with most open findings first, as their lists have them', async () => {
    const { call, said: description, rows } = await filled()
    const about = (name: string, version: string | null, others: object = {}) =>
      rows.finding({
        ...{ project_id: 1, ref_id: 1, rule_id: 1, type: 1, package: name, package_version: version },
        ...{ match_based_id: `${crypto.randomUUID()}_0`, ...others },
      })
    for (const version of ['5.0rc1', '5.0rc1', '']) await about('Django', version)
    for (const version of ['4.17.20', null]) await about('lodash', version)
    await about('lodash', '4.17.20', { project_id: 2, ref_id: 2 })
    await about('lodash', '4.17.20', { status: 1 })
    await about('lodash', '4.17.20', { on_primary: 0 })
    await about('odd', 'latest', { removed: 1 })
    const groups = async (filter: DependencyFilter) =>
      (await call(dependencyGroups, { body: { ...description(filter).body, sort: '-openFindings' } })).body
        .groups
    const shown = await groups({})
    expect(shown.map(({ name, ecosystem, openFindings }) => [name, ecosystem, openFindings])).toEqual([
      ['Django', 'pypi', 3],
      ['lodash', 'npm', 3],
      ['lodash', 'pypi', 3],
      ['lodash.merge', 'npm', 0],
      ['odd', 'npm', 0],
    ])
    const listed = async (query: object) =>
      (
        await call(listFindings, {
          query: { ...query, issue_type: 'sca', status: 'open', primary_ref: true, page: 1 },
        })
      ).headers['x-total-count']
    for (const { name, openFindings, versions } of shown) {
      expect([name, await listed({ dependencies: name })]).toEqual([name, String(openFindings)])
      for (const { version, openFindings } of versions) {
        const total = await listed({ dependencies: name, versions: version || '__none' })
        expect([name, version, total]).toEqual([name, version, String(openFindings)])
      }
    }
    const [first] = await groups({ repositoryId: [2] })
    expect([first?.name, first?.openFindings, first?.versions.map((one) => one.openFindings)]).toEqual([
      'lodash',
      1,
      [0, 0],
    ])
    expect(await listed({ dependencies: 'lodash', repository_ids: 2 })).toBe('1')
  })

  it('come in pages, in each order', async () => {
    const { call } = await filled()
    for (const sort of ['name', '-count', '-projects', '-openFindings']) {
      const whole = (await call(dependencyGroups, { body: { sort } })).body.groups
      const seen: unknown[] = []
      for (let cursor = '0', more = true; more; ) {
        const { body } = await call(dependencyGroups, { body: { sort, cursor, pageSize: 2 } })
        seen.push(...body.groups)
        cursor = body.cursor
        more = body.hasMore
      }
      expect(seen).toEqual(whole)
    }
  })
})

describe('licenses of dependencies', () => {
  it('are counted with their packages and projects, what is unknown apart, copyleft marked', async () => {
    const { call } = await filled()
    const { licenses } = (await call(dependencyLicenses)).body
    expect(licenses).toEqual([
      {
        value: 'MIT',
        name: 'MIT License',
        url: 'https://spdx.org/licenses/MIT.html',
        ...{ family: null, packages: 3, dependencies: 5, projects: 2 },
      },
      expect.objectContaining({ value: null, packages: 2, dependencies: 2, name: null }),
      expect.objectContaining({ value: 'Apache-2.0', packages: 1, family: null }),
      expect.objectContaining({ value: 'BSD-3-Clause', packages: 1 }),
      expect.objectContaining({ value: 'GPL-3.0-only', family: 'strong' }),
    ])
  })
})

describe('the table of dependencies', () => {
  it('holds every row of the filter with its project, and nothing that a spreadsheet would run', async () => {
    const { call, said: description, add, shopNpm } = await filled()
    await add(shopNpm, { name: '=cmd()', version: '1,0', defined_path: 'a"b.json', defined_line: 7 })
    const { text, headers } = await call(
      exportDependencies,
      description({ lockfilePath: 'package-lock.json' }),
    )
    expect(headers).toMatchObject({
      'x-total-count': '7',
      'content-type': expect.stringContaining('text/csv'),
      'content-disposition': 'attachment; filename="dependencies-package-lock.json-2026-01-15.csv"',
    })
    const [head, ...rows] = readCsv(text)
    expect(head?.slice(0, 7)).toEqual([
      ...['id', 'project', 'lockfile', 'ecosystem', 'package', 'version', 'transitivity'],
    ])
    expect(rows).toHaveLength(7)
    expect(rows.at(-1)?.slice(1, 10)).toEqual([
      ...['acme/shop', 'package-lock.json', 'npm', "'=cmd()", '1,0', 'DIRECT', 'MIT', 'a"b.json', '7'],
    ])
    const links = rows.map((row) => row[head?.indexOf('gatehouse_url') ?? -1]?.replace(/^.*\/d\/main/, ''))
    expect(links[0]).toBe('/dependencies?q=%22lodash%22%404.17.20&repositoryId=1')
    // What the search cannot say is left to the project alone.
    expect(links.at(-1)).toBe('/dependencies?repositoryId=1')
  })

  it('is named after its filter', async () => {
    const { call } = await filled()
    const named = async (dependencyFilter: DependencyFilter) => {
      const { headers } = await call(exportDependencies, { body: { dependencyFilter } })
      return /filename="dependencies-(.*)-2026-01-15\.csv"/.exec(String(headers['content-disposition']))?.[1]
    }
    const below = { name: 'lodash', versionUpperBound: '<4.17.21', ecosystem: 'npm' }
    expect(await named({ packageFilters: [below], transitivity: 'DIRECT' })).toBe(
      'npm-lodash-to-4.17.21-direct',
    )
    expect(await named({ repositoryId: [1, 2], license: ['__none', 'MIT'] })).toBe(
      'acme-api-acme-shop-unknown-MIT',
    )
    expect(await named({ missing: ['version'] })).toBe('without-version')
  })
})

it('no answer over dependencies asks the database once for each row', async () => {
  const { call, said: description, add, shopNpm } = await filled()
  const operations = [
    listDependencies,
    listRepositoriesWithDependencies,
    dependencyFacets,
    dependencyGroups,
  ] as const
  const statements = async () => {
    const counts: number[] = []
    for (const operation of operations)
      counts.push(await countStatements(() => call(operation, description({ name: 'o' }))))
    counts.push(await countStatements(() => call(exportDependencies, description({ name: 'o' }))))
    return counts
  }
  await statements()
  const few = await statements()
  await add(shopNpm, ...Array.from({ length: 300 }, (_, index) => ({ name: `o${index}` })))
  // What was written is read again, once.
  await call(listDependencies)
  await call(listFindings)
  expect(await statements()).toEqual(few)
})

describe('all answers over dependencies', () => {
  const filter: fc.Arbitrary<DependencyFilter> = fc.record(
    {
      name: fc.constantFrom('LOD', 'd', 'merge'),
      version: fc.constantFrom('4.17.20', '1.0'),
      ecosystem: fc.constantFrom('npm', 'pypi', 'maven'),
      transitivity: fc.constantFrom('DIRECT', 'TRANSITIVE'),
      license: fc.subarray(['MIT', '__none', 'GPL-3.0-only']),
      repositoryId: fc.constantFrom([1], [2], [1, 2]),
      lockfilePath: fc.constantFrom('package-lock.json', 'requirements.txt', 'none'),
      missing: fc.subarray(['license', 'hash', 'relationship'] as const),
      packageFilters: fc.constantFrom(
        [{ name: 'lodash', versionUpperBound: '<4.17.21' }],
        [{ name: 'django' }, { name: 'lodash', exactNameMatch: true, versionLowerBound: '4.10' }],
      ),
    },
    { requiredKeys: [] },
  )

  it('agree on what matches, for any filter after any write', async () => {
    const { call, said: description, rows, shopNpm, apiNpm, services } = await filled()
    let made = 0
    const write = fc.constantFrom('add', 'drop', 'move', null)
    const change = async (what: 'add' | 'drop' | 'move' | null) => {
      made++
      if (what === 'add') {
        const description = { name: `lodash-${made}`, version: `4.${made}.0` }
        await rows.dependency({ ...(made % 2 ? shopNpm : apiNpm), ...description })
      } else if (what !== null) {
        await services.change(1, 'Tess Ter', async (transaction) => {
          if (what === 'drop') await deleteDependencies(transaction, [made])
          else {
            const id = (
              await transaction.selectFrom('dependency').select('id').orderBy('id', 'desc').executeTakeFirst()
            )?.id
            const moved = await transaction
              .updateTable('dependency')
              .set({ version: '9.9.9' })
              .where('id', '=', id ?? 0)
              .returning('lockfile_id')
              .execute()
            transaction.changed.lockfiles(moved.map((row) => row.lockfile_id))
          }
        })
      }
    }
    await fc.assert(
      fc.asyncProperty(filter, write, async (chosen, what) => {
        await change(what)
        const body = description(chosen)
        const list = await call(listDependencies, body)
        const total = list.body.dependencies.length
        expect(Number(list.headers['x-total-count'])).toBe(total)
        const facets = (await call(dependencyFacets, body)).body
        const sum = (counted: readonly { count: number }[] | undefined) =>
          (counted ?? []).reduce((all, { count }) => all + count, 0)
        expect(facets.total).toBe(total)
        for (const name of ['ecosystem', 'transitivity', 'repositoryId', 'lockfilePath'] as const) {
          if (chosen[name] === undefined) expect([name, sum(facets.facets[name])]).toEqual([name, total])
        }
        const groups = (await call(dependencyGroups, { body: { ...body.body, pageSize: 1000 } })).body
        expect([sum(groups.groups), groups.total]).toEqual([total, facets.packages])
        expect(sum(groups.groups.flatMap(({ versions }) => versions))).toBe(total)
        const places = (
          await call(listRepositoriesWithDependencies, { body: { ...body.body, pageSize: 100 } })
        ).body
        const repositories = places.repositorySummaries
        expect(repositories.length).toBe(facets.projects)
        expect(repositories.reduce((all, one) => all + one.numDependencies, 0)).toBe(total)
        for (const { id, numDependencies } of repositories) {
          const { body: files } = await call(listLockfiles, {
            path: { repositoryId: String(id) },
            body: { ...body.body, pageSize: 100 },
          })
          const held = files.lockfileSummaries.reduce((all, one) => all + one.numDependencies, 0)
          expect(held).toBe(numDependencies)
        }
        const { text } = await call(exportDependencies, body)
        expect(
          readCsv(text)
            .slice(1)
            .map(([id]) => id),
        ).toEqual(list.body.dependencies.map(({ id }) => id))
      }),
      { numRuns: runsOnEngine(120) },
    )
  })
})
