import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getMe } from '#contract/operations/session.ts'
import { revokeToken } from '#contract/operations/tokens.ts'
import { triage } from '#contract/operations/triage.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startTestService } from '#server/testing/service.ts'
import { eventsOf, type Told } from './testing/events-of.ts'

async function started() {
  const service = await startTestService()
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const follow = async (options: { token?: string; last?: string; deployment?: string | number } = {}) => {
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const { deployment = 'main' } = options
    const response = await fetch(`${service.services.publicUrl()}/api/v1/deployments/${deployment}/events`, {
      signal: stop.signal,
      headers: {
        authorization: `Bearer ${options.token ?? service.token}`,
        'accept-encoding': 'br, gzip',
        ...(options.last === undefined ? {} : { 'last-event-id': options.last }),
      },
    })
    const events = response.ok && response.body ? eventsOf(response.body) : undefined
    const next = async () => (await events?.next())?.value as Told | undefined
    return { answer: response, next, stop }
  }
  return { ...service, build: new Build(service), follow }
}

describe('the stream of events', () => {
  it('tells what changed, in the form of server-sent events, never compressed', async () => {
    const { build, follow, call } = await started()
    const [one = 0] = await build.add({})
    const { answer: response, next } = await follow()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect((await next())?.event).toBe('open')
    await call(triage, { body: { issue_type: 'sast', issue_ids: [one], new_triage_state: 'fixing' } })
    const told = await next()
    expect(told).toMatchObject({ event: 'finding.changed', data: { count: 1, ids: [one] } })
    expect(told?.id).toBe(String(told?.data['change']))
  })

  it('tells many changes as a number, and changes that follow each other closely together', async () => {
    const { build, follow, services } = await started()
    const { next } = await follow()
    await next()
    // However long the writes take here, half a second is over when the test says so.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    await build.add({})
    expect((await next())?.data['count']).toBe(1)
    for (let batch = 0; batch < 5; batch++) {
      await build.add(...Array.from({ length: 100 }, () => ({})))
      await services.change(1, 'Tess Ter', async () => undefined, { event: 'job.changed', id: '7' })
    }
    vi.advanceTimersByTime(500)
    const matches = await next()
    expect(matches).toMatchObject({ event: 'finding.changed', data: { count: 500 } })
    expect(matches?.data['ids']).toBeUndefined()
    expect(await next()).toMatchObject({ event: 'job.changed', data: { id: '7' } })
  })

  it('goes on after the last event that was read, or says that something was missed', async () => {
    const { build, follow } = await started()
    const first = await follow()
    const { id = '' } = (await first.next()) ?? {}
    first.stop.abort()
    const [one] = await build.add({})
    const again = await follow({ last: id })
    expect(await again.next()).toMatchObject({ event: 'finding.changed', data: { ids: [one] } })
    for (const last of ['999999', 'x', '-1', '1'.repeat(400)]) {
      expect((await (await follow({ last })).next())?.event).toBe('reset')
    }
  })

  it('says that all is to be read again where everything changed, to whoever listens or comes back', async () => {
    const { build, follow, services } = await started()
    const { next } = await follow()
    const last = String((await next())?.id)
    await services.change(1, 'Tess Ter', async ({ changed }) => changed.everything(), {
      event: 'job.changed',
      id: '7',
    })
    expect((await next())?.event).toBe('reset')
    await build.add({})
    expect((await next())?.event).toBe('finding.changed')
    const again = await follow({ last })
    expect((await again.next())?.event).toBe('reset')
  })

  it('goes on after the change that a page began with, whatever happened before it listened', async () => {
    const { build, follow, call } = await started()
    await build.add({})
    const { body } = await call(getMe)
    const [one] = await build.add({})
    const { next } = await follow({ last: String(body.deployments[0]?.change) })
    expect(await next()).toMatchObject({ event: 'finding.changed', data: { ids: [one] } })
  })

  it('tells a reader that is cut off again and again of every change, whenever it happened', async () => {
    const { build, follow } = await started()
    const told = new Set<unknown>()
    const made: number[] = []
    let last: string | undefined
    for (let turn = 0; turn < 4; turn++) {
      const { next, stop } = await follow(last === undefined ? {} : { last })
      if (last === undefined) last = (await next())?.id
      made.push(...(await build.add({}, {})))
      while (made.some((id) => !told.has(id))) {
        const event = await next()
        expect(event?.event).toBe('finding.changed')
        for (const id of [event?.data['ids']].flat()) told.add(id)
        last = event?.id
      }
      stop.abort()
      // Nobody listens now.
      made.push(...(await build.add({})))
    }
    const { next } = await follow(last === undefined ? {} : { last })
    expect(await next()).toMatchObject({ event: 'finding.changed', data: { ids: [made.at(-1)] } })
  })

  it('is not there for a foreign deployment, and needs the right to read', async () => {
    const { follow, addDeployment, mint } = await started()
    const other = await addDeployment('other')
    const own = await mint({ name: 'own', role: 'viewer' })
    expect((await follow({ token: own, deployment: other })).answer.status).toBe(404)
    expect((await follow({ token: own, deployment: 'nowhere' })).answer.status).toBe(404)
    const ci = await mint({ name: 'ci', role: 'ci' })
    expect((await follow({ token: ci })).answer.status).toBe(403)
    expect((await follow({ token: own })).answer.status).toBe(200)
  })

  it('tells nothing of another deployment', async () => {
    const { build, follow, addDeployment, services } = await started()
    const other = await addDeployment('other')
    const { next } = await follow({ deployment: 'other' })
    await next()
    await build.add({})
    await services.change(other, 'Tess Ter', async () => undefined, { event: 'sbom.changed', id: 't' })
    expect((await next())?.event).toBe('sbom.changed')
  })

  it('ends when its token is revoked', async () => {
    const { follow, mint, call, services } = await started()
    const token = await mint({ name: 'short' })
    const { next } = await follow({ token })
    await next()
    const row = await services.database.read
      .selectFrom('token')
      .select('id')
      .where('name', '=', 'short')
      .executeTakeFirstOrThrow()
    await call(revokeToken, { path: { id: String(row.id) } })
    expect(await next()).toBeUndefined()
  })

  it('ends when its person signs out', async () => {
    const { send, services, token } = await started()
    const signedIn = await send('POST', '/api/v1/session', { body: { token }, token: null })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const response = await fetch(`${services.publicUrl()}/api/v1/deployments/main/events`, {
      headers: { cookie },
    })
    const ended = response.text()
    await send('DELETE', '/api/v1/session', {
      token: null,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(await ended).toContain('id: ')
  })

  it('ends when the service stops', async () => {
    const { follow, setDraining } = await started()
    const { next } = await follow()
    await next()
    setDraining(true)
    expect(await next()).toBeUndefined()
  })

  it('is open a bounded number of times for a token', async () => {
    const { follow } = await started()
    const open = await Promise.all(Array.from({ length: 50 }, () => follow()))
    expect(open.every(({ answer: response }) => response.ok)).toBe(true)
    const refused = await follow()
    expect(refused.answer.status).toBe(429)
    expect(refused.answer.headers.get('retry-after')).toBe('15')
  })
})
