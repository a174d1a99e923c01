import { beforeEach, describe, expect, test } from 'vitest'
import { getRule } from '#contract/operations/policies.ts'
import {
  deleteRef,
  mergeProject,
  patchProject,
  restoreRef,
  splitProject,
  undoProjectChange,
} from '#contract/operations/projects.ts'
import { expireMergeQueues } from '#server/gate/expire-merge-queues.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})

/** A finding of a rule that says something of its own about the rule. */
function said(text: string, rule = 'xss', path = 'app.py') {
  const one = result(rule, path, `render(${path})`)
  const metadata = { ...one.extra.metadata, cwe: [`CWE-79: ${text}`] }
  return { ...one, extra: { ...one.extra, message: text, metadata } }
}
async function send(project: string, results: object[], query: Record<string, string> = {}) {
  const { status } = await upload(service, semgrep(results), { project, ref: 'refs/heads/main', ...query })
  expect(status).toBe(201)
}
/** What each finding of a project says about its rule. */
const shown = async (repos: string, query: Record<string, string> = {}) =>
  (await codeFindings(service, { repos, ...query }))
    .map(({ location, rule }) => [location?.filePath, rule.message, rule.cweNames?.[0]].join(' · '))
    .toSorted()
const merge = async (projectName: string, into: string) => {
  const { status, body } = await service.call(mergeProject, { path: { projectName }, body: { into } })
  expect(status).toBe(200)
  return body.change?.id ?? 0
}
const undo = async (change_id: number) =>
  expect((await service.call(undoProjectChange, { path: { change_id } })).status).toBe(200)
const rows = () =>
  service.services.database.read
    .selectFrom('rule_text')
    .selectAll()
    .orderBy('rule_id')
    .orderBy('project_id')
    .orderBy('ref_id')
    .execute()

const usual = 'app.py · Usual. · CWE-79: Usual.'
const own = 'app.py · Own. · CWE-79: Own.'

describe('what a project says about rules', () => {
  beforeEach(async () => {
    for (const project of ['a', 'b', 'd']) await send(project, [said('Usual.')])
    await send('old', [said('Own.')])
    await send('new', [said('Other.', 'sqli', 'db.py')])
  })

  test('is what the project says that it is merged into, where that says nothing', async () => {
    const before = await rows()
    const change = await merge('old', 'new')
    const both = [own, 'db.py · Other. · CWE-79: Other.']
    expect(await shown('new')).toEqual(both)
    // Scans of other refs change nothing, as the primary branch has said it.
    await send('new', [said('Once more.')], { ref: 'refs/heads/feature' })
    expect(await shown('new', { ref: 'feature' })).toEqual([own])
    await undo(change)
    expect(await shown('old')).toEqual([own])
    expect((await rows()).filter(({ ref_id }) => ref_id === 0)).toEqual(before)
  })

  test('stays with it when the merge is undone, if its primary branch said it since', async () => {
    const change = await merge('old', 'new')
    await send('new', [said('Own.'), said('Own.', 'xss', 'more.py')])
    await undo(change)
    expect(await shown('new', { path: 'more.py' })).toEqual(['more.py · Own. · CWE-79: Own.'])
    expect(await shown('old')).toEqual([own])
  })

  test('gives way to what the project says that it is merged into', async () => {
    const before = await rows()
    await send('a', [said('Usual.'), said('Usual.', 'xss', 'more.py')])
    const change = await merge('old', 'a')
    expect(await shown('a')).toEqual([usual, 'more.py · Usual. · CWE-79: Usual.'])
    await undo(change)
    expect(await shown('old')).toEqual([own])
    expect(await shown('a')).toEqual([usual, 'more.py · Usual. · CWE-79: Usual.'])
    expect(await rows()).toEqual(before)
  })

  test('is that of single refs before its primary branch is scanned, there and back', async () => {
    const ofRef = (ref: string, text: string) => send('late', [said(text)], { ref: `refs/pull/${ref}/merge` })
    await ofRef('1', 'One.')
    await ofRef('2', 'Two.')
    await send('new', [said('Three.', 'csrf', 'c.py')], { ref: 'refs/pull/2/merge' })
    const texts = async (project: string) => [
      await shown(project, { ref: 'refs/pull/1/merge', rules: 'xss' }),
      await shown(project, { ref: 'refs/pull/2/merge', rules: 'xss' }),
    ]
    const before = await texts('late')
    expect(before).toEqual([['app.py · One. · CWE-79: One.'], ['app.py · Two. · CWE-79: Two.']])
    const stored = await rows()
    const change = await merge('late', 'new')
    expect(await texts('new')).toEqual(before)
    await send('new', [said('One, changed.')], { ref: 'refs/pull/1/merge' })
    await undo(change)
    expect(await texts('late')).toEqual([['app.py · One, changed. · CWE-79: One, changed.'], before[1]])
    const places = (all: typeof stored) =>
      all.map(({ rule_id, project_id, ref_id }) => [rule_id, project_id, ref_id])
    expect(places(await rows())).toEqual(places(stored))
  })

  test('is what a project says that is split off, and comes back', async () => {
    await send('old', [said('Own.'), said('Own.', 'xss', 'api/app.py')])
    const before = await rows()
    const { body } = await service.call(splitProject, {
      path: { projectName: 'old' },
      body: { path_prefix: 'api', name: 'api' },
    })
    expect(await shown('api')).toEqual(['api/app.py · Own. · CWE-79: Own.'])
    expect(await shown('old')).toEqual([own])
    await undo(body.change?.id ?? 0)
    expect(await shown('old')).toEqual(['api/app.py · Own. · CWE-79: Own.', own])
    expect(await rows()).toEqual(before)
  })
})

