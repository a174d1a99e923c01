import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/base/config/config.ts'
import { startProvider } from '#server/testing/provider/provider.ts'
import { configOf } from '#server/testing/provider/sign-in.ts'
import type { Context } from './check.ts'
import { singleSignOnCheck } from './single-sign-on.ts'

const publicUrl = 'https://gatehouse.example'
// parse: the check reads the configuration alone.
const resultOf = (config: Partial<Context['config']>) =>
  singleSignOnCheck.run({ config: { ...readConfig({}), publicUrl, ...config } } as Context)

async function started() {
  const provider = await startProvider([`${publicUrl}/sign-in`])
  onTestFinished(() => provider.stop())
  return provider
}

it('reads the discovery document of the provider', async () => {
  const { issuer } = await started()
  expect(await resultOf({ singleSignOn: configOf(issuer) })).toEqual({
    status: 'ok',
    detail: `${issuer} answers. It must know the redirect URI https://gatehouse.example/sign-in.`,
    advice: null,
  })
})

it('says what is missing', async () => {
  const { issuer } = await started()
  const singleSignOn = configOf(issuer)
  expect(await resultOf({ singleSignOn: null })).toMatchObject({ status: 'skipped' })
  expect(await resultOf({ singleSignOn, publicUrl: null })).toMatchObject({
    status: 'warning',
    advice: expect.stringContaining('GATEHOUSE_PUBLIC_URL/sign-in'),
  })
  expect(await resultOf({ singleSignOn: { ...singleSignOn, roles: [] } })).toMatchObject({
    status: 'warning',
    advice: expect.stringContaining('OIDC_ROLES'),
  })
})

it('says that the provider cannot be reached, or is another one', async () => {
  const provider = await started()
  const wrong = configOf(`${provider.issuer}/realms/other`)
  expect(await resultOf({ singleSignOn: wrong })).toMatchObject({ status: 'failed' })
  await provider.stop()
  expect(await resultOf({ singleSignOn: configOf(provider.issuer) })).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('cannot be read'),
    advice: expect.stringContaining('OIDC_ISSUER'),
  })
})
