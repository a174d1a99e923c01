import { describe, expect, it } from 'vitest'
import { findingTrend, getFinding, listFindings } from '#contract/operations/findings.ts'
import { overview } from '#contract/operations/overview.ts'
import { scanChanges } from '#contract/operations/scans.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const dayMs = 24 * 3600_000
const words = { high: 'ERROR', medium: 'WARNING', low: 'INFO' } as const
type Severity = keyof typeof words

function found(path: string, severity: Severity) {
  const one = result('r', path, `call(${path})`, 1)
  return { ...one, extra: { ...one.extra, severity: words[severity] } }
}

async function startScans() {
  const service = await startTestService()
  let commit = 0
  const scan = async (findings: Record<string, Severity>) => {
    const file = semgrep(Object.entries(findings).map(([path, severity]) => found(path, severity)))
    const { status, body } = await upload(service, file, { commit: String(++commit), accept_empty: 'true' })
    expect(status).toBe(201)
    return body
  }
  const idAt = async (path: string) => {
    const one = (await codeFindings(service)).find(({ location }) => location?.filePath === path)
    return one?.id ?? 0
  }
  const read = async () => (await service.call(overview, { query: 'period=30d' })).body
  const listed = async (query: string) => {
    const { body } = await service.call(listFindings, {
      query: `issue_type=sast&primary_ref=true&rule_disabled=false&${query}`,
    })
    return (body.sastFindings?.findings ?? []).map(({ location }) => location?.filePath).sort()
  }
  return { service, scan, idAt, read, listed }
}

describe('a scan that reports another severity', () => {
  it('adds it to the history, and nothing else does', async () => {
    const { service, scan, idAt } = await startScans()
    await scan({ 'a.py': 'medium' })
    service.clock.now += dayMs
    await scan({ 'a.py': 'medium' })
    const { id: scanId, completed_at: at } = await scan({ 'a.py': 'high' })
    await scan({ 'a.py': 'high' })
    const { body } = await service.call(getFinding, { path: { id: await idAt('a.py') } })
    expect(body).toMatchObject({ severity: 'high', status: 'open' })
    expect(body.history.map(({ what }) => what)).toEqual(['found', 'severity_changed'])
    expect(body.history[1]).toMatchObject({
      ...{ from: 'medium', to: 'high', at, scan_id: scanId, who: null },
      ...{ ref: 'refs/heads/main', change_id: null, reason: null },
    })
    for (const what of ['fixed', 'reopened', 'moved', 'removed', 'uncertain'] as const) {
      const { body: changes } = await service.call(scanChanges, { path: { scanId }, query: { what } })
      expect([what, changes.changes]).toEqual([what, []])
    }
    const { days } = (await service.call(findingTrend, { query: { days: 2 } })).body
    expect(days.at(-1)).toMatchObject({ new: 0, fixed: 0, open: 1 })
  })

  it('is a change of its severity in the backlog, also of one that is fixed or fixed and reopened since', async () => {
    const { service, scan, read, listed } = await startScans()
    await scan({
      'up.py': 'low',
      'down.py': 'high',
      'fixed.py': 'low',
      'back.py': 'medium',
      'same.py': 'low',
    })
    service.clock.now += 40 * dayMs
    await scan({ 'up.py': 'high', 'down.py': 'low', 'fixed.py': 'high', 'same.py': 'high', 'new.py': 'low' })
    service.clock.now += 3 * dayMs
    await scan({ 'up.py': 'high', 'down.py': 'low', 'back.py': 'high', 'same.py': 'low', 'new.py': 'medium' })
    const { from, until, intervals, types } = await read()
    const { flows, by_severity: bySeverity, change } = types.sast
    expect(flows).toMatchObject({ opened: 1, reopened: 0, fixed: 1, raised: 3, lowered: 1 })
    expect(change).toBe(0)
    expect(await listed(`flow=raised:${from}..${until}`)).toEqual(['back.py', 'fixed.py', 'up.py'])
    expect(await listed(`flow=lowered:${from}..${until}`)).toEqual(['down.py'])
    expect(await listed(`flow=raised,fixed:${from}..${until}&severities=high`)).toEqual([
      ...['back.py', 'fixed.py', 'up.py'],
    ])
    expect(bySeverity).toMatchObject({
      high: { open: 2, change: 1 },
      medium: { open: 1, change: 0 },
      low: { open: 2, change: -1 },
    })
    const [first, last] = [intervals.at(-4), intervals.at(-1)]
    expect(first?.types.sast).toMatchObject({ backlog: 5, flows: { raised: 3, lowered: 1, fixed: 1 } })
    // One that returns after it was fixed has the severity with which it does.
    expect(last?.types.sast).toMatchObject({
      backlog: 5,
      flows: { raised: 1, lowered: 1, fixed: 1, reopened: 1 },
    })
    const day = last?.from ?? ''
    expect(await listed(`flow=raised,lowered:${day}..${day}`)).toEqual(['new.py', 'same.py'])
  })
})
