import { describe, expect, it } from 'vitest'
import { getSettings } from '#contract/operations/deployments.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { startTestService } from '#server/testing/service.ts'

const retention = { scans: null, history: null, exports: null, audit: null }
const defaults = { retention, timeZone: 'UTC', dueDates: null, requireApproval: false }

async function service() {
  const started = await startTestService()
  const set = (ticketUrlTemplate: unknown, token?: string) =>
    started.call(updateSettings, { body: { ticketUrlTemplate }, ...(token ? { token } : {}) })
  const read = async () => (await started.call(getSettings)).body
  return { ...started, set, read }
}

describe('the settings of a deployment', () => {
  it('are set by administrators, read by all, and told in the audit log once', async () => {
    const { set, read, mint, services } = await service()
    expect(await read()).toEqual({ ticketUrlTemplate: null, sbomDefaults: null, ...defaults })
    const template = 'https://tickets.example/new?title={title}&body={url}%20{path}:{line}'
    expect((await set(template)).body).toEqual({
      ticketUrlTemplate: template,
      sbomDefaults: null,
      ...defaults,
    })
    await set(template)
    expect(await read()).toEqual({ ticketUrlTemplate: template, sbomDefaults: null, ...defaults })
    expect((await set(undefined)).body).toEqual({
      ticketUrlTemplate: template,
      sbomDefaults: null,
      ...defaults,
    })
    expect((await set(null)).body).toEqual({ ticketUrlTemplate: null, sbomDefaults: null, ...defaults })
    const rows = await services.database.read
      .selectFrom('audit_event')
      .select(['actor', 'action', 'target', 'detail_json'])
      .where('action', '=', 'settings.changed')
      .orderBy('id')
      .execute()
    expect(rows.map((row) => [row.actor, row.target, JSON.parse(row.detail_json ?? '')])).toEqual([
      ['Tess Ter', 'ticketUrlTemplate', { from: null, to: template }],
      ['Tess Ter', 'ticketUrlTemplate', { from: template, to: null }],
    ])
    expect((await set(template, await mint({ role: 'manager' }))).status).toBe(403)
  })

  it('are not changed over periods of retention that others set meanwhile', async () => {
    const { call } = await startTestService()
    const change = (history: number | null, expected: number | null) =>
      call(updateSettings, {
        body: {
          retention: { ...retention, history },
          expectedRetention: { ...retention, history: expected },
          timeZone: 'Europe/Berlin',
        },
      })
    expect((await change(30, null)).status).toBe(200)
    const refused = await change(60, null)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('have changed since')])
    expect((await call(getSettings, {})).body.retention?.history).toBe(30)
    expect((await change(60, 30)).status).toBe(200)
  })

  it('belong to one deployment', async () => {
    const { set, call, addDeployment } = await service()
    const other = await addDeployment('other')
    await set('https://tickets.example/')
    const { body } = await call(getSettings, { path: { deploymentId: other } })
    expect(body).toEqual({ ticketUrlTemplate: null, sbomDefaults: null, ...defaults })
  })

  it.each([
    ['javascript:alert({title})', 'starts with https'],
    ['ftp://tickets.example/{title}', 'starts with https'],
    ['tickets.example/new', 'starts with https'],
    ['', 'starts with https'],
    ['https://{project}.example/new', 'in its host'],
    ['https://ada:secret@tickets.example/new', 'password'],
    ['https://tickets.example/{name}', '{name}, which is unknown'],
    ['https://tickets.example/{title', 'unmatched brace'],
    ['https://tickets.example/new ticket', 'a space'],
    [7, 'string'],
    ['https:///{project}/new', 'in its host'],
    ['https:/\\{project}/new', 'backslash'],
    ['https:{project}/new', 'starts with https'],
    ['https:////{project}', 'in its host'],
    ['https://tickets.example{project}/new', 'in its host'],
    ['https://tickets.example:8{line}/new', 'in its host'],
    ['https://tickets.example\\@{project}/new/{title}@x', 'backslash'],
    ['https://{title}@tickets.example/', 'user name'],
    ['https://tickets.example:{line}@x/', 'user name'],
    ['https://{title}:{line}@tickets.example/', 'user name'],
    ['https://tickets.exa{title}mple/', 'in its host'],
  ])('refuse %s as the address of new tickets', async (template, text) => {
    const { set, read } = await service()
    const refused = await set(template)
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(text)])
    expect(await read()).toEqual({ ticketUrlTemplate: null, sbomDefaults: null, ...defaults })
  })

  it('tell all that is wrong with an address at once', async () => {
    const { set } = await service()
    const refused = await set('javascript:{a} {b}')
    expect(refused.body).toMatchObject({ errors: [{}, {}, {}, {}] })
  })
})
