import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import {
  getCodeowners,
  listOwnerRules,
  listTeams,
  sendCodeowners,
  setCodeowners,
  setOwnerRule,
} from '#contract/operations/owners.ts'
import { createScan } from '#contract/operations/scans.ts'
import { addTags, removeTags } from '#contract/operations/tags.ts'
import { createTriageJob, listJobs, triage } from '#contract/operations/triage.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const path = { projectName: 'acme/shop' }
const query = { project: 'acme/shop' }
const files = ['docs/a.py', 'src/b.py', 'src/pay/c.py']

async function started() {
  const service = await startTestService()
  const { call, clock } = service
  const scan = async (paths: readonly string[], ref = 'refs/heads/main', commit = 'a1') => {
    clock.now += 60_000
    const results = paths.map((file) => result('xss', file, `render(${file.replaceAll(/\W/g, '_')})`, 10))
    const { status } = await call(createScan, {
      query: { project: 'acme/shop', ref, commit },
      body: semgrep(results),
    })
    expect([200, 201]).toContain(status)
  }
  /** The owners of the open findings of a branch, by file. */
  const owners = async (ref = 'refs/heads/main') => {
    await service.services.jobs.settled()
    const { body } = await call(listFindings, { query: { issue_type: 'sast', ref, status: 'open' } })
    const findings = 'sastFindings' in body ? (body.sastFindings?.findings ?? []) : []
    return Object.fromEntries(findings.map((one) => [one.location?.filePath, one.owner ?? null]))
  }
  const idOf = async (file: string) => {
    const { body } = await call(listFindings, {
      query: { issue_type: 'sast', ref: 'refs/heads/main', path: file },
    })
    return 'sastFindings' in body ? (body.sastFindings?.findings?.[0]?.id ?? 0) : 0
  }
  const assign = async (file: string, owner: string | null) =>
    call(triage, { body: { issue_type: 'sast', issue_ids: [await idOf(file)], new_owner: owner } })
  return { ...service, scan, owners, idOf, assign }
}

describe('CODEOWNERS of a project', () => {
  it('gives stored and new findings their owner, by the last line that matches', async () => {
    const { call, scan, owners, idOf } = await started()
    await scan(files)
    const content = '* @acme/all\n/src/ @acme/dev # code\n[Section]\n/src/pay/\n'
    const { body } = await call(setCodeowners, { query, body: { content } })
    expect(body.codeowners).toMatchObject({
      uploaded: false,
      lines: 3,
      invalid: [{ line: 3, text: '[Section]', reason: 'sections are not supported' }],
    })
    expect((await call(getCodeowners, { query })).body).toEqual(body)
    expect(await owners()).toEqual({
      'docs/a.py': '@acme/all',
      'src/b.py': '@acme/dev',
      'src/pay/c.py': null,
    })
    await scan([...files, 'src/new.py'])
    expect((await owners())['src/new.py']).toBe('@acme/dev')
    const { history } = (await call(getFinding, { path: { id: await idOf('src/b.py') } })).body
    expect(history.at(-1)).toMatchObject({
      what: 'assigned',
      who: 'Gatehouse',
      to: '@acme/dev',
      note: 'CODEOWNERS',
    })
    const { jobs } = (await call(listJobs)).body
    expect(jobs[0]).toMatchObject({ kind: 'owners', state: 'done', total: 3, done: 3, assigned: 2 })
    expect((await call(listTeams)).body.unmapped).toMatchObject([
      { owner: '@acme/dev', findings: 2 },
      { owner: '@acme/all', findings: 1 },
    ])
    const eventOf = async (action: string) => (await call(listAudit, { query: { action } })).body.events[0]
    const [assigned, set] = [await eventOf('owners.assigned'), await eventOf('project.codeowners_set')]
    expect(assigned).toMatchObject({ action: 'owners.assigned', target: query.project })
    expect(assigned?.detail).toMatchObject({
      count: 2,
      changes: [
        { owner: '@acme/all', count: 1 },
        { owner: '@acme/dev', count: 1 },
      ],
    })
    expect(set).toMatchObject({ action: 'project.codeowners_set', target: query.project })
    expect(set?.detail).toMatchObject({ from: 0, to: 4, count: 4, linesRemoved: [] })
    await call(setCodeowners, { query, body: { content: null } })
    expect((await eventOf('project.codeowners_set'))?.detail).toMatchObject({
      from: 4,
      to: 0,
      linesAdded: [],
    })
    expect(Object.values(await owners())).toEqual([null, null, null, null])
  })

  it('leaves what a person assigned, on every branch and after a scan', async () => {
    const { scan, owners, assign, call } = await started()
    await scan(files)
    await assign('src/b.py', '@ann')
    await assign('docs/a.py', null)
    await call(setCodeowners, { query, body: { content: '* @acme/all' } })
    const kept = { 'docs/a.py': null, 'src/b.py': '@ann', 'src/pay/c.py': '@acme/all' }
    expect(await owners()).toEqual(kept)
    await scan(files, 'refs/heads/main', 'b2')
    expect(await owners()).toEqual(kept)
    await scan(files, 'refs/heads/feature')
    expect(await owners('refs/heads/feature')).toEqual(kept)
    // Fixed and found again.
    await scan(files.slice(1), 'refs/heads/main', 'c3')
    await scan(files, 'refs/heads/main', 'd4')
    expect(await owners()).toEqual(kept)
  })

  it('is sent by a pipeline for the primary branch, until somebody sets another', async () => {
    const { call, scan, owners, mint } = await started()
    const token = await mint({ name: 'ci', role: 'ci' })
    const send = (body: string, ref = 'main', project = 'acme/shop') =>
      call(sendCodeowners, { query: { project, ref }, body: Buffer.from(body), token })
    expect((await send('* @a')).status).toBe(404)
    await scan(files)
    await scan(files, 'refs/heads/feature')
    expect((await send('* @evil', 'feature')).body).toEqual({
      codeowners: null,
      applied: false,
      reason: 'The ref is not the primary branch of the project.',
    })
    expect((await send('* @acme/dev')).body).toMatchObject({
      applied: true,
      reason: null,
      codeowners: { uploaded: true },
    })
    expect((await owners())['src/b.py']).toBe('@acme/dev')
    await call(setCodeowners, { query, body: { content: '* @acme/set' } })
    expect((await send('* @acme/other')).body).toMatchObject({
      applied: false,
      codeowners: { content: '* @acme/set' },
    })
    expect((await owners())['src/b.py']).toBe('@acme/set')
    await call(setCodeowners, { query, body: { content: null } })
    expect((await send('* @acme/other')).body.applied).toBe(true)
    expect((await owners())['src/b.py']).toBe('@acme/other')
    expect((await call(setCodeowners, { query, body: { content: '*' }, token })).status).toBe(403)
  })

  it.each([
    ['too large', '#'.repeat(500_001), 413],
    ['not text', '\0', 400],
  ])('is refused if it is %s', async (_, body, status) => {
    const { call, scan } = await started()
    await scan(files)
    expect(
      (await call(sendCodeowners, { query: { project: 'acme/shop', ref: 'main' }, body: Buffer.from(body) }))
        .status,
    ).toBe(status)
    expect((await call(setCodeowners, { query, body: { content: body } })).status).toBe(400)
    expect((await call(getCodeowners, { query })).body.codeowners).toBeNull()
  })
})

