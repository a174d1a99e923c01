import { expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getCodeowners, setCodeowners, setOwnerRule } from '#contract/operations/owners.ts'
import { createScan } from '#contract/operations/scans.ts'
import { addTags } from '#contract/operations/tags.ts'
import { listJobs } from '#contract/operations/triage.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

/** A file of 97 kB and paths of nearly 4,000 characters, which a committer both controls. */
const pattern = (at: number) => `**/*a?a?a?a*a${at}* @acme/attacker`
const hostile = Array.from({ length: 2900 }, (_, at) => pattern(at)).join('\n')
const paths = Array.from({ length: 120 }, (_, at) => `${at}/${'a'.repeat(3900)}`)

async function started() {
  const { call, services, clock } = await startTestService()
  const scan = async (project: string, files: readonly string[]) => {
    clock.now += 60_000
    const results = files.map((file, at) => result('xss', file, `render(${project}${at})`, 10))
    const { status, body } = await call(createScan, {
      query: { project, ref: 'refs/heads/main' },
      body: semgrep(results),
    })
    expect([200, 201]).toContain(status)
    return body
  }
  const owners = async (project: string) => {
    await services.jobs.settled()
    const { body } = await call(listFindings, {
      query: { issue_type: 'sast', repos: project, page_size: 100 },
    })
    const findings = 'sastFindings' in body ? (body.sastFindings?.findings ?? []) : []
    return [...new Set(findings.map(({ owner }) => owner ?? null))]
  }
  const jobs = async () => {
    await services.jobs.settled()
    return (await call(listJobs)).body.jobs.map(({ kind, state, error }) => ({ kind, state, error }))
  }
  return { call, services, scan, owners, jobs }
}

const reason =
  'The patterns of CODEOWNERS take too long to match with the paths of the findings in acme/shop, whose findings keep their owners. Use fewer wildcards.'

it('ends the job of a hostile file with its reason, keeps owners, and imports what follows', async () => {
  const { call, scan, owners, jobs } = await started()
  await scan('acme/shop', paths)
  await call(setCodeowners, { query: { project: 'acme/shop' }, body: { content: '* @acme/all' } })
  expect(await owners('acme/shop')).toEqual(['@acme/all'])
  await call(setCodeowners, { query: { project: 'acme/shop' }, body: { content: hostile } })
  expect((await jobs())[0]).toEqual({ kind: 'owners', state: 'failed', error: reason })
  expect(await owners('acme/shop')).toEqual(['@acme/all'])
  const query = { project: 'acme/shop' }
  expect((await call(getCodeowners, { query })).body.codeowners?.failure).toBe(reason)
  const { events } = (await call(listAudit)).body
  expect(events.find(({ action }) => action === 'job.failed')).toMatchObject({ detail: { kind: 'owners' } })

  const { report } = await scan('acme/shop', [...paths, `new/${'a'.repeat(3900)}`])
  expect(report).toMatchObject({ new: 1 })
  expect((await owners('acme/shop')).toSorted()).toEqual(['@acme/all', null])
  expect((await jobs())[0]).toEqual({ kind: 'owners', state: 'failed', error: reason })
  await call(setCodeowners, { query, body: { content: '* @acme/core' } })
  expect(await owners('acme/shop')).toEqual(['@acme/core'])
  expect((await call(getCodeowners, { query })).body.codeowners?.failure).toBe(null)
})

it('gives the owners of tags and rules to the findings of all other projects', async () => {
  const { call, scan, owners, jobs } = await started()
  await scan('acme/shop', paths)
  await scan('acme/web', ['src/a.py'])
  await call(setCodeowners, { query: { project: 'acme/shop' }, body: { content: hostile } })
  for (const projectName of ['acme/shop', 'acme/web'])
    await call(addTags, { path: { projectName }, body: { tags: ['pci'] } })
  await call(setOwnerRule, { body: { kind: 'tag', value: 'pci', owner: '@acme/pci' } })
  expect(await owners('acme/web')).toEqual(['@acme/pci'])
  expect(await owners('acme/shop')).toEqual([null])
  expect((await jobs())[0]).toEqual({ kind: 'owners', state: 'failed', error: reason })
})

it('gives each finding the owner of its file where a thread matches them', async () => {
  const { call, scan, owners, jobs } = await started()
  const folders = Array.from({ length: 8000 }, (_, at) => `/services/s${at}/ @acme/s${at % 3}`)
  const content = ['* @acme/all', ...folders].join('\n')
  await scan('acme/shop', ['services/s4/a.py'])
  await call(setCodeowners, { query: { project: 'acme/shop' }, body: { content } })
  expect(await owners('acme/shop')).toEqual(['@acme/s1'])
  await scan('acme/shop', ['services/s4/a.py', 'services/s7998/b.py', 'docs/c.py'])
  expect((await owners('acme/shop')).toSorted()).toEqual(['@acme/all', '@acme/s0', '@acme/s1'])
  expect(await jobs()).toEqual([{ kind: 'owners', state: 'done', error: null }])
})
