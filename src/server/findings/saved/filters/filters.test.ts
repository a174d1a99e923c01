import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingFacets, listFindings } from '#contract/operations/findings.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { triage } from '#contract/operations/triage.ts'
import { getKeptFilter, keepFilter } from '#contract/operations/views.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from '../../testing/build.ts'

async function started() {
  const service = await startTestService()
  const build = new Build(service)
  await build.add(
    { project: 'acme/a,b', severity: 'high', path: 'src/a.ts' },
    { project: 'acme/web', severity: 'high', triage: 'ignored', reason: 'no_time' },
    { project: 'acme/web', severity: 'low' },
    { project: 'acme/web', type: 'sca', package: 'lodash' },
  )
  const keep = async (query: string) => {
    const response = await service.call(keepFilter, { body: { query } })
    expect([query, response.status]).toEqual([query, 201])
    return response.body.id
  }
  const total = async (query: string) => {
    const response = await service.call(listFindings, { query })
    expect([query, response.status]).toEqual([query, 200])
    return Number(response.headers['x-total-count'])
  }
  return { ...service, build, keep, total }
}

describe('a kept filter', () => {
  it('stands for its query in every operation that takes a filter', async () => {
    const { keep, total, call } = await started()
    const id = await keep('severities=high&repos[]=acme/a,b&repos[]=acme/web')
    expect(await total(`filter=${id}`)).toBe(2)
    expect((await call(findingFacets, { query: { filter: id } })).body.total).toBe(2)
    const groups = await call(findingGroups, { query: { filter: id, group_by: 'repos' } })
    expect(groups.body.groups.map(({ value }) => value)).toEqual(['acme/a,b', 'acme/web'])
    const decided = await call(triage, {
      body: { issue_type: 'sast', filter: id, status: 'open', new_triage_state: 'reviewing' },
    })
    expect(decided.body.num_triaged).toBe(1)
  })

  it('has the same id for the same filter, however it is written', async () => {
    const { keep, addDeployment, call } = await started()
    const id = await keep('status=open,fixed&severities=high&page=3')
    expect(await keep('issue_type=sast&severities[]=high&status=fixed&status=open&sort=rule')).toBe(id)
    expect(await keep('status=open&severities=high')).not.toBe(id)
    await addDeployment('other')
    const elsewhere = await call(getKeptFilter, {
      path: { deploymentSlug: 'other', filterId: id },
    })
    expect(elsewhere.status).toBe(404)
  })

  it.each([
    'issue_type=secrets&severities=low&severity=SEVERITY_HIGH',
    'issue_type=secrets&status=FINDING_STATUS_REMOVED',
    'issue_type=secrets&repos=acme/a&repo=acme/b',
  ])('is refused where it selects nothing: %s', async (query) => {
    const { call } = await started()
    const refused = await call(keepFilter, { body: { query } })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('no finding can match all')])
  })

  it('gives way to a parameter beside it', async () => {
    const { keep, total } = await started()
    const id = await keep('severities=high&status=open')
    expect(await total(`filter=${id}&status=ignored`)).toBe(1)
    expect(await total(`filter=${id}&severities=low`)).toBe(1)
    expect(await total(`filter=${id}&q=a.ts`)).toBe(1)
  })

  it('is read back as it was meant', async () => {
    const { call } = await started()
    const word = fc.stringMatching(/^[\w ,&=%+#é.-]{1,12}$/).filter((text) => text.trim() === text)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 1, maxLength: 9 }), word, async (repos, q) => {
        const query = new URLSearchParams([...repos.map((repo) => ['repos[]', repo]), ['q', q]]).toString()
        const { id } = (await call(keepFilter, { body: { query } })).body
        const kept = (await call(getKeptFilter, { path: { filterId: id } })).body
        const again = (await call(keepFilter, { body: { query: kept.query } })).body
        expect(again).toEqual({ id, query: kept.query })
        const read = new URLSearchParams(kept.query)
        const matches =
          read.getAll('repos[]').length > 0 ? read.getAll('repos[]') : read.get('repos')?.split(',')
        expect(matches?.toSorted()).toEqual(repos.toSorted())
        expect(read.get('q')).toBe(q)
      }),
      { numRuns: runsOnEngine(40) },
    )
  })

  it('is refused with every fault at once', async () => {
    const { call } = await started()
    const bad = async (query: string) =>
      (await call(keepFilter, { body: { query } })) as { status: number; body: unknown }
    const { status, body } = await bad('severities=huge&since=soon&filter=abc')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errors: [{ pointer: '/query' }, { pointer: '/query' }, { pointer: '/query' }],
    })
    expect((await bad('issue_type=sca&rules=a')).status).toBe(400)
  })

  it('says so where it is not known or does not fit the type', async () => {
    const { call, keep } = await started()
    expect((await call(listFindings, { query: 'filter=nobody' })).status).toBe(404)
    expect((await call(getKeptFilter, { path: { filterId: 'nobody' } })).status).toBe(404)
    const body = { issue_type: 'sast' as const, filter: 'nobody', new_triage_state: 'fixing' as const }
    expect((await call(triage, { body })).status).toBe(404)
    const id = await keep('rules=test.sast.rule')
    const misplaced = await call(findingFacets, { query: { issue_type: 'sca', filter: id } })
    expect(misplaced.status).toBe(400)
    expect(misplaced.body).toMatchObject({ errors: [{ parameter: 'filter' }] })
  })
})

