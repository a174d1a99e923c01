import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets, getFinding, listFindings } from '#contract/operations/findings.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import {
  createTeam,
  deleteTeam,
  listOwners,
  listTeams,
  mapHandle,
  patchTeam,
} from '#contract/operations/owners.ts'
import { listPeople, patchPerson } from '#contract/operations/people.ts'
import {
  createTriageJob,
  getJob,
  listTriageChanges,
  triage,
  undoJob,
  undoTriage,
} from '#contract/operations/triage.ts'
import { keepFilter, listViews } from '#contract/operations/views.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startWithProvider } from '#server/testing/provider/sign-in.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const analyst = { role: 'analyst', webApiEnabled: true } as const

function tools({ call }: Pick<TestService, 'call'>) {
  const assign = (ids: readonly number[], owner: string | null, token?: string) =>
    call(triage, {
      body: { issue_type: 'sast', issue_ids: ids, new_owner: owner },
      ...(token ? { token } : {}),
    })
  const ids = async (query: string, token?: string) => {
    const options = { query: `issue_type=sast&${query}`, ...(token ? { token } : {}) }
    const { body } = await call(listFindings, options)
    return ('sastFindings' in body ? (body.sastFindings?.findings ?? []) : [])
      .map(({ id }) => id)
      .sort((a, b) => a - b)
  }
  const read = async (id = 0) => (await call(getFinding, { path: { id } })).body
  return { assign, ids, read }
}

async function started() {
  const service = await startTestService()
  const ann = await service.mint({ person: 'Ann', name: 'ann', ...analyst })
  const bob = await service.mint({ person: 'Bob', name: 'bob', ...analyst })
  return { ...service, ...tools(service), build: new Build(service), ann, bob }
}

