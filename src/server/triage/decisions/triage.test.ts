import { describe, expect, it } from 'vitest'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { Build, start } from '#server/findings/testing/build.ts'
import { startTestService } from '#server/testing/service.ts'

async function service() {
  const started = await startTestService()
  const { call } = started
  const decide = (body: Record<string, unknown>, token?: string) =>
    call(triage, { body: { issue_type: 'sast', ...body }, ...(token ? { token } : {}) })
  const read = async (id = 0) => (await call(getFinding, { path: { id } })).body
  const undo = (change: string) => call(undoTriage, { path: { change_id: change } })
  return { ...started, build: new Build(started), decide, read, undo }
}

describe('deciding by id', () => {
  it('sets state, reason and note, and tells it in the history and the audit log', async () => {
    const { build, decide, read, services, clock } = await service()
    const [id = 0] = await build.add({})
    const response = await decide({
      issue_ids: [id],
      new_triage_state: 'ignored',
      new_triage_reason: 'false_positive',
      new_note: 'Checked by hand.',
    })
    expect(response.body).toEqual({ num_triaged: 1, triaged_issues: [id], change_id: expect.any(String) })
    const finding = await read(id)
    const at = new Date(clock.now).toISOString()
    expect(finding).toMatchObject({
      status: 'ignored',
      state: 'unresolved',
      triage_state: 'ignored',
      triage_reason: 'false_positive',
      triage_comment: 'Checked by hand.',
      triaged_at: at,
    })
    expect(finding.history.at(-1)).toMatchObject({
      at,
      what: 'triaged',
      who: 'Tess Ter',
      from: 'untriaged',
      to: 'ignored',
      reason: 'false_positive',
      note: 'Checked by hand.',
      change_id: response.body.change_id,
    })
    const audited = await services.database.read.selectFrom('audit_event').selectAll().execute()
    expect(audited).toMatchObject([{ action: 'findings.triaged', target: response.body.change_id }])
  })

  it.each([
    ['ignored', 'ignored', 'no_triage_reason'],
    ['reviewing', 'reviewing', null],
    ['fixing', 'fixing', null],
    ['reopened', 'open', null],
  ])('%s makes the status %s', async (new_triage_state, status, triage_reason) => {
    const { build, decide, read } = await service()
    const [id = 0] = await build.add({ triage: 'ignored', reason: 'no_time', note: 'before' })
    await decide({ issue_ids: [id], new_triage_state })
    expect(await read(id)).toMatchObject({
      status,
      triage_state: new_triage_state,
      triage_reason,
      triage_comment: 'before',
    })
  })

  it('brings every instance in the project along, and no other', async () => {
    const { build, decide, read } = await service()
    const [main = 0, feature = 0, fixed = 0, muted = 0, removed = 0, elsewhere = 0] = await build.add(
      { key: 'same' },
      { key: 'same', ref: 'refs/heads/feature' },
      { key: 'same', ref: 'refs/heads/old', state: 'fixed' },
      { key: 'same', ref: 'refs/heads/muted', state: 'muted' },
      { key: 'same', ref: 'refs/heads/gone', state: 'removed' },
      { key: 'same', project: 'acme/other' },
    )
    const response = await decide({ issue_ids: [feature], new_triage_state: 'reviewing' })
    expect(response.body).toMatchObject({ num_triaged: 4, triaged_issues: [main, feature, fixed, muted] })
    const standing = await Promise.all([main, feature, fixed, muted, removed, elsewhere].map(read))
    expect(standing.map((one) => [one.triage_state, one.status])).toEqual([
      ['reviewing', 'reviewing'],
      ['reviewing', 'reviewing'],
      ['reviewing', 'fixed'],
      ['reviewing', 'ignored'],
      ['reviewing', 'reviewing'],
      ['untriaged', 'open'],
    ])
  })

  it('counts only what changes', async () => {
    const { build, decide, read } = await service()
    const [done = 0, open = 0] = await build.add({ triage: 'ignored', reason: 'no_time' }, {})
    const body = { issue_ids: [done, open, open], new_triage_state: 'ignored', new_triage_reason: 'no_time' }
    expect((await decide(body)).body).toMatchObject({ num_triaged: 1, triaged_issues: [open] })
    expect((await decide(body)).body).toMatchObject({ num_triaged: 0, triaged_issues: [] })
    expect((await read(done)).history).toHaveLength(1)
  })

  it('takes a note alone, and an empty one away', async () => {
    const { build, decide, read } = await service()
    const [id = 0] = await build.add({})
    await decide({ issue_ids: [id], new_note: 'Asked the owner.' })
    expect(await read(id)).toMatchObject({
      triage_state: 'untriaged',
      status: 'open',
      triage_comment: 'Asked the owner.',
    })
    await decide({ issue_ids: [id], new_note: '' })
    const after = await read(id)
    expect(after.triage_comment).toBeNull()
    expect(after.history.map(({ what, note }) => [what, note])).toEqual([
      ['found', undefined],
      ['noted', 'Asked the owner.'],
      ['noted', null],
    ])
  })

  it('decides secrets by their own type alone', async () => {
    const { build, decide } = await service()
    const [secret = 0] = await build.add({ type: 'secrets' })
    const body = { issue_ids: [secret], new_triage_state: 'ignored' }
    expect((await decide(body)).status).toBe(404)
    expect((await decide({ ...body, issue_type: 'secrets' })).body.num_triaged).toBe(1)
  })

  it('changes nothing at all when one id is unknown, and names it', async () => {
    const { build, decide, read } = await service()
    const [id = 0] = await build.add({})
    const response = await decide({ issue_ids: [id, 4_000_000_000], new_triage_state: 'ignored' })
    expect(response.status).toBe(404)
    expect(response.text).toContain('4000000000')
    expect((await read(id)).triage_state).toBe('untriaged')
  })

  it('keeps out findings of another deployment', async () => {
    const given = await service()
    const { decide, addDeployment } = given
    const [id = 0] = await new Build(given, await addDeployment('other')).add({})
    expect((await decide({ issue_ids: [id], new_triage_state: 'ignored' })).status).toBe(404)
  })
})

