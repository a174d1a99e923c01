import { describe, expect, it } from 'vitest'
import { exportAudit, listAudit } from '#contract/operations/audit.ts'
import { type CallOptions, startTestService } from '#server/testing/service.ts'
import { recordAudit } from './audit-log.ts'

const minute = 60_000

/** Six events, a minute apart; the last two of no deployment and of another one. */
async function withEvents() {
  const service = await startTestService()
  const other = await service.addDeployment('other')
  const begin = service.clock.now
  const done: [actor: string, action: string, target: string | null, deploymentId: number | null][] = [
    ['Ann', 'token.made', 'build', service.deployment.id],
    ['Bob', 'project.tagged', 'acme/shop', service.deployment.id],
    ['Ann', 'policy.changed', 'python.flask.<img onerror>', service.deployment.id],
    ['Ann', 'token.revoked', 'Build 100%', service.deployment.id],
    ['Root', 'session.started', 'GATEHOUSE_TOKEN', null],
    ['Eve', 'token.made', 'foreign', other],
  ]
  for (const [index, [actor, action, target, deploymentId]] of done.entries()) {
    await service.services.database.write((transaction) =>
      recordAudit(transaction, {
        deploymentId,
        at: begin + index * minute,
        actor,
        action,
        target,
        detail: { index },
      }),
    )
  }
  const token = await service.mint({ name: 'admin' })
  const list = (query: CallOptions['query'] = {}, more: CallOptions = {}) =>
    service.call(listAudit, { token, query, ...more })
  const matches = async (query: CallOptions['query']) =>
    (await list(query)).body.events.map((event) => (event.detail as { index: number }).index)
  return { ...service, begin, list, found: matches }
}

describe('the audit log', () => {
  it('says who did what to what, newest first, of this deployment alone', async () => {
    const { list, begin } = await withEvents()
    const { body, headers } = await list()
    expect(body.events.map((event) => event.action)).toEqual([
      'token.revoked',
      'policy.changed',
      'project.tagged',
      'token.made',
    ])
    expect(body.events[1]).toEqual({
      id: expect.any(String),
      at: new Date(begin + 2 * minute).toISOString(),
      actor: 'Ann',
      action: 'policy.changed',
      target: 'python.flask.<img onerror>',
      detail: { index: 2 },
    })
    expect(body.cursor).toBe('')
    expect(headers['x-total-count']).toBe('4')
  })

  it('shows what belongs to no deployment to those who see all', async () => {
    const { list, token } = await withEvents()
    const { body } = await list({}, { token })
    expect(body.events.map((event) => event.actor)).toEqual(['Root', 'Ann', 'Ann', 'Bob', 'Ann'])
  })

  it('is narrowed by each filter', async () => {
    const { found: matches, begin } = await withEvents()
    expect(await matches({ actor: 'Ann' })).toEqual([3, 2, 0])
    expect(await matches({ actor: 'ann' })).toEqual([])
    expect(await matches({ action: 'token.made' })).toEqual([0])
    expect(await matches({ action: 'token' })).toEqual([3, 0])
    expect(await matches({ action: 'tok' })).toEqual([])
    expect(await matches({ target: 'build' })).toEqual([3, 0])
    expect(await matches({ target: '100%' })).toEqual([3])
    expect(await matches({ target: '%' })).toEqual([3])
    expect(await matches({ target: '<IMG' })).toEqual([2])
    expect(await matches({ since: (begin + minute) / 1000 })).toEqual([3, 2, 1])
    expect(await matches({ until: new Date(begin + minute).toISOString() })).toEqual([0])
    const offset = new Date(begin + minute).toISOString().replace('Z', '+00:00')
    expect(await matches({ since: offset, action: 'token', actor: 'Ann' })).toEqual([3])
  })

  it('comes in pages without gap or repeat, each with the number of all', async () => {
    const { list } = await withEvents()
    const seen: string[] = []
    let cursor = '0'
    for (let page = 0; page < 4; page += 1) {
      const { body, headers } = await list({ limit: 1, cursor })
      seen.push(...body.events.map((event) => event.action))
      expect(headers['x-total-count']).toBe('4')
      cursor = body.cursor
    }
    expect(seen).toEqual(['token.revoked', 'policy.changed', 'project.tagged', 'token.made'])
    expect(cursor).toBe('')
  })

  it('counts by actor and action, each with every filter but its own', async () => {
    const { list } = await withEvents()
    const { body } = await list({ include: 'facets', actor: 'Ann' })
    expect(body.facets).toEqual({
      actor: [
        { value: 'Ann', count: 3 },
        { value: 'Bob', count: 1 },
      ],
      action: [
        { value: 'policy.changed', count: 1 },
        { value: 'token.made', count: 1 },
        { value: 'token.revoked', count: 1 },
      ],
    })
  })

  it.each([
    ['since=yesterday&until=2026-13-01T00:00:00Z&cursor=x', 400, 3],
    ['limit=0', 400, 1],
    ['limit=501', 400, 1],
    ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 422, 1],
  ])('%s is refused with %i', async (query, status, faults) => {
    const { list } = await withEvents()
    const refused = await list(query)
    expect(refused.status).toBe(status)
    expect((refused.body as unknown as { errors: unknown[] }).errors).toHaveLength(faults)
  })

  it('is exported as a table, with the filters of the list and nothing that a spreadsheet would run', async () => {
    const { call, begin, list, services, deployment } = await withEvents()
    const at = begin - minute
    for (let index = 0; index < 1100; index += 1) {
      await services.database.write((transaction) =>
        recordAudit(transaction, {
          deploymentId: deployment.id,
          at,
          actor: '=cmd()',
          action: 'scan.imported',
          target: 'a, "b"',
        }),
      )
    }
    const until = (begin + minute) / 1000
    const { headers, text } = await call(exportAudit, { query: { until, actor: '=cmd()' } })
    expect(headers['content-type']).toMatch(/^text\/csv/)
    expect(headers['content-disposition']).toBe(
      'attachment; filename="audit-log-by-cmd-until-2026-01-15-2026-01-15.csv"',
    )
    expect(headers['x-total-count']).toBe('1100')
    const lines = text.split('\r\n')
    expect(lines).toHaveLength(1102)
    expect(lines[0]).toBe('id,at,actor,action,target,detail,gatehouse_url')
    expect(lines[1]).toMatch(
      /^\d+,2026-01-15T11:59:00\.000Z,'=cmd\(\),scan\.imported,"a, ""b""",,http:.*\/d\/main\/settings\/audit\?action=scan\.imported&target=a%2C\+%22b%22&open=\d+$/,
    )
    expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[0])).size).toBe(1100)
    const ofBob = await call(exportAudit, { query: { actor: 'Bob' } })
    expect(ofBob.text).toContain(',Bob,project.tagged,acme/shop,"{""index"":1}",http')
    expect((await call(exportAudit, { query: 'since=yesterday' })).status).toBe(400)
    expect((await list({ limit: 1 })).headers['x-total-count']).toBe('1104')
  })

  it('is for administrators', async () => {
    const { list, mint } = await withEvents()
    for (const role of ['viewer', 'analyst', 'manager', 'ci'] as const) {
      expect((await list({}, { token: await mint({ role }) })).status).toBe(403)
    }
  })
})