describe('the owner of a finding', () => {
  it('is told by the finding, its history, lists, counts, groups and files', async () => {
    const { build, assign, ids, read, call, ann, bob } = await started()
    const [one = 0, two = 0, three = 0] = await build.add({}, {}, {})
    expect(await ids('owner=none')).toEqual([one, two, three])
    expect((await assign([one, two], 'person:Ann', bob)).body.num_triaged).toBe(2)
    expect((await assign([one], 'person:ann', bob)).body.num_triaged).toBe(0)
    const finding = await read(one)
    expect(finding).toMatchObject({ owner: 'person:Ann', triage_state: 'untriaged', triaged_at: null })
    expect(finding).not.toHaveProperty('triaged_by')
    expect(finding.history.at(-1)).toMatchObject({
      what: 'assigned',
      who: 'Bob',
      from: null,
      to: 'person:Ann',
    })
    expect(await read(three)).not.toHaveProperty('owner')
    for (const query of ['owner=me', 'owner=person:Ann', 'owner=for:Ann'])
      expect([query, await ids(query, ann)]).toEqual([query, [one, two]])
    // The same address selects other findings for somebody else.
    expect(await ids('owner=me', bob)).toEqual([])
    expect(await ids('owner=me', ann)).toEqual([one, two])
    expect(await ids('owner=none,me', ann)).toEqual([one, two, three])
    const { facets } = (await call(findingFacets, { query: 'facet=owner' })).body
    expect(facets['owner']).toEqual([
      { value: 'person:Ann', count: 2 },
      { value: null, count: 1 },
    ])
    const { groups } = (await call(findingGroups, { query: 'group_by=owner' })).body
    expect(groups.map(({ value, count }) => [value, count])).toEqual([
      ['person:Ann', 2],
      [null, 1],
    ])
    const file = await call(exportFindings, { query: 'format=csv&columns=id,owner' })
    expect(file.text.split('\r\n').sort().slice(-4)).toEqual([
      `${one},person:Ann`,
      `${two},person:Ann`,
      `${three},`,
      'id,owner',
    ])
    const json = await call(exportFindings, { query: 'format=json&owner=person:Ann' })
    expect(json.text.match(/"owner":"person:Ann"/g)).toHaveLength(2)
  })

  it('is a filter that a link and a view keep', async () => {
    const { build, assign, ids, call, ann, bob } = await started()
    const [one = 0] = await build.add({}, {})
    await assign([one], 'person:Ann')
    const saved = await call(keepFilter, { body: { query: 'owner=me' }, token: ann })
    expect(saved.body.query).toBe('owner=for%3AAnn')
    expect(await ids(`filter=${saved.body.id}`, bob)).toEqual([one])
    const { views } = (await call(listViews, { query: 'page=code', token: ann })).body
    const view = views.find(({ name }) => name === 'Assigned to me')
    expect(await ids(view?.query ?? '', ann)).toEqual([one])
    expect(await ids(view?.query ?? '', bob)).toEqual([])
  })

  it.each(['person:Nobody', 'team:Nothing', 'person:', 'Ann', '', '@', 'person:a\u202eb'])(
    'is not %j',
    async (owner) => {
      const { build, assign } = await started()
      const [one = 0] = await build.add({})
      expect((await assign([one], owner)).status).toBe(400)
    },
  )

  it('is that of all instances of a flaw, with or without a decision', async () => {
    const { build, read, call, ann } = await started()
    const [main = 0, branch = 0] = await build.add({ key: 'k' }, { key: 'k', ref: 'refs/heads/feature' })
    const { body } = await call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: [main],
        new_triage_state: 'fixing',
        new_owner: '@acme/shop',
      },
      token: ann,
    })
    expect(body.num_triaged).toBe(2)
    expect(await read(branch)).toMatchObject({ owner: '@acme/shop', status: 'fixing', triaged_by: 'Ann' })
    expect((await read(main)).history.map(({ what }) => what)).toEqual(['found', 'triaged', 'assigned'])
  })

  it('can be undone', async () => {
    const { build, assign, read, call, clock } = await started()
    const [one = 0] = await build.add({})
    await assign([one], 'person:Ann')
    clock.now += 1000
    const second = await assign([one], null)
    expect(await read(one)).not.toHaveProperty('owner')
    const { changes } = (await call(listTriageChanges)).body
    expect(changes.map(({ owner }) => owner)).toEqual([null, 'person:Ann'])
    const undone = await call(undoTriage, { path: { change_id: second.body.change_id } })
    expect(undone.body.num_undone).toBe(1)
    const finding = await read(one)
    expect(finding.owner).toBe('person:Ann')
    expect(finding.history.map(({ what, to }) => [what, to])).toEqual([
      ['found', undefined],
      ['assigned', 'person:Ann'],
      ['assigned', null],
      ['assigned', 'person:Ann'],
    ])
    const { events } = (await call(listAudit, { query: { action: 'findings.triaged' } })).body
    expect(events.map(({ detail }) => Object(detail).owner)).toEqual([null, 'person:Ann'])
  })

  it('is set and undone as a job', async () => {
    const { build, ids, call, services } = await started()
    const made = await build.add({}, {}, { rule: 'other' })
    const set = { issue_type: 'sast', rules: ['test.sast.rule'], new_owner: 'person:Bob' }
    const preview = await call(createTriageJob, { query: 'preview=true', body: set })
    expect(preview.body).toMatchObject({ count: 2, skipped: [] })
    const job = await call(createTriageJob, { body: { ...set, expected_count: 2 } })
    expect(job.body).toMatchObject({ owner: 'person:Bob' })
    await services.jobs.settled()
    const id = 'id' in job.body ? job.body.id : ''
    expect((await call(getJob, { path: { id } })).body).toMatchObject({ state: 'done', done: 2 })
    expect(await ids('owner=person:Bob')).toEqual(made.slice(0, 2))
    const again = await call(createTriageJob, { query: 'preview=true', body: set })
    expect(again.body).toMatchObject({ count: 0, skipped: [{ code: 'unchanged', count: 2 }] })
    await call(undoJob, { path: { id } })
    await services.jobs.settled()
    expect(await ids('owner=none')).toEqual(made)
  })
})