describe('deciding by filter', () => {
  it('decides what the list shows, bounded by the limit from its top', async () => {
    const { build, decide, call } = await service()
    const [old, , newest, hidden] = await build.add(
      { severity: 'low', at: 1 },
      { severity: 'high', at: 2 },
      { severity: 'low', at: 3 },
      { severity: 'low', at: 4, state: 'removed' },
    )
    const first = await decide({ severities: ['low'], new_triage_state: 'fixing', limit: 1 })
    expect(first.body.triaged_issues).toEqual([newest])
    const all = await decide({ severities: 'low,critical', new_triage_state: 'fixing' })
    expect(all.body.triaged_issues).toEqual([old])
    const { headers } = await call(listFindings, { query: 'status=fixing' })
    expect(headers['x-total-count']).toBe('2')
    expect(hidden).toBeDefined()
  })

  it('takes numbers, flags and commas inside brackets as they are', async () => {
    const { build, decide } = await service()
    const [id] = await build.add({ rule: 'a,b', at: 5 }, { rule: 'a', at: 5 }, { rule: 'a,b', at: 1 })
    const response = await decide({
      rules: ['a,b'],
      since: start / 1000 + 120.5,
      primary_ref: true,
      new_triage_state: 'reviewing',
    })
    expect(response.body.triaged_issues).toEqual([id])
  })
})

