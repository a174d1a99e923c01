import { describe, expect, it } from 'vitest'
import { describeSbom, downloadSbom, listSbomExports } from '#contract/operations/sbom.ts'
import { scanKinds, toCode } from '#server/db/codes.ts'
import { shopService } from '../testing/shop.ts'

describe('listing exports', () => {
  it('answers the newest first, or those of the one who asks', async () => {
    const { ask, call, mint, clock, services } = await shopService()
    const first = (await ask()).body.taskToken
    clock.now += 1000
    const token = await mint({ person: 'Ann Other' })
    const second = (await ask({}, { token })).body.taskToken
    await services.jobs.settled()
    const list = async (query: Record<string, boolean>) =>
      (await call(listSbomExports, { query })).body.exports.map((one) => one.taskToken)
    expect(await list({})).toEqual([second, first])
    expect(await list({ mine: true })).toEqual([first])
  })

  it('is for tokens that may export, of this deployment alone', async () => {
    const { ask, call, mint, read, services } = await shopService()
    expect((await call(listSbomExports, { token: await mint({ role: 'viewer' }) })).status).toBe(403)
    expect((await ask({}, { token: await mint({ role: 'viewer' }) })).status).toBe(403)
    expect((await read('nothing')).status).toBe(404)
    expect((await call(downloadSbom, { path: { downloadToken: 'x' }, token: null })).status).toBe(404)
    await services.jobs.settled()
  })

  it('goes on by a cursor that neither skips nor repeats while exports are made', async () => {
    const { ask, call, services } = await shopService()
    const made: string[] = []
    for (let at = 0; at < 5; at++) made.unshift((await ask()).body.taskToken)
    const seen: string[] = []
    let cursor = ''
    do {
      const { body, headers } = await call(listSbomExports, {
        query: { limit: 2, cursor },
      })
      seen.push(...body.exports.map((one) => one.taskToken))
      expect(headers['x-total-count']).toBe(String(body.total))
      cursor = body.cursor ?? ''
      expect(body.hasMore).toBe(cursor !== '')
      if (cursor) await ask()
    } while (cursor && seen.length < 10)
    expect(seen).toEqual(made)
    expect((await call(listSbomExports, { query: { cursor: '18446744073709551615' } })).status).toBe(400)
    await services.jobs.settled()
  })

  it('narrows to a repository and to states', async () => {
    const { ask, call, rows, shop, services } = await shopService()
    const api = await rows.project({ name: 'acme/api' })
    const ref_id = await rows.ref({ project_id: api })
    await rows.lockfile({ project_id: api, ref_id, scan_id: await rows.scan({ project_id: api, ref_id }) })
    const { taskToken } = (await ask({ repositoryId: String(api) })).body
    await ask()
    await services.jobs.settled()
    const list = async (query: Record<string, string>) => (await call(listSbomExports, { query })).body
    expect(await list({ repositoryId: String(api) })).toMatchObject({ total: 1, exports: [{ taskToken }] })
    expect((await list({ repositoryId: String(shop) })).total).toBe(1)
    expect((await list({ repositoryId: '4711' })).exports).toEqual([])
    expect((await list({ status: 'SBOM_EXPORT_STATUS_COMPLETED,SBOM_EXPORT_STATUS_FAILED' })).total).toBe(2)
    expect((await list({ status: 'SBOM_EXPORT_STATUS_FAILED' })).total).toBe(0)
  })
})

