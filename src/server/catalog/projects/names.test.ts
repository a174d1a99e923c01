import { describe, expect, it } from 'vitest'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'

const base = '/api/v1/deployments/main/projects/'

async function started(...names: string[]) {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  for (const name of names)
    await rows.ref({ project_id: await rows.project({ name }), name: 'refs/heads/next' })
  return service
}

/** A name in an address, each of its parts escaped, the slashes raw or escaped too. */
const raw = (name: string) => name.split('/').map(encodeURIComponent).join('/')

describe.each([
  'group/sub/repo',
  'a/b%2Fc',
  'a/b%252Fc',
  'ünï/cödé',
  'what/is?this',
  'c/c#',
  'a/b c+d',
  '<img src=x onerror=alert(1)>/"&',
  'solo',
  'acme/tags/x',
  "a/b';drop table project;--",
  'emoji/🦊',
])('a project named %s', (name) => {
  it.each([
    ['raw slashes', raw(name)],
    ['escaped slashes', encodeURIComponent(name)],
  ])('is read, changed, tagged and deleted with %s', async (_, written) => {
    const { send } = await started(name, 'other/one', 'a/b', 'a/b/c')
    const at = base + written
    const project = async (method: string, url: string, body?: unknown) => {
      const response = await send(method, url, body === undefined ? {} : { body })
      expect([method, url, response.status]).toEqual([method, url, 200])
      return response.body
    }
    expect(await project('GET', at)).toMatchObject({ project: { name } })
    expect(await project('PUT', `${at}/tags`, ['web', 'pci'])).toMatchObject({
      project: { tags: ['web', 'pci'] },
    })
    expect(await project('DELETE', `${at}/tags?tags=web`)).toMatchObject({ project: { name, tags: ['pci'] } })
    expect(await project('PATCH', at, { primary_branch: 'next' })).toMatchObject({
      project: { name, primary_branch: 'refs/heads/next' },
    })
    const listed = await project('GET', `${base.slice(0, -1)}?q=${encodeURIComponent(name)}&include=summary`)
    expect(listed).toMatchObject({ projects: [{ name, tags: ['pci'] }] })
    const bulk = { projects: [name], remove: ['pci'] }
    expect(await project('POST', '/api/v1/deployments/main/tags', bulk)).toMatchObject({
      projects: [{ name, tags: [] }],
    })
    expect((await send('DELETE', at)).status).toBe(204)
    expect((await send('GET', at)).status).toBe(404)
  })
})

it('a project whose name ends in /tags is reached with an escaped slash alone', async () => {
  const { send } = await started('acme/tags', 'acme')
  const tagged = await send('PUT', `${base}acme/tags`, { body: ['web'] })
  expect(tagged.body).toMatchObject({ project: { name: 'acme', tags: ['web'] } })
  expect((await send('GET', `${base}acme%2Ftags`)).body).toMatchObject({
    project: { name: 'acme/tags', tags: [] },
  })
  const own = await send('PUT', `${base}acme%2Ftags/tags`, { body: ['pci'] })
  expect(own.body).toMatchObject({ project: { name: 'acme/tags', tags: ['pci'] } })
})

it.each(['%zz', 'a/%E0%A4%A', `${'x'.repeat(9000)}`])(
  'the address of %s is refused with a problem',
  async (written) => {
    const { send } = await started()
    const { status, headers } = await send('GET', base + written)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(headers['content-type']).toContain('application/problem+json')
  },
)
