import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { overview } from '#contract/operations/overview.ts'
import { addTags } from '#contract/operations/tags.ts'
import { triage } from '#contract/operations/triage.ts'
import { flowKinds } from '#contract/overview-vocabulary.ts'
import { Build, start } from '#server/findings/testing/build.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const dayMs = 24 * 3600_000
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)

async function startScans() {
  const service = await startTestService()
  const first = service.clock.now
  let commit = 0
  /** Lets time pass until noon of a day, counted from the first. */
  const onDay = (day: number) => {
    service.clock.now = first + day * dayMs
  }
  const scan = async (...paths: string[]) => {
    const file = semgrep(paths.map((path) => result('r', path, `call(${path})`, 1)))
    expect((await upload(service, file, { commit: String(++commit) })).status).toBe(201)
  }
  const decide = async (state: 'ignored' | 'reopened', ...paths: string[]) => {
    const findings = await codeFindings(service)
    const ids = findings.filter((one) => paths.includes(one.location?.filePath ?? '')).map(({ id }) => id)
    const body = { issue_type: 'sast' as const, issue_ids: ids, new_triage_state: state }
    expect((await service.call(triage, { body })).status).toBe(200)
  }
  const listed = async (query: string) => {
    const { body } = await service.call(listFindings, {
      query: `issue_type=sast&primary_ref=true&rule_disabled=false&${query}`,
    })
    return (body.sastFindings?.findings ?? []).map(({ location }) => location?.filePath).sort()
  }
  return { service, onDay, scan, decide, listed }
}

const noFlows = Object.fromEntries(flowKinds.map((kind) => [kind, 0]))

describe('the period before', () => {
  it('has as many changes of each kind as the list of its days, whose first and last day belong to it', async () => {
    const { service, onDay, scan, decide, listed } = await startScans()
    await scan('a.py', 'b.py', 'c.py', 'd.py', 'e.py', 'f.py')
    onDay(11)
    await scan('b.py', 'c.py', 'd.py', 'e.py', 'f.py', 'g.py', 'h.py')
    onDay(40)
    await scan('b.py', 'c.py', 'e.py', 'f.py', 'g.py', 'h.py')
    await decide('ignored', 'b.py', 'c.py', 'h.py')
    onDay(41)
    await scan('a.py', 'b.py', 'c.py', 'f.py', 'g.py', 'h.py', 'i.py', 'j.py')
    await decide('ignored', 'f.py')
    onDay(70)
    await decide('reopened', 'c.py')
    await scan('a.py', 'b.py', 'c.py', 'f.py', 'h.py', 'i.py')

    const { body } = await service.call(overview, { query: 'period=30d' })
    const { from, until } = body
    const { flows, previous_flows: previous, change } = body.types.sast
    expect(previous).toEqual({ ...noFlows, opened: 2, fixed: 2, ignored: 3 })
    expect(flows).toEqual({ ...noFlows, opened: 2, reopened: 1, unignored: 1, fixed: 3, ignored: 1 })
    expect(change).toBe(0)
    const days = {
      previous: `${dayText(Date.parse(from) - 30 * dayMs)}..${dayText(Date.parse(from) - dayMs)}`,
      now: `${from}..${until}`,
    }
    const listsOf = async (range: string) =>
      Object.fromEntries(
        await Promise.all(flowKinds.map(async (kind) => [kind, await listed(`flow=${kind}:${range}`)])),
      )
    const nothing = Object.fromEntries(flowKinds.map((kind) => [kind, []]))
    expect(await listsOf(days.previous)).toEqual({
      ...nothing,
      opened: ['g.py', 'h.py'],
      fixed: ['a.py', 'd.py'],
      ignored: ['b.py', 'c.py', 'h.py'],
    })
    expect(await listsOf(days.now)).toEqual({
      ...nothing,
      opened: ['i.py', 'j.py'],
      reopened: ['a.py'],
      unignored: ['c.py'],
      fixed: ['e.py', 'g.py', 'j.py'],
      ignored: ['f.py'],
    })
  })
})

describe('two years', () => {
  it('have a point for each week, also of the projects with a tag alone', async () => {
    const service = await startTestService()
    const build = new Build(service)
    await build.project('acme/shop', { tags: ['pci'] })
    const [week, year] = [7 * 24 * 60, 52 * 7 * 24 * 60]
    await build.add(
      { project: 'acme/shop', rule: 'first', at: 0 },
      { project: 'acme/shop', rule: 'first', at: year },
      { project: 'acme/api', rule: 'other', at: 0 },
      { project: 'acme/api', rule: 'other', at: year + week },
    )
    service.clock.now = start + (2 * year + week - 60) * 60_000
    const points = async (query: string) => {
      const { body } = await service.call(overview, { query: `period=2y${query}` })
      const { from, until, intervals, projects, rules, types } = body
      const days = intervals.map((one) => [one.from, one.until])
      const weekly = Array.from({ length: 104 }, (_, at) => start / dayMs + 7 + at * 7)
      expect([from, until]).toEqual([days[0]?.[0], days.at(-1)?.[1]])
      expect(days).toEqual(weekly.map((day) => [dayText(day * dayMs), dayText((day + 6) * dayMs)]))
      const flows = intervals.flatMap(({ types: { sast } }, at) => (sast.flows.opened ? [at] : []))
      const backlog = [0, 50, 51, 52, 103].map((at) => intervals[at]?.types.sast.backlog)
      const names = [...projects, ...rules].map(({ name }) => name)
      return { opened: types.sast.flows.opened, flows, backlog, names }
    }
    const every = { opened: 2, flows: [51, 52], backlog: [2, 2, 3, 4, 4] }
    expect(await points('')).toEqual({ ...every, names: ['acme/api', 'acme/shop', 'first', 'other'] })
    const tagged = { opened: 1, flows: [51], backlog: [1, 1, 2, 2, 2] }
    expect(await points('&tag=pci')).toEqual({ ...tagged, names: ['acme/shop', 'first'] })
    // The history is that of the projects that have the tag now.
    const path = { projectName: 'acme/api' }
    expect((await service.call(addTags, { path, body: ['pci'] })).status).toBe(200)
    expect(await points('&tag=pci')).toMatchObject(every)
    expect(await points('&tag=none')).toMatchObject({ opened: 0, flows: [], backlog: [0, 0, 0, 0, 0] })
  })
})