describe('a decision that cannot be', () => {
  const impossible: [why: string, body: Record<string, unknown>][] = [
    ['neither ids nor a filter', { new_triage_state: 'ignored' }],
    ['an empty filter', { new_triage_state: 'ignored', severities: [], q: ' ' }],
    ['dedup alone', { new_triage_state: 'ignored', dedup: true }],
    ['a filter that says nothing of the type', { new_triage_state: 'ignored', dependencies: ['left-pad'] }],
    ['ids and a filter', { issue_ids: [1], severities: ['low'], new_triage_state: 'ignored' }],
    ['no decision', { issue_ids: [1] }],
    [
      'a reason without ignored',
      { issue_ids: [1], new_triage_state: 'fixing', new_triage_reason: 'no_time' },
    ],
    ['a reason alone', { issue_ids: [1], new_triage_reason: 'no_time', new_note: 'x' }],
    ['an unknown state', { issue_ids: [1], new_triage_state: 'untriaged' }],
    ['an unknown reason', { issue_ids: [1], new_triage_state: 'ignored', new_triage_reason: 'bored' }],
    ['no ids in the list', { issue_ids: [], new_triage_state: 'ignored' }],
    ['a fraction as id', { issue_ids: [1.5], new_triage_state: 'ignored' }],
    ['a text that is no id', { issue_ids: ['01'], new_triage_state: 'ignored' }],
    ['limit 0', { severities: ['low'], new_triage_state: 'ignored', limit: 0 }],
    ['limit 3001', { severities: ['low'], new_triage_state: 'ignored', limit: 3001 }],
    ['a long note', { issue_ids: [1], new_note: 'x'.repeat(3001) }],
    ['an unreadable instant', { issue_ids: [1], new_note: 'x', seen_at: 'yesterday' }],
    ['a filter of the other type', { exposures: ['reachable'], new_triage_state: 'ignored' }],
    ['a bad filter value', { severities: ['dire'], new_triage_state: 'ignored' }],
    ['two values for one', { ref: ['a', 'b'], new_triage_state: 'ignored' }],
    ['no type', { issue_type: undefined, issue_ids: [1], new_triage_state: 'ignored' }],
  ]

  it('is refused with the reason, and changes nothing', async () => {
    const { build, decide, read } = await service()
    const [id] = await build.add({ severity: 'low' })
    for (const [why, body] of impossible) {
      const response = await decide(body)
      expect([why, response.status]).toEqual([why, 400])
      expect(response.body).toMatchObject({
        errors: [expect.objectContaining({ detail: expect.any(String) })],
      })
    }
    expect((await read(id)).triage_state).toBe('untriaged')
  })

  it('names every fault at once', async () => {
    const { decide } = await service()
    const response = await decide({
      severities: ['dire'],
      exposures: ['reachable'],
      new_triage_reason: 'no_time',
    })
    expect(response.body).toMatchObject({
      errors: [
        { pointer: '/severities' },
        { pointer: '/exposures' },
        { pointer: '' },
        { pointer: '/new_triage_reason' },
      ],
    })
  })

  it('needs the scope', async () => {
    const { build, decide, mint } = await service()
    const [id = 0] = await build.add({})
    const viewer = await mint({ role: 'viewer' })
    const response = await decide({ issue_ids: [id], new_triage_state: 'ignored' }, viewer)
    expect(response.status).toBe(403)
  })
})

describe('two people', () => {
  it('gives the second the choice, with what the first decided', async () => {
    const { build, decide, read, mint, clock } = await service()
    const [id = 0, other = 0] = await build.add({}, {})
    const seen = new Date(clock.now).toISOString()
    clock.now += 1000
    const ada = await mint({ person: 'Ada', role: 'analyst' })
    await decide({ issue_ids: [id], new_triage_state: 'fixing', new_note: 'Mine' }, ada)
    const body = { issue_ids: [other, id], new_triage_state: 'ignored', seen_at: seen }
    const refused = await decide(body)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      conflicts: [
        {
          id,
          triage_state: 'fixing',
          triage_reason: null,
          note: 'Mine',
          by: 'Ada',
          at: new Date(clock.now).toISOString(),
        },
      ],
    })
    expect((await read(other)).triage_state).toBe('untriaged')
    const later = await decide({ ...body, seen_at: new Date(clock.now).toISOString() })
    expect(later.body.num_triaged).toBe(2)
  })

  it('is no conflict where the second would change nothing, or decided the first time too', async () => {
    const { build, decide, mint, clock } = await service()
    const [id = 0] = await build.add({})
    const seen_at = new Date(clock.now).toISOString()
    clock.now += 1000
    await decide({ issue_ids: [id], new_triage_state: 'fixing' })
    const ada = await mint({ person: 'Ada', role: 'analyst' })
    const same = { issue_ids: [id], new_triage_state: 'fixing', seen_at }
    expect((await decide(same, ada)).body.num_triaged).toBe(0)
    expect((await decide({ ...same, new_triage_state: 'reviewing' })).body.num_triaged).toBe(1)
  })

  it('names an instance that was decided elsewhere when it would come along', async () => {
    const { build, decide, clock } = await service()
    const [request = 0, along = 0] = await build.add(
      { key: 'same' },
      {
        key: 'same',
        ref: 'refs/heads/x',
        triage: 'fixing',
        triagedAt: clock.now + 5,
        triagedBy: 'Ada',
      },
    )
    const seen_at = new Date(clock.now).toISOString()
    const response = await decide({ issue_ids: [request], new_triage_state: 'ignored', seen_at })
    expect(response.body).toMatchObject({ conflicts: [{ id: along }] })
  })
})
