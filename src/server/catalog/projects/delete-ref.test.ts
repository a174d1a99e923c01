import { describe, expect, it } from 'vitest'
import { createComment, listComments } from '#contract/operations/comments.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getGate } from '#contract/operations/gate.ts'
import { deleteRef, listRefs, patchProject, restoreRef } from '#contract/operations/projects.ts'
import { restoreSource, retireSource } from '#contract/operations/sources.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const shop = { path: { projectName: 'acme/shop' } }
const xss = result('xss', 'app.py', 'render(name)')
const sqli = result('sqli', 'db.py', 'execute(text)')
const ssrf = result('ssrf', 'net.py', 'fetch(url)')
const feature = 'refs/heads/feature/login'
const ticket = { url: 'https://tickets.example/1', externalSlug: 'T-1' }
const day = 86_400_000

/** `main` has one finding, the branch two of its own, one of which is decided there alone. */
async function started() {
  const service = await startTestService()
  await upload(service, semgrep([xss]), { ref: 'main' })
  await upload(service, semgrep([xss, sqli, ssrf]), { ref: feature, commit: 'c0ffee' })
  const remove = (ref = feature, repo = 'acme/shop') => service.call(deleteRef, { query: { repo, ref } })
  const restore = (ref = feature) => service.call(restoreRef, { body: { repo: 'acme/shop', ref } })
  const onBranch = async () => {
    const findings = await codeFindings(service, { ref: feature })
    return findings.map((one) => `${one.rule_name} ${one.status}`).sort()
  }
  const refs = async () => {
    const query = { repository_id: 1, include: 'summary' }
    const { body } = await service.call(listRefs, { query })
    for (const { open, open_by_type: byType } of body.refs)
      expect(byType).toEqual({ sast: open, sca: 0, secrets: 0 })
    return body.refs.map(({ name, open }) => [name, open])
  }
  return { ...service, service, remove, restore, onBranch, refs }
}

const onlyThere = async (service: TestService) =>
  (await codeFindings(service, { ref: feature })).find((one) => one.rule_name === 'sqli')

async function decide({ service }: Awaited<ReturnType<typeof started>>) {
  const id = Number((await onlyThere(service))?.id)
  await service.call(triage, {
    body: {
      issue_type: 'sast',
      issue_ids: [id],
      new_triage_state: 'ignored',
      new_triage_reason: 'false_positive',
      new_note: 'Only numbers arrive here.',
    },
  })
  await service.call(createComment, { path: { id }, body: { text: 'Checked with the team.' } })
  await service.call(patchFinding, { path: { id }, body: { external_ticket: ticket } })
  return id
}

describe('a deleted branch', () => {
  it('is back with an applied scan, not with one that failed or is held', async () => {
    const { service, remove, refs } = await started()
    const many = Array.from({ length: 8 }, (_, at) => result('r', `src/${at}.py`, `call(${at})`))
    await upload(service, semgrep(many), { ref: feature, commit: 'many' })
    await remove()
    const names = async () => (await refs()).map(([name]) => name)
    expect(await names()).toEqual(['refs/heads/main'])
    const failed = { ...semgrep([]), errors: [{ code: 2, level: 'error', type: 'FatalError', message: 'x' }] }
    const { status } = await upload(service, failed, { ref: feature, commit: 'failed' })
    expect(status).toBe(201)
    expect(await names()).toEqual(['refs/heads/main'])
    expect((await upload(service, semgrep([xss]), { ref: feature, commit: 'back' })).status).toBe(201)
    expect(await names()).toEqual(['refs/heads/main', feature])
  })
})