describe('a team', () => {
  it('has members, who find its findings among theirs, and handles', async () => {
    const { build, assign, ids, call, ann, bob } = await started()
    const [one = 0, two = 0, three = 0] = await build.add({}, {}, {})
    const body = { name: 'Payments', members: ['ann'], handles: ['@Acme/Payments'] }
    const made = await call(createTeam, { body })
    expect(made.body.team).toMatchObject({
      name: 'Payments',
      members: ['Ann'],
      handles: ['@acme/payments'],
      createdBy: 'Tess Ter',
    })
    const id = made.body.team.id
    await assign([one], 'team:payments')
    await assign([two], '@acme/PAYMENTS')
    await assign([three], 'person:Bob')
    expect(await ids('owner=me', ann)).toEqual([one, two])
    expect(await ids('owner=team:Payments')).toEqual([one, two])
    const { groups } = (await call(findingGroups, { query: 'group_by=owner' })).body
    expect(groups.map(({ value, count }) => [value, count])).toEqual([
      ['team:Payments', 2],
      ['person:Bob', 1],
    ])
    await call(patchTeam, { path: { id }, body: { members: ['Bob'], handles: [] } })
    expect(await ids('owner=me', ann)).toEqual([])
    expect(await ids('owner=me', bob)).toEqual([one, three])
    expect(await ids('owner=@acme/PAYMENTS')).toEqual([two])
    expect((await call(listOwners)).body.owners).toEqual([
      'person:Ann',
      'person:Bob',
      'person:Tess Ter',
      'team:Payments',
    ])
    await call(deleteTeam, { path: { id } })
    expect(await ids('owner=none')).toEqual([one])
    expect(await ids('owner=team:Payments')).toEqual([one])
    expect((await call(listTeams)).body).toMatchObject({
      teams: [],
      unmapped: [{ owner: '@acme/PAYMENTS', findings: 1 }],
      disabled: [{ owner: 'team:Payments', findings: 1, byType: { sast: 1, sca: 0, secrets: 0 } }],
    })
  })

  it.each([
    [{ name: 'payments' }, 409],
    [{ name: 'Shop', handles: ['@acme/payments'] }, 409],
    [{ name: 'Shop', members: ['Nobody'] }, 400],
    [{ name: 'Shop', handles: ['no handle'] }, 400],
    [{ name: ' ' }, 400],
  ])('%j is refused with %i', async (body, status) => {
    const { call } = await started()
    await call(createTeam, { body: { name: 'Payments', handles: ['@acme/payments'] } })
    expect((await call(createTeam, { body })).status).toBe(status)
    expect((await call(listTeams)).body.teams).toHaveLength(1)
  })

  it('is not for analysts to change', async () => {
    const { call, ann } = await started()
    expect((await call(createTeam, { body: { name: 'Shop' }, token: ann })).status).toBe(403)
  })
})

describe('a handle', () => {
  it('is kept as text until somebody says whom it means', async () => {
    const { build, assign, ids, read, call, ann } = await started()
    const [one = 0] = await build.add({})
    await assign([one], '@ann-at-work')
    expect(await ids('owner=@ann-at-work')).toEqual([one])
    expect((await call(listTeams)).body.unmapped).toMatchObject([{ owner: '@ann-at-work', findings: 1 }])
    const map = (owner: string | null) =>
      call(mapHandle, { body: { handle: '@Ann-at-work', owner } }).then(({ status }) => status)
    expect(await map('person:Nobody')).toBe(400)
    expect(await map('@other')).toBe(400)
    expect(await map('person:Ann')).toBe(204)
    expect(await ids('owner=me', ann)).toEqual([one])
    expect((await read(one)).owner).toBe('person:Ann')
    expect((await call(listTeams)).body).toMatchObject({
      unmapped: [],
      handles: [{ handle: '@ann-at-work', owner: 'person:Ann' }],
    })
    expect(await map(null)).toBe(204)
    expect(await ids('owner=me', ann)).toEqual([])
  })
})

describe('people of single sign-on', () => {
  it('keep their findings when they are renamed, and lose them when they are disabled', async () => {
    const { service, open } = await startWithProvider()
    const [ann, bob] = [open(), open()]
    await ann.signIn('Ann')
    await bob.signIn('Bob')
    const build = new Build(service)
    const { assign, read } = tools(service)
    const [one = 0, two = 0] = await build.add({}, {})
    await assign([one], 'person:Bob')
    await assign([two], 'bob@acme.example')
    const own = async (browser = bob) => {
      const { body } = await browser.call(listFindings, { query: 'issue_type=sast&owner=me' })
      return ('sastFindings' in body ? (body.sastFindings?.findings ?? []) : [])
        .map(({ id }) => id)
        .sort((a, b) => a - b)
    }
    expect(await own()).toEqual([one, two])
    const { people } = (await ann.call(listPeople)).body
    const id = people.find(({ name }) => name === 'Bob')?.id ?? ''
    await ann.call(patchPerson, { path: { id }, body: { name: 'Robert' } })
    expect(await own()).toEqual([one, two])
    expect((await read(one)).owner).toBe('person:Robert')
    await ann.call(patchPerson, { path: { id }, body: { disabled: true } })
    expect(await read(one)).not.toHaveProperty('owner')
    const { disabled } = (await ann.call(listTeams)).body
    expect(disabled).toMatchObject([
      { owner: 'bob@acme.example', findings: 1 },
      { owner: 'person:Bob', findings: 1 },
    ])
    expect((await assign([one], 'person:Robert')).status).toBe(400)
  })
})