describe('what an export would describe', () => {
  it('is the newest full scan of a ref with its number of dependencies', async () => {
    const { add, call, shop, scan, clock } = await shopService()
    await add({})
    await add({ name: 'react' })
    const { body } = await call(describeSbom, { query: { repositoryId: String(shop) } })
    const scannedAt = new Date(clock.now).toISOString()
    expect(body).toEqual({
      name: 'acme/shop',
      ref: 'refs/heads/main',
      commit: '9f2c1ab',
      scanId: scan,
      scannedAt,
      dependencies: 2,
      reason: null,
      refs: [],
    })
  })

  it('is the deployment without a repository', async () => {
    const { add, call } = await shopService()
    await add({})
    expect((await call(describeSbom)).body).toMatchObject({
      name: 'Main',
      ref: null,
      dependencies: 1,
      reason: null,
    })
  })

  it('is told to be nothing, with the reason that a request would be refused with', async () => {
    const { ask, call, rows, shop } = await shopService()
    const told = async (body: Record<string, string>) => {
      const { reason } = (await call(describeSbom, { query: body })).body
      const refused = await ask({ repositoryId: undefined, ...body })
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(reason ?? 'none')])
      return reason
    }
    const connection = await rows.project({ latest_scan_at: 1, name: 'acme/bare', primary_branch: null })
    const empty = await rows.project({ name: 'acme/empty' })
    const ref_id = await rows.ref({ project_id: empty })
    expect(await told({ repositoryId: String(shop), ref: 'ghost' })).toMatch('has no ref refs/heads/ghost')
    expect(await told({ repositoryId: String(connection) })).toMatch('no primary branch')
    expect(await told({ repositoryId: String(empty) })).toMatch('has no full scan')
    await rows.scan({ project_id: empty, ref_id })
    expect(await told({ repositoryId: String(empty) })).toMatch('has reported a lockfile')
    expect(await told({ ref: 'main' })).toMatch('requires `repositoryId`')
    expect((await call(describeSbom, { query: { repositoryId: '4711' } })).status).toBe(404)
  })

  it('is offered from the refs that can be exported where the primary branch cannot', async () => {
    const { ask, call, clock, rows, shop } = await shopService()
    const project_id = await rows.project({
      name: 'acme/bare',
      primary_branch: null,
      latest_scan_at: clock.now,
    })
    const addRef = async (name: string, started_at: number, more: { lock?: boolean; scan?: object } = {}) => {
      const ref_id = await rows.ref({ project_id, name: `refs/heads/${name}`, is_primary: 0 })
      const scan_id = await rows.scan({ project_id, ref_id, started_at, ...more.scan })
      if (more.lock !== false) await rows.lockfile({ project_id, ref_id, scan_id })
      return ref_id
    }
    await addRef('release', clock.now - 5000)
    await addRef('develop', clock.now - 1000)
    await addRef('none', clock.now, { lock: false })
    await addRef('diff', clock.now, { scan: { kind: toCode(scanKinds, 'diff') } })
    const repositoryId = String(project_id)
    const { body } = await call(describeSbom, { query: { repositoryId } })
    expect(body).toMatchObject({
      reason: 'The project has no primary branch. Specify a ref.',
      refs: ['refs/heads/develop', 'refs/heads/release'],
    })
    const refused = await ask({ repositoryId })
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Refs that can be exported: develop, release.'),
    ])
    for (const ref of body.refs ?? []) {
      expect((await call(describeSbom, { query: { repositoryId, ref } })).body).toMatchObject({
        reason: null,
        refs: [],
      })
    }
    // One that does not exist, of a project whose primary branch does.
    const ghost = (await call(describeSbom, { query: { repositoryId: String(shop), ref: 'ghost' } })).body
    expect(ghost.refs).toEqual(['refs/heads/main'])
  })

  it('is unknown for a project that was never scanned, with or without a primary branch', async () => {
    const { rows, call } = await shopService()
    for (const primary_branch of ['refs/heads/main', null]) {
      const id = await rows.project({ name: `acme/new-${primary_branch}`, primary_branch })
      const { body } = await call(describeSbom, { query: { repositoryId: String(id) } })
      expect(body).toMatchObject({ dependencies: null, refs: [] })
      expect(body.reason).toBe('The project was never scanned, so its dependencies are unknown.')
    }
  })

  it('is nothing in a deployment without scans', async () => {
    const { addDeployment, call } = await shopService()
    const deploymentId = await addDeployment('other')
    const { body } = await call(describeSbom, { path: { deploymentId } })
    expect(body).toMatchObject({ name: 'other', dependencies: null })
    expect(body.reason).toMatch('No scan of a primary branch')
  })
})