describe('deleting a branch', () => {
  it('takes its findings out of every list and count, and leaves the others', async () => {
    const { call, service, remove, onBranch, refs } = await started()
    expect(await refs()).toEqual([
      ['refs/heads/main', 1],
      [feature, 3],
    ])
    const { status, body } = await remove('feature/login')
    expect([status, body]).toMatchObject([200, { ref: feature, findings: 3 }])
    expect(await onBranch()).toEqual([])
    expect(await refs()).toEqual([['refs/heads/main', 1]])
    expect((await codeFindings(service)).map((one) => one.rule_name)).toEqual(['xss'])
    const counted = await call(listFindings, { query: { dedup: true } })
    expect(counted.headers['x-total-count']).toBe('1')
    expect((await remove()).status).toBe(404)
  })

  it('keeps decisions, comments and tickets for its return, also those made only there', async () => {
    const all = await started()
    const { call, service, remove, onBranch } = all
    const id = await decide(all)
    const before = await onBranch()
    const stood = await onlyThere(service)
    await remove()
    service.clock.now += 40 * day
    await upload(service, semgrep([xss, sqli, ssrf]), { ref: feature, commit: 'c0ffee' })
    expect(await onBranch()).toEqual(before)
    expect(await onlyThere(service)).toMatchObject({
      id,
      status: 'ignored',
      triage_state: 'ignored',
      triage_reason: stood?.triage_reason,
      triage_comment: stood?.triage_comment,
      external_ticket: ticket,
    })
    const { comments } = (await call(listComments, { path: { id } })).body
    expect(comments.map(({ text }) => text)).toEqual(['Checked with the team.'])
  })

  it('lets a partial return show what it reports, and no more', async () => {
    const { service, remove, onBranch, refs } = await started()
    await remove()
    await upload(service, semgrep([ssrf]), { ref: feature, kind: 'diff' })
    expect(await onBranch()).toEqual(['ssrf open'])
    expect(await refs()).toEqual(
      [
        [feature, 1],
        ['refs/heads/main', 1],
      ].sort((one) => (one[0] === 'refs/heads/main' ? -1 : 1)),
    )
  })

  it('can be undone for 24 hours, with what was decided before', async () => {
    const all = await started()
    const { service, remove, restore, onBranch, refs } = all
    await decide(all)
    await upload(service, semgrep([xss, sqli]), { ref: feature })
    const before = await onBranch()
    expect(before).toEqual(['sqli ignored', 'ssrf fixed', 'xss open'])
    for (let round = 0; round < 2; round++) {
      await remove()
      service.clock.now += day - 1
      expect((await restore()).body).toMatchObject({ ref: feature, findings: 3, restore_until: null })
      expect([await onBranch(), (await refs()).length]).toEqual([before, 2])
      expect((await restore()).status).toBe(409)
    }
    await remove()
    service.clock.now += day + 1
    expect((await restore()).status).toBe(409)
    expect(await onBranch()).toEqual([])
  })

  it('is no way to make a commit pass', async () => {
    const { call, service, remove, restore } = await started()
    const gate = async (query: object = {}) => {
      const { body } = await call(getGate, { ...shop, query: { commit: 'c0ffee', ...query } })
      return body.reasons.map(({ code }) => code)
    }
    expect(await gate()).toEqual([])
    await remove()
    expect(await gate()).toEqual(['no_scan'])
    await restore()
    expect(await gate()).toEqual([])
    await remove()
    // Another tool brings the branch back: the first one has said nothing of it since.
    await upload(service, semgrep([], { scanned: ['a.py'] }), {
      ref: feature,
      commit: 'beef',
      category: 'other',
    })
    expect(await gate()).not.toEqual([])
    await upload(service, semgrep([xss]), { ref: 'refs/pull/1/head', commit: 'd00d' })
    await remove()
    expect(await gate({ commit: 'd00d', base: feature })).toContain('no_base_ref')
  })

  it('is refused for the primary branch, for what is not there, and without the right', async () => {
    const { call, service, remove, restore, mint, onBranch } = await started()
    expect((await remove('main')).status).toBe(409)
    await call(patchProject, { ...shop, body: { primary_branch: 'next' } })
    await upload(service, semgrep([xss]), { ref: 'next', kind: 'diff' })
    expect([(await remove('main')).status, (await remove('next')).status]).toEqual([409, 409])
    expect((await remove('gone')).status).toBe(404)
    expect((await remove(feature, 'acme/other')).status).toBe(404)
    expect((await restore()).status).toBe(409)
    expect((await call(deleteRef, { query: { repo: 'acme/shop' } })).status).toBe(400)
    const token = await mint({ role: 'manager' })
    const query = { repo: 'acme/shop', ref: feature }
    expect((await call(deleteRef, { query, token })).status).toBe(403)
    expect(await onBranch()).toHaveLength(3)
  })

  it('stands in the audit log and in the history of each finding', async () => {
    const { remove, restore, services } = await started()
    await remove()
    await restore()
    const { read } = services.database
    const lines = await read.selectFrom('audit_event').select(['action', 'target', 'detail_json']).execute()
    expect(lines.filter(({ action }) => action.startsWith('branch.'))).toEqual(
      ['branch.deleted', 'branch.restored'].map((action) => ({
        action,
        target: 'acme/shop',
        detail_json: JSON.stringify({ ref: feature, findings: 3 }),
      })),
    )
    const events = await read
      .selectFrom('finding_event')
      .select('reason')
      .where('kind', '=', 'retired')
      .execute()
    expect(events).toEqual([1, 2, 3].map(() => ({ reason: 'branch_deleted' })))
  })

  it('leaves restored sources out of what is deleted', async () => {
    const { service, remove, onBranch } = await started()
    const source = { repo: 'acme/shop', tool: 'Semgrep', category: null }
    await service.call(retireSource, { body: source })
    await remove()
    expect((await service.call(restoreSource, { body: source })).body.findings).toBe(1)
    expect(await onBranch()).toEqual([])
  })
})