describe('the words of the listing of secrets', () => {
  it('are taken wherever secrets are counted or decided', async () => {
    const { build, call, keep } = await started()
    await build.add(
      { type: 'secrets', severity: 'high', project: 'acme/web', validationState: 'CONFIRMED_VALID' },
      {
        type: 'secrets',
        severity: 'high',
        project: 'acme/web',
        triage: 'fixing',
        validationState: 'NO_VALIDATOR',
      },
      { type: 'secrets', severity: 'high', project: 'acme/web', triage: 'ignored' },
      { type: 'secrets', severity: 'low', project: 'acme/web' },
      { type: 'secrets', severity: 'high', project: 'acme/a,b' },
    )
    const count = async (query: string) =>
      (await call(findingFacets, { query: `issue_type=secrets&${query}` })).body.total
    const words = 'severity=SEVERITY_HIGH&repo=acme/web&status=FINDING_STATUS_OPEN'
    expect(await count(words)).toBe(2)
    expect(await count(`${words}&severities=low`)).toBe(0)
    expect(await count('status=FINDING_STATUS_IGNORED,fixing')).toBe(2)
    expect(await count('status=FINDING_STATUS_REMOVED')).toBe(0)
    const states = 'VALIDATION_STATE_CONFIRMED_VALID,VALIDATION_STATE_NO_VALIDATOR'
    expect(await count(`validationState=${states}`)).toBe(2)
    expect(await count(`validationState=${states}&validation_state=VALIDATION_STATE_NO_VALIDATOR`)).toBe(1)
    expect(await count(`filter=${await keep(`issue_type=secrets&validationState=${states}`)}`)).toBe(2)
    expect(await count(`filter=${await keep(`issue_type=secrets&${words}`)}`)).toBe(2)
    const decided = await call(triage, {
      body: {
        issue_type: 'secrets',
        repo: ['acme/web'],
        status: 'FINDING_STATUS_OPEN',
        severity: 'SEVERITY_HIGH',
        new_triage_state: 'ignored',
      },
    })
    expect(decided.body.num_triaged).toBe(2)
  })

  it('belong to secrets', async () => {
    const { call } = await started()
    const { status, body } = await call(findingFacets, { query: 'status=FINDING_STATUS_OPEN' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: [{ parameter: 'status' }] })
  })
})