describe('tags and rules', () => {
  it('give owners to what CODEOWNERS leaves, a tag before a rule', async () => {
    const { call, scan, owners, mint } = await started()
    await scan(files)
    const token = await mint({ person: 'Ann', name: 'ann', role: 'manager', webApiEnabled: true })
    const set = (kind: 'tag' | 'rule', value: string, owner: string | null) =>
      call(setOwnerRule, { body: { kind, value, owner }, token })
    expect((await set('rule', 'xss', 'person:Nobody')).status).toBe(400)
    expect((await set('rule', 'xss', 'person:ann')).status).toBe(204)
    expect(await owners()).toEqual({
      'docs/a.py': 'person:Ann',
      'src/b.py': 'person:Ann',
      'src/pay/c.py': 'person:Ann',
    })
    await set('tag', 'shop', '@acme/shop')
    expect((await owners())['src/b.py']).toBe('person:Ann')
    await call(addTags, { path, body: ['other', 'shop'] })
    expect((await owners())['src/b.py']).toBe('@acme/shop')
    await call(setCodeowners, { query, body: { content: '/docs/ @acme/docs' } })
    expect(await owners()).toEqual({
      'docs/a.py': '@acme/docs',
      'src/b.py': '@acme/shop',
      'src/pay/c.py': '@acme/shop',
    })
    expect((await call(listOwnerRules)).body.rules).toEqual([
      { kind: 'tag', value: 'shop', owner: '@acme/shop' },
      { kind: 'rule', value: 'xss', owner: 'person:Ann' },
    ])
    await call(removeTags, { path, query: { tags: 'shop' } })
    expect((await owners())['src/b.py']).toBe('person:Ann')
    await set('rule', 'xss', null)
    await set('tag', 'shop', null)
    expect((await owners())['src/b.py']).toBeNull()
    expect((await call(listOwnerRules)).body.rules).toEqual([])
  })

  it('do not change what a bulk assignment set', async () => {
    const { call, scan, owners } = await started()
    await scan(files)
    await call(createTriageJob, {
      body: { issue_type: 'sast', path: 'src/', new_owner: '@ann', expected_count: 2 },
    })
    expect((await owners())['src/b.py']).toBe('@ann')
    await call(setOwnerRule, { body: { kind: 'rule', value: 'xss', owner: '@acme/all' } })
    expect(await owners()).toEqual({ 'docs/a.py': '@acme/all', 'src/b.py': '@ann', 'src/pay/c.py': '@ann' })
  })
})