describe('the text of the deployment', () => {
  const ofDeployment = async () =>
    (await service.call(getRule, { path: { rulePath: 'xss' } })).body.rule.message

  test('is what most projects say after a merge, and after that is undone', async () => {
    for (const project of ['a', 'b', 'c']) await send(project, [said('Usual.')])
    for (const project of ['x', 'y']) await send(project, [said('Own.')])
    expect(await ofDeployment()).toBe('Usual.')
    const first = await merge('a', 'b')
    expect(await ofDeployment()).toBe('Usual.')
    const second = await merge('c', 'b')
    expect(await ofDeployment()).toBe('Own.')
    expect(await shown('b')).toEqual([usual])
    expect(await shown('x')).toEqual([own])
    await undo(second)
    await undo(first)
    expect(await ofDeployment()).toBe('Usual.')
    for (const project of ['a', 'b', 'c']) expect(await shown(project)).toEqual([usual])
    for (const project of ['x', 'y']) expect(await shown(project)).toEqual([own])
  })
})

describe('what is said about rules on refs', () => {
  const feature = 'refs/heads/feature'
  const pull = 'refs/pull/1/merge'
  const setPrimary = async (primary_branch: string) => {
    const path = { projectName: 'shop' }
    const { status } = await service.call(patchProject, { path, body: { primary_branch } })
    expect(status).toBe(200)
  }
  beforeEach(async () => {
    for (const project of ['a', 'b', 'd']) await send(project, [said('Usual.')])
  })

  test('is that of the branch which becomes the primary one, with its first full scan', async () => {
    await send('shop', [said('Own.')])
    await setPrimary('next')
    await send('shop', [said('Next.')], { ref: 'refs/heads/next', kind: 'diff' })
    expect(await shown('shop', { ref: 'main' })).toEqual([own])
    await send('shop', [said('Next.')], { ref: 'refs/heads/next' })
    for (const ref of ['main', 'next'])
      expect(await shown('shop', { ref })).toEqual(['app.py · Next. · CWE-79: Next.'])
    // The former one says nothing any more.
    await send('shop', [said('Own.')], { commit: '2' })
    expect(await shown('shop', { ref: 'next' })).toEqual(['app.py · Next. · CWE-79: Next.'])
  })

  test('is the deployment’s again, once the branch that becomes the primary one says that', async () => {
    await send('shop', [said('Own.')])
    await setPrimary('next')
    await send('shop', [said('Usual.')], { ref: 'refs/heads/next' })
    for (const ref of ['main', 'next']) expect(await shown('shop', { ref })).toEqual([usual])
    // What the former one said is kept for it.
    expect(await rows()).toMatchObject([{ ref_id: -4, message: 'Own.', title: null, url: null }])
  })

  test('is that of a branch which was scanned before it became the primary one', async () => {
    await send('shop', [said('Other.', 'sqli', 'db.py')])
    await send('shop', [said('Next.')], { ref: 'refs/heads/next' })
    await send('shop', [said('Pull.')], { ref: pull })
    await setPrimary('next')
    for (const ref of ['next', pull])
      expect(await shown('shop', { ref, rules: 'xss' })).toEqual(['app.py · Next. · CWE-79: Next.'])
  })

  describe('when the primary branch changes', () => {
    const next = { ref: 'refs/heads/next' }
    const both = async () => [await shown('shop', { ref: 'main' }), await shown('shop', { ref: 'next' })]
    const ownTwice = [[own], [own]]
    const nextTwice = [['app.py · Next. · CWE-79: Next.'], ['app.py · Next. · CWE-79: Next.']]

    test('is what its newest full scan said, there and back', async () => {
      await send('shop', [said('Own.')])
      await send('shop', [said('Next, at first.')], next)
      await send('shop', [said('Next.')], { ...next, commit: '2' })
      // Neither a diff scan nor one of a pull request is a full scan of it.
      await send('shop', [said('Diff.')], { ...next, kind: 'diff', commit: '3' })
      await send('shop', [said('Pull.')], { ref: pull })
      expect(await both()).toEqual(ownTwice)
      const before = await rows()
      await setPrimary('next')
      expect(await both()).toEqual(nextTwice)
      expect(await shown('shop', { ref: pull })).toEqual(nextTwice[0])
      await setPrimary('main')
      expect(await both()).toEqual(ownTwice)
      expect(await rows()).toEqual(before)
    })

    test('is what it said before the primary branch says something else', async () => {
      await send('shop', [said('Own.')])
      await send('shop', [said('Own.')], next)
      await send('shop', [said('Newer.')], { commit: '2' })
      expect(await both()).toEqual([
        ['app.py · Newer. · CWE-79: Newer.'],
        ['app.py · Newer. · CWE-79: Newer.'],
      ])
      await setPrimary('next')
      expect(await both()).toEqual(ownTwice)
      await setPrimary('main')
      expect((await both())[0]).toEqual(['app.py · Newer. · CWE-79: Newer.'])
    })

    test('is what it said before the primary branch was scanned', async () => {
      await send('shop', [said('Other.', 'sqli', 'db.py')])
      await send('shop', [said('Next.')], next)
      await send('shop', [said('Own.'), said('Other.', 'sqli', 'db.py')])
      expect(await shown('shop', { ...next, rules: 'xss' })).toEqual([own])
      await setPrimary('next')
      expect(await shown('shop', { ref: 'main', rules: 'xss' })).toEqual(nextTwice[0])
    })

    test('is the deployment’s where it says that, and that of the former one where it says nothing', async () => {
      const sqli = 'db.py · Other. · CWE-79: Other.'
      await send('a', [said('Usual.'), said('Plain.', 'sqli', 'db.py')], { commit: '2' })
      await send('shop', [said('Own.'), said('Other.', 'sqli', 'db.py')])
      await send('shop', [said('Usual.')], next)
      expect(await both()).toEqual([[own, sqli], [own]])
      await setPrimary('next')
      expect(await both()).toEqual([[usual, sqli], [usual]])
      await setPrimary('main')
      expect(await both()).toEqual([[own, sqli], [own]])
    })

    test('is what it said, although the deployment’s text changed meanwhile', async () => {
      await send('shop', [said('Own.')])
      await send('shop', [said('Usual.')], next)
      for (const project of ['a', 'b', 'd']) await send(project, [said('New.')], { commit: '2' })
      await setPrimary('next')
      expect(await both()).toEqual([[usual], [usual]])
      await setPrimary('main')
      expect(await both()).toEqual(ownTwice)
    })

    test('is what its newest scan said, with the first full scan of a branch', async () => {
      await send('shop', [said('Own.')])
      await setPrimary('next')
      await send('shop', [said('Next.')], next)
      expect(await both()).toEqual(nextTwice)
      await setPrimary('main')
      expect(await both()).toEqual(ownTwice)
    })

    test('is what it said in a project that is merged, and when that is undone', async () => {
      await send('shop', [said('Own.')])
      await send('shop', [said('Next.')], next)
      await send('new', [said('Other.', 'sqli', 'db.py')])
      const before = await rows()
      const change = await merge('shop', 'new')
      const path = { projectName: 'new' }
      const set = (primary_branch: string) => service.call(patchProject, { path, body: { primary_branch } })
      await set('next')
      expect(await shown('new', next)).toEqual(nextTwice[0])
      await set('main')
      expect(await shown('new', next)).toEqual([own])
      await undo(change)
      expect(await rows()).toEqual(before)
      await setPrimary('next')
      expect(await both()).toEqual(nextTwice)
    })

    test('is what it said in a project that was split off', async () => {
      const api = (text: string) => said(text, 'xss', 'api/app.py')
      await send('shop', [said('Own.'), api('Own.')])
      await send('shop', [said('Next.'), api('Next.')], next)
      await service.call(splitProject, {
        path: { projectName: 'shop' },
        body: { path_prefix: 'api', name: 'api' },
      })
      expect(await shown('api', next)).toEqual(['api/app.py · Own. · CWE-79: Own.'])
      await service.call(patchProject, { path: { projectName: 'api' }, body: { primary_branch: 'next' } })
      expect(await shown('api', { ref: 'main' })).toEqual(['api/app.py · Next. · CWE-79: Next.'])
      expect(await both()).toEqual(ownTwice)
    })

    test('leaves nothing of a branch that is deleted for good', async () => {
      await send('shop', [said('Own.')])
      const before = await rows()
      await send('shop', [said('Queued.')], { ref: 'refs/heads/gh-readonly-queue/main/pr-7-ba5e' })
      expect(await rows()).toEqual(before)
    })
  })

  test('comes back with a branch that was deleted, unless a scan says something else', async () => {
    await send('shop', [said('Other.', 'sqli', 'db.py')])
    await send('shop', [said('Own.')], { ref: feature })
    await send('shop', [said('Pull.')], { ref: pull })
    const query = { repo: 'shop', ref: feature }
    const remove = () => service.call(deleteRef, { query })
    const branch = () => shown('shop', { ref: feature })
    expect([(await remove()).status, await branch()]).toEqual([200, []])
    expect(await shown('shop', { ref: pull })).toEqual(['app.py · Pull. · CWE-79: Pull.'])
    await service.call(restoreRef, { body: query })
    expect(await branch()).toEqual([own])
    await remove()
    await send('shop', [said('Anew.')], { ref: feature })
    expect(await branch()).toEqual(['app.py · Anew. · CWE-79: Anew.'])
  })

  test('goes with the branch of a merge queue that expires', async () => {
    await send('shop', [said('Other.', 'sqli', 'db.py')])
    const before = await rows()
    await send('shop', [said('Queued.')], { ref: 'refs/heads/gh-readonly-queue/main/pr-7-ba5e' })
    expect(await rows()).toHaveLength(before.length + 1)
    service.clock.now += 8 * 86_400_000
    await expireMergeQueues(service.services, true)
    expect(await rows()).toEqual(before)
  })
})
