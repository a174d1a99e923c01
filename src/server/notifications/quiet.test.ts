import { describe, expect, it } from 'vitest'
import { setRuleModes } from '#contract/operations/policies.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startReceiver } from './testing/receiver.ts'
import { startWithReceiver } from './testing/webhook-service.ts'

const minute = 60_000
const day = 24 * 60 * minute
const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`)

describe('quiet by default', () => {
  it('a first scan is one summary', async () => {
    const { add, scan, settle, receiver } = await startWithReceiver()
    await add(['finding.new'])
    await scan(names(3))
    await settle()
    expect(receiver.received.map(({ json }) => json.data)).toMatchObject([
      { title: '3 new findings in acme/shop (main): 3 high', count: 3, scan: { id: 1 } },
    ])
  })

  it('more than 50 new findings of a scan are one summary that lists ten', async () => {
    const { add, scan, settle, receiver, titles } = await startWithReceiver()
    await scan([])
    await add(['finding.new'])
    await scan(names(50))
    await settle()
    expect(receiver.received).toHaveLength(50)
    await scan([...names(50), ...names(51).map((name) => `other ${name}`)])
    await settle()
    expect(receiver.received).toHaveLength(51)
    expect(titles().at(-1)).toBe('51 new findings in acme/shop (main): 51 high')
    expect(receiver.received.at(-1)?.json.data).toMatchObject({ count: 51, summary: true })
    expect(receiver.received.at(-1)?.json.data['findings']).toHaveLength(10)
  })

  it('counts new and reopened findings of a scan together, and more than 50 are a summary of each kind', async () => {
    const { add, scan, settle, titles } = await startWithReceiver()
    // Those that stay keep the scans without the others from being held.
    const stay = names(6).map((name) => `stay ${name}`)
    const [known, others] = [names(26), names(24).map((name) => `other ${name}`)]
    await scan([...stay, ...known])
    await scan(stay)
    await add(['finding.new', 'finding.reopened'])
    await scan([...stay, ...known, ...others])
    await settle()
    expect(titles()).toHaveLength(50)
    await scan(stay)
    await scan([...stay, ...known, ...others, 'one more'])
    await settle()
    expect(titles().slice(50).sort()).toEqual([
      '1 new finding in acme/shop (main): 1 high',
      '50 reopened findings in acme/shop (main): 50 high',
    ])
  })

  it('branches are not sent, and a finding that reaches the primary branch is sent once', async () => {
    const { add, scan, settle, titles } = await startWithReceiver()
    await scan([])
    await scan([], { ref: 'refs/heads/next' })
    await add(['finding.new'])
    await scan(['a'], { ref: 'refs/heads/next' })
    await settle()
    expect(titles()).toEqual([])
    await scan(['a'])
    await settle()
    expect(titles()).toHaveLength(1)
  })

  it('without a filter of branches the same finding on another branch is not new', async () => {
    const { add, scan, settle, titles } = await startWithReceiver()
    await scan([])
    await scan([], { ref: 'refs/heads/next' })
    await add(['finding.new'], { filter: '' })
    await scan(['a'], { ref: 'refs/heads/next' })
    await settle()
    await scan(['a'])
    await settle()
    expect(titles()).toHaveLength(1)
  })

  it('a finding that was ignored on one branch is not new on another', async () => {
    const service = await startWithReceiver()
    const { add, scan, settle, titles, call } = service
    await scan(['a'])
    await scan([], { ref: 'refs/heads/next' })
    const [finding] = await codeFindings(service)
    await call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: [finding?.id],
        new_triage_state: 'ignored',
        new_triage_reason: 'no_time',
      },
    })
    await add(['finding.new'], { filter: '' })
    await scan(['a', 'b'], { ref: 'refs/heads/next' })
    await settle()
    expect(titles()).toEqual(['New high finding: sqli in acme/shop'])
  })

  it('findings of disabled rules send nothing', async () => {
    const { add, scan, settle, titles, call } = await startWithReceiver()
    await scan(['a'])
    await add(['finding.new', 'finding.reopened'])
    const { status } = await call(setRuleModes, {
      path: { policyId: '1' },
      body: { rulePaths: ['rules.sqli'], policyMode: 'MODE_DISABLED', note: 'noise' },
    })
    expect(status).toBe(200)
    await scan(['a', 'b'])
    await settle()
    expect(titles()).toEqual([])
  })

  it('a medium finding is not sent without a filter, a high one is', async () => {
    const service = await startWithReceiver()
    const { add, scan, settle, receiver } = service
    await scan([])
    await add(['finding.new'])
    const high = result('rules.sqli', 'high.py', 'code of high')
    const medium = result('rules.xss', 'medium.py', 'code of medium')
    medium.extra.severity = 'WARNING'
    await upload(service, semgrep([high, medium]), { commit: 'both' })
    await settle()
    const severities = (await codeFindings(service)).map(({ severity }) => severity)
    expect(severities.sort()).toEqual(['high', 'medium'])
    expect(receiver.received.map(({ json }) => json.data)).toMatchObject([
      { severities: { high: 1 }, findings: [{ path: 'high.py', severity: 'high' }] },
    ])
  })

  it('a chat gets one message in five minutes, the others joined', async () => {
    const { add, scan, settle, pass, receiver } = await startWithReceiver()
    await scan([])
    await add(['finding.new'], { format: 'slack' })
    await scan(['a'])
    await settle()
    await scan(['a', 'b'])
    await settle()
    await scan(['a', 'b', 'c'])
    await pass(4 * minute)
    expect(receiver.received).toHaveLength(1)
    await pass(minute)
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]?.body).toMatch(/b\.py.*c\.py/s)
  })
})

describe('other events', () => {
  it('failed scans are sent, of primary branches', async () => {
    const { add, settle, titles, ...service } = await startWithReceiver()
    await add(['scan.failed'])
    const failed = {
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'Broken' } },
          invocations: [{ executionSuccessful: false }],
          results: [],
        },
      ],
    }
    await upload({ ...service } as never, failed, { commit: '1' })
    await upload({ ...service } as never, failed, { commit: '2', ref: 'refs/heads/next' })
    await settle()
    expect(titles()).toEqual(['Scan of acme/shop (main) failed'])
  })

  it('a scan that is held is sent once, with its link, to webhooks that chose that', async () => {
    const { add, scan, settle, pass, receiver } = await startWithReceiver()
    const other = await startReceiver()
    await scan(names(6))
    await add(['scan.held'])
    await add(['scan.failed', 'finding.new', 'source.silent'], { url: other.url })
    const { body } = await scan([])
    expect(body).toMatchObject({ status: 'SCAN_STATUS_PENDING', hold: { reason: 'empty' } })
    await settle()
    await pass(day)
    const link = expect.stringMatching(new RegExp(`/d/main/scans/${body.id}$`))
    expect(receiver.received.map(({ json }) => [json.type, json.data])).toMatchObject([
      [
        'scan.held',
        {
          title: 'Scan of acme/shop (main) is held',
          url: link,
          count: 1,
          summary: false,
          project: 'acme/shop',
          ref: 'refs/heads/main',
          scan: { id: body.id, url: link },
        },
      ],
    ])
    expect(other.received).toEqual([])
  })

  it('a source that stops reporting while another still reports is sent once', async () => {
    const { add, scan, settle, pass, titles } = await startWithReceiver()
    await scan([])
    await scan([], { category: 'nightly' })
    await add(['source.silent'])
    await pass(6 * day)
    await scan([])
    await settle()
    expect(titles()).toEqual([])
    await pass(6 * day)
    await scan([])
    await settle()
    await pass(day)
    await scan([])
    await settle()
    expect(titles()).toEqual(['Semgrep (nightly) stopped reporting acme/shop'])
  })

  it('findings that are due tomorrow are one message', async () => {
    const { add, scan, pass, titles, call, receiver } = await startWithReceiver()
    await scan(['a', 'b'])
    const dueDates = { days: { critical: 5, high: 5, medium: null, low: null }, tags: [] }
    const { status, text } = await call(updateSettings, { body: { dueDates } })
    expect([status, text]).toEqual([200, expect.any(String)])
    await add(['finding.due'])
    for (let days = 0; days < 3; days++) await pass(day)
    expect(titles()).toEqual([])
    for (let days = 0; days < 4; days++) await pass(day)
    expect(titles()).toEqual(['2 findings are due by tomorrow: 2 high'])
    // They come first in the list of the week.
    expect(receiver.received[0]?.json.data['url']).toMatch(/\/findings\/code\?due=week&sort=due_at$/)
  })

  it('ignores that end in seven days are one message', async () => {
    const service = await startWithReceiver()
    const { add, scan, settle, pass, titles, call, clock } = service
    await scan(['a', 'b'])
    await add(['ignore.expiring', 'finding.reopened'])
    const ids = (await codeFindings(service)).map(({ id }) => id)
    await call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: ids,
        new_triage_state: 'ignored',
        new_triage_reason: 'no_time',
        new_ignored_until: new Date(clock.now + 10 * day).toISOString(),
      },
    })
    await settle()
    await pass(day)
    expect(titles()).toEqual([])
    await pass(2.5 * day)
    await pass(day)
    expect(titles()).toEqual(['2 findings are ignored for only 7 more days: 2 high'])
  })
})
