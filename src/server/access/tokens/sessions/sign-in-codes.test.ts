import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getMe } from '#contract/operations/session.ts'
import { listTokens, patchToken, revokeToken } from '#contract/operations/tokens.ts'
import { startTestService } from '#server/testing/service.ts'
import { wholeDatabase } from '#server/testing/whole-database.ts'

const minute = 60_000

async function started() {
  const service = await startTestService()
  const { services } = service
  await service.mint({ name: 'Root', person: 'Root', deploymentId: null })
  const { tokens } = (await service.call(listTokens)).body
  const id = tokens.find(({ name }) => name === 'Root')?.id ?? ''
  return {
    ...service,
    id,
    code: () => services.signInCodes.create(Number(id)),
    signIn: (code: string) => service.send('POST', '/api/v1/session', { body: { code }, token: null }),
  }
}

describe('the code of a sign-in link', () => {
  it('signs in as the person of its token, once, which counts as use of the token', async () => {
    const { code, signIn, call } = await started()
    const one = await code()
    const response = await signIn(one)
    expect([response.status, response.body]).toEqual([200, { name: 'Root', deployment: null }])
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
    expect((await call(getMe, { token: null, headers: { cookie } })).body.name).toBe('Root')
    const again = await signIn(one)
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('gatehouse sign-in-link')])
    const { tokens } = (await call(listTokens)).body
    expect(tokens.find(({ name }) => name === 'Root')?.lastUsedAt).not.toBeNull()
  })

  it('lives for ten minutes, and no longer where the clock is set back', async () => {
    const { code, signIn, clock } = await started()
    const [soon, late, before] = [await code(), await code(), await code()]
    clock.now += 10 * minute - 1
    expect((await signIn(soon)).status).toBe(200)
    clock.now += 1
    expect((await signIn(late)).status).toBe(401)
    clock.now -= 24 * 60 * minute
    expect((await signIn(before)).status).toBe(401)
  })

  it('is used up by an attempt that fails, and opens nothing that its token does not', async () => {
    const { code, signIn, call, id } = await started()
    const access = (webApiEnabled: boolean) =>
      call(patchToken, { path: { id }, body: { webApiEnabled } }).then(({ status }) => status)
    const [one, other] = [await code(), await code()]
    expect(await access(false)).toBe(200)
    expect((await signIn(one)).status).toBe(403)
    expect(await access(true)).toBe(200)
    expect((await signIn(one)).status).toBe(401)
    expect((await call(revokeToken, { path: { id } })).status).toBe(204)
    const refused = await signIn(other)
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('revoked')])
  })

  it('is one of a hundred at most, the newest', async () => {
    const { code, signIn } = await started()
    const codes: string[] = []
    for (let made = 0; made < 101; made += 1) codes.push(await code())
    expect((await signIn(codes[0] ?? '')).status).toBe(401)
    expect((await signIn(codes[1] ?? '')).status).toBe(200)
    expect((await signIn(codes[100] ?? '')).status).toBe(200)
  })

  it('stands nowhere in the database', async () => {
    const { code, signIn, services, call } = await started()
    const one = await code()
    await signIn(one)
    await signIn(one)
    await services.authenticator.settled()
    expect((await call(listAudit)).text).toContain('unknown code')
    for (const { text } of await wholeDatabase(services.database)) expect(text).not.toContain(one)
  })
})
