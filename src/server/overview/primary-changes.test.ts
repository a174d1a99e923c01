import { describe, expect, it } from 'vitest'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import { overview } from '#contract/operations/overview.ts'
import { patchProject } from '#contract/operations/projects.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const dayMs = 24 * 3600_000

async function startProject() {
  const service = await startTestService()
  let commit = 0
  const scan = async (ref: string, paths: string[]) => {
    const file = semgrep(paths.map((path) => result('r', path, `call(${path})`, 1)))
    const query = { ref: `refs/heads/${ref}`, commit: String(++commit), accept_empty: 'true' }
    expect((await upload(service, file, query)).status).toBe(201)
  }
  const makePrimary = async (branch: string) => {
    const body = { primary_branch: branch }
    expect((await service.call(patchProject, { path: { projectName: 'acme/shop' }, body })).status).toBe(200)
  }
  const read = async () => (await service.call(overview, { query: 'period=30d' })).body
  const listed = async (query: string) => {
    const { body } = await service.call(listFindings, { query: `issue_type=sast&${query}` })
    return (body.sastFindings?.findings ?? []).map(({ location }) => location?.filePath).sort()
  }
  return { service, scan, makePrimary, read, listed }
}

describe('another primary branch', () => {
  it('is an exit of the findings of one branch and an entry of those of the other, with lists', async () => {
    const { service, scan, makePrimary, read, listed } = await startProject()
    await scan('main', ['old.py', 'fixed.py', 'both.py'])
    await scan('next', ['new.py', 'both.py'])
    service.clock.now += 40 * dayMs
    await scan('main', ['old.py', 'both.py'])
    service.clock.now += dayMs
    await makePrimary('refs/heads/next')
    service.clock.now += dayMs
    await scan('next', ['new.py', 'both.py', 'newer.py'])
    await scan('main', ['both.py'])
    const { from, until, intervals, types } = await read()
    expect(types.sast).toMatchObject({
      ...{ open: 3, change: 0 },
      flows: { opened: 1, fixed: 1, became_primary: 2, left_primary: 2 },
      by_severity: { high: { open: 3, change: 0 } },
    })
    expect(intervals.slice(-4).map((one) => one.types.sast.backlog)).toEqual([3, 2, 2, 3])
    const primary = `primary_ref=true&flow=`
    expect(await listed(`${primary}left_primary:${from}..${until}`)).toEqual(['both.py', 'old.py'])
    expect(await listed(`${primary}became_primary:${from}..${until}`)).toEqual(['both.py', 'new.py'])
    expect(await listed(`${primary}fixed:${from}..${until}`)).toEqual(['fixed.py'])
    expect(await listed(`${primary}opened:${from}..${until}`)).toEqual(['newer.py'])
    // On whatever branch, the primary one does not count.
    expect(await listed(`flow=became_primary,left_primary:${from}..${until}`)).toEqual([])
    expect(await listed(`flow=fixed:${from}..${until}`)).toEqual(['fixed.py', 'old.py'])
    expect(await listed('primary_ref=true')).toEqual(['both.py', 'new.py', 'newer.py'])
  })

  it('is in the history of each finding, and one that is taken back within a day is no flow', async () => {
    const { service, scan, makePrimary, read } = await startProject()
    await scan('main', ['a.py'])
    await scan('next', ['b.py'])
    service.clock.now += 40 * dayMs
    await makePrimary('refs/heads/next')
    await makePrimary('refs/heads/main')
    const [finding] = await codeFindings(service, { path: 'a.py' })
    const { body } = await service.call(getFinding, { path: { id: finding?.id ?? 0 } })
    expect(body.history).toMatchObject([
      { what: 'found' },
      { what: 'left_primary', who: 'Tess Ter', scan_id: null, from: null, to: null },
      { what: 'became_primary', who: 'Tess Ter' },
    ])
    const { types } = await read()
    expect(types.sast).toMatchObject({ open: 1, change: 0, flows: { became_primary: 0, left_primary: 0 } })
  })
})
