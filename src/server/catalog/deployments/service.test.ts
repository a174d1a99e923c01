import { describe, expect, it } from 'vitest'
import { createDeployment, getService } from '#contract/operations/service.ts'
import { getMe } from '#contract/operations/session.ts'
import { startTestService } from '#server/testing/service.ts'

describe('how the service is reached', () => {
  it('names the data folder and the program to an administrator of all deployments alone', async () => {
    const program = '/opt/gatehouse/bin/gatehouse.mjs'
    const { call, mint, services, deployment } = await startTestService({ program })
    const { dataFolder } = services.config
    const all = await call(getService)
    expect(all.body).toEqual({
      publicUrl: null,
      host: { dataFolder, program, platform: process.platform, deployment: 'main' },
    })
    const others = [
      { deploymentId: deployment.id, role: 'admin' },
      { deploymentId: deployment.id, role: 'viewer' },
      { deploymentId: null, role: 'viewer' },
    ] as const
    for (const other of others) {
      const response = await call(getService, { token: await mint(other) })
      expect(response).toMatchObject({ status: 200, body: { host: null } })
      expect(response.text).not.toContain(dataFolder)
    }
    expect((await call(getService, { token: null })).status).toBe(401)
  })

  it('says the address that it was configured with', async () => {
    const { call } = await startTestService({ config: { publicUrl: 'https://gatehouse.example' } })
    expect((await call(getService)).body).toEqual({ publicUrl: 'https://gatehouse.example', host: null })
  })
})

describe('the deployment for your own data', () => {
  const config = { deployment: { slug: 'own', name: 'Own' } }

  it('is created once', async () => {
    const { call } = await startTestService({ config })
    const created = await call(createDeployment)
    expect(created).toMatchObject({ status: 200, body: { slug: 'own', name: 'Own', demo: false } })
    expect((await call(createDeployment)).body).toEqual(created.body)
    const { deployments } = (await call(getMe)).body
    expect(deployments.map(({ slug, counts }) => [slug, counts?.projects])).toEqual([
      ['main', 0],
      ['own', 0],
    ])
  })

  it('is refused to an administrator of one deployment', async () => {
    const { call, mint, deployment } = await startTestService({ config })
    const token = await mint({ deploymentId: deployment.id, role: 'admin' })
    expect((await call(createDeployment, { token })).status).toBe(403)
    expect((await call(getMe)).body.deployments).toHaveLength(1)
  })
})
