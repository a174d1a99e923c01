import { describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { getProject, patchProject } from '#contract/operations/projects.ts'
import { createOneOfEach } from '../../testing/examples/one-of-each.ts'
import { rightBodies } from '../../testing/examples/valid-bodies.ts'
import { startTestService } from '../../testing/service.ts'

const changing = operations.filter(
  ({ method, mark }) => method === 'PATCH' || (method === 'PUT' && mark !== 'documented'),
)

const more: Record<string, object> = {
  patchProject: { ci_accepts_empty: true },
  patchTeam: { members: [] },
  patchPerson: { disabled: false },
  patchToken: { webApiEnabled: true },
  markAnswer: { seen: true },
  markMention: { seen: true },
  updateView: { name: 'ours' },
}

const errorsOf = ({ body }: { body: unknown }): unknown => Object(body).errors

describe('a field that a change does not know', () => {
  it('is refused and named by every PATCH, and by every PUT of ours', async () => {
    const { send, idsOf } = await createOneOfEach()
    expect(changing.length).toBeGreaterThan(10)
    for (const operation of changing) {
      const ids = idsOf(operation)
      const url = operation.path
        .replace(/\{deployment(Id|Slug)\}/, 'main')
        .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? name))
      const body = { ...more[operation.id], ...rightBodies[operation.id], colour: 'red', 'a/b': null }
      const answer = await send(operation.method, url, { body })
      expect([operation.id, answer.status, errorsOf(answer)]).toEqual([
        operation.id,
        422,
        [
          { pointer: '/colour', detail: 'colour is not a known field.' },
          { pointer: '/a~1b', detail: 'a/b is not a known field.' },
        ],
      ])
    }
  })

  it('changes nothing, also where other fields are right', async () => {
    const { call, send } = await createOneOfEach()
    const path = { projectName: 'acme/shop' }
    const url = '/api/v1/deployments/main/projects/acme%2Fshop'
    const before = (await call(getProject, { path })).text
    const nested = { managed_scan_config: { full_scan: { enabled: true, depth: 3 } }, gate: { wait: 1 } }
    const refused = await send('PATCH', url, { body: { ...nested, ci_accepts_empty: true } })
    expect(refused.status).toBe(422)
    expect(errorsOf(refused)).toMatchObject([
      { pointer: '/managed_scan_config/full_scan/depth' },
      { pointer: '/gate/wait' },
    ])
    const listed = { gate: { required_sources: [{ tool: 'Trivy' }, { tool: 'Semgrep', version: 1 }] } }
    expect(errorsOf(await send('PATCH', url, { body: listed }))).toEqual([
      { pointer: '/gate/required_sources/1/version', detail: expect.stringContaining('version') },
    ])
    expect((await call(getProject, { path })).text).toBe(before)
  })

  it('is told apart from one that is shown and cannot be changed', async () => {
    const { send } = await createOneOfEach()
    const url = '/api/v1/deployments/main/projects/acme%2Fshop'
    const body = {
      id: 7,
      name: 'acme/store',
      created_at: '2026-01-01',
      default_branch: 'x',
      latest_scan: null,
    }
    const answer = await send('PATCH', url, { body })
    expect(answer.status).toBe(422)
    expect(errorsOf(answer)).toEqual(
      Object.keys(body).map((name) => ({ pointer: `/${name}`, detail: `${name} cannot be changed here.` })),
    )
  })

  it('may repeat the path, as the documented clients do', async () => {
    const { call } = await createOneOfEach()
    const body = { projectName: 'acme/shop', deploymentSlug: 'main', ci_accepts_empty: true }
    const path = { projectName: 'acme/shop' }
    expect((await call(patchProject, { path, body })).status).toBe(200)
    const service = await startTestService()
    const none = await service.call(patchProject, { path, body: { ci_accepts_empty: true } })
    expect(none.status).toBe(404)
  })
})
