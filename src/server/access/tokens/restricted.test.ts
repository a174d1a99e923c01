import { beforeEach, describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import type { Operation } from '#contract/operation.ts'
import { listAudit } from '#contract/operations/audit.ts'
import { evaluateGate, getGate, getScanGate } from '#contract/operations/gate.ts'
import { sendCodeowners } from '#contract/operations/owners.ts'
import { createScan, getImport } from '#contract/operations/scans.ts'
import { getMe } from '#contract/operations/session.ts'
import { createToken, listTokens } from '#contract/operations/tokens.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const [own, other] = ['acme/shop', 'acme/other']
const commit = '4'.repeat(40)
const file = semgrep([result('no-eval', 'a.js', 'eval(x)')])

describe('a token that is restricted to projects', () => {
  let service: TestService
  let token: string
  let scans: Record<string, string>

  beforeEach(async () => {
    service = await startTestService()
    token = await service.mint({ name: 'robot', person: null, role: 'ci', projects: [own] })
    scans = {}
    for (const project of [own, other]) {
      const { body } = await upload(service, file, { project, ref: 'main', commit })
      scans[project] = String(body.id)
    }
  })

  it('sends scans of these projects and reads their verdicts', async () => {
    const next = { project: own, commit: '5'.repeat(40), gate: 'true' }
    expect((await upload(service, file, next, { token })).status).toBe(201)
    const path = { projectName: own, scanId: scans[own] ?? '' }
    const statuses = [
      await service.call(getGate, { token, path, query: { commit } }),
      await service.call(evaluateGate, { token, path, body: { commit } }),
      await service.call(getScanGate, { token, path }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200])
  })

  it('sends no scans of others, whether these exist or not', async () => {
    for (const project of [other, 'acme/new', 'ACME/shop', 'acme/shop/']) {
      const refused = await upload(service, file, { project }, { token })
      expect(refused).toMatchObject({
        status: 403,
        body: { detail: 'The token may only send scans of acme/shop.' },
      })
    }
    expect((await service.call(createScan, { token, body: Buffer.from('{}') })).status).toBe(403)
  })

  it('reads of others what it reads of projects that do not exist', async () => {
    const answerOf = async (operation: Operation, path: Record<string, string>, more: object = {}) => {
      const { status, body } = await service.call(operation as typeof getGate, { token, path, ...more })
      const { instance: _, ...text } = Object(body)
      return { status, text }
    }
    const query = { project: other, ref: 'main' }
    const cases: [Operation, Record<string, string>, Record<string, string>, object?][] = [
      [getGate, { projectName: other }, { projectName: 'none' }],
      [evaluateGate, { projectName: other }, { projectName: 'none' }, { body: { commit } }],
      [getScanGate, { scanId: scans[other] ?? '' }, { scanId: '4294967295' }],
      [sendCodeowners, {}, {}, { query, body: Buffer.from('* @ann') }],
    ]
    for (const [operation, path, missing, more] of cases) {
      const answer = await answerOf(operation, path, more)
      expect([operation.id, answer.status]).toEqual([operation.id, 404])
      expect(answer).toEqual(await answerOf(operation, missing, more))
    }
  })

  it('reads imports of these projects alone', async () => {
    const { read } = service.services.database
    for (const [project, status] of [
      [own, 200],
      [other, 404],
    ] as const) {
      const big = semgrep(
        Array.from({ length: 3_000 }, (_, line) => result('r', 'b.js', 'x'.repeat(4_000), line)),
      )
      const sent = await upload(service, big, { project, ref: 'main' })
      expect(sent.status).toBe(202)
      const { id } = await read.selectFrom('job').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      const answer = await service.call(getImport, { token, path: { importId: String(id) } })
      expect(answer.status).toBe(status)
    }
  })

  it('may call no operation about anything else', async () => {
    const ids = { projectName: other, scanId: scans[other] ?? '' }
    const reached: string[] = []
    for (const operation of operations.filter(({ scopes }) => scopes !== 'none')) {
      const address = operation.path
        .replace(/\{deployment(Id|Slug)\}/, 'main')
        .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(Reflect.get(ids, name) ?? '1'))
      const method = operation.streams && operation.method === 'GET' ? 'HEAD' : operation.method
      const { status } = await service.send(method, `${address}?project=${encodeURIComponent(other)}`, {
        token,
        ...(operation.method === 'GET' || operation.method === 'DELETE' ? {} : { body: { commit } }),
      })
      if (status !== 403 && status !== 404) reached.push(operation.id)
    }
    expect(reached.toSorted()).toEqual(['getCapabilities', 'getMe', 'getService', 'listSessions'])
  })

  it('is told its projects, and no counts of others', async () => {
    const { body } = await service.call(getMe, { token })
    expect(body).toMatchObject({ projects: [own], deployments: [{ counts: { sast: 0, projects: 0 } }] })
  })
})

describe('restricting a token', () => {
  it('is shown in the list and in the audit log', async () => {
    const service = await startTestService()
    const body = {
      name: 'robot',
      machine: true,
      role: 'ci',
      projects: [' acme/shop ', 'acme/shop', 'acme/web'],
    } as const
    const created = await service.call(createToken, { body: { ...body, projects: [...body.projects] } })
    expect(created).toMatchObject({ status: 201, body: { token: { projects: ['acme/shop', 'acme/web'] } } })
    const { tokens } = (await service.call(listTokens)).body
    expect(tokens.map(({ name, projects }) => [name, projects])).toContainEqual([
      'robot',
      ['acme/shop', 'acme/web'],
    ])
    const { events } = (await service.call(listAudit)).body
    expect(events[0]).toMatchObject({
      action: 'token.made',
      detail: { projects: ['acme/shop', 'acme/web'] },
    })
  })

  it.each([{ role: 'viewer' }, { role: 'admin' }, { scopes: ['scans:write', 'findings:read'] }] as const)(
    'is refused for %o, which would read other projects',
    async (permissions) => {
      const service = await startTestService()
      const body = { name: 'robot', projects: ['acme/shop'], ...permissions }
      expect(await service.send('POST', '/api/v1/deployments/main/tokens', { body })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/projects' }] },
      })
    },
  )
})
