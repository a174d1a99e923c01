import { expect, it } from 'vitest'
import { createToken, patchToken, revokeToken } from '#contract/operations/tokens.ts'
import { createView, listViews } from '#contract/operations/views.ts'
import { startTestService } from '#server/testing/service.ts'

/** A service in which an administrator of all deployments, and Bob of another one, are known beside its own people. */
async function started() {
  const service = await startTestService()
  const other = await service.addDeployment('other')
  const allDeployments = await service.mint({ person: 'Ann', deploymentId: null, role: 'admin' })
  await service.mint({ person: 'Bob', deploymentId: other, role: 'viewer' })
  const admin = await service.mint({ person: 'Dora', role: 'admin' })
  const make = (body: { name: string; person?: string; machine?: boolean }, token = admin) =>
    service.call(createToken, { token, body: { webApiEnabled: true, role: 'viewer', ...body } })
  return { ...service, everywhere: allDeployments, make }
}

it('an administrator of one deployment makes no token that reads the private views of somebody known elsewhere', async () => {
  const { call, everywhere: allDeployments, make } = await started()
  const view = { name: 'My plans', page: 'code', query: 'severities=high' } as const
  expect((await call(createView, { token: allDeployments, body: view })).status).toBe(201)
  for (const body of [{ name: 'spare', person: 'Ann' }, { name: 'Ann' }, { name: 'spare', person: 'Bob' }]) {
    const refused = await make(body)
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('exists in another deployment'),
    ])
  }
  const own = await make({ name: 'spare', person: 'Carl' })
  const { views } = (await call(listViews, { token: own.body.secret, query: { page: 'code' } })).body
  expect(views.map(({ name }) => name)).not.toContain('My plans')
})

it('stays so after the token of that person was revoked, since the views outlive it', async () => {
  const { call, everywhere: allDeployments, make, services } = await started()
  const { id } = await services.database.read
    .selectFrom('token')
    .select('id')
    .where('person', '=', 'Ann')
    .executeTakeFirstOrThrow()
  expect((await call(revokeToken, { path: { id: String(id) } })).status).toBe(204)
  expect((await call(listViews, { token: allDeployments, query: { page: 'code' } })).status).toBe(401)
  expect((await make({ name: 'spare', person: 'Ann' })).status).toBe(403)
})

it('people of the deployment get further tokens, and who sees all deployments names anybody', async () => {
  const { everywhere: allDeployments, make } = await started()
  expect((await make({ name: 'first', person: 'Carl' })).status).toBe(201)
  expect((await make({ name: 'second', person: 'Carl' })).status).toBe(201)
  expect((await make({ name: 'spare', person: 'Ann' }, allDeployments)).status).toBe(201)
  expect((await make({ name: 'spare', person: 'Bob' }, allDeployments)).status).toBe(201)
})

it('a machine acts under no name of a person or of the service, nor a person under that of a machine', async () => {
  const { call, make } = await started()
  for (const name of ['Ann', 'ANN', 'Dora', 'Gatehouse', 'administrator'])
    expect([name, (await make({ name, machine: true })).status]).toEqual([name, 409])
  // He is in another deployment alone.
  expect((await make({ name: 'bob', machine: true })).status).toBe(201)
  const robot = (await make({ name: 'Robot', machine: true })).body.token
  const rename = (name: string) => call(patchToken, { path: { id: robot.id }, body: { name } })
  expect((await rename('Dora')).status).toBe(409)
  expect((await rename('Nightly')).status).toBe(200)
  for (const person of ['Robot', 'ROBOT', 'nightly']) {
    const refused = await make({ name: 'spare', person })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('name of a machine')])
  }
})
