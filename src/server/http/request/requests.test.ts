import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { addTags } from '#contract/operations/tags.ts'
import { triage } from '#contract/operations/triage.ts'
import { startTestService } from '#server/testing/service.ts'

describe('a request that cannot be taken', () => {
  it('says of a wrong content type that JSON is wanted', async () => {
    const service = await startTestService()
    const response = await service.send('POST', '/api/v1/deployments/main/triage', {
      body: Buffer.from('a=b'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(415)
    expect(response.body).toMatchObject({ title: 'Unsupported media type' })
  })

  it('says where JSON breaks off', async () => {
    const service = await startTestService()
    const response = await service.send('POST', '/api/v1/deployments/main/triage', {
      body: Buffer.from('{"issue_type": "sast",'),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      errors: [{ pointer: '', detail: expect.stringMatching(/^is not JSON: .*position/) }],
    })
  })

  it('takes an empty body for an empty object, and then says what is missing', async () => {
    const service = await startTestService()
    const response = await service.send('POST', '/api/v1/deployments/main/triage', {
      body: Buffer.alloc(0),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ errors: [{ pointer: '/issue_type' }] })
  })

  it('names every fault of a body and its query at once', async () => {
    const service = await startTestService()
    const response = await service.call(triage, {
      body: { issue_type: 'other', issue_ids: [1, 'two'], new_triage_state: 'gone' },
    })
    const { errors } = response.body as unknown as { errors: { pointer: string }[] }
    expect(errors.map((error) => error.pointer)).toEqual(['/issue_type', '/issue_ids/1', '/new_triage_state'])
  })

  it('lists twenty faults and says how many more there are, in bounded length', async () => {
    const service = await startTestService()
    const wrong = Array.from({ length: 3000 }, (_, at) => `x${at}`)
    const response = await service.call(triage, { body: { issue_type: 'sast', issue_ids: wrong } })
    const { errors, detail } = response.body as unknown as { errors: object[]; detail: string }
    expect([response.status, detail, errors.length]).toEqual([400, '3,000 values are invalid.', 21])
    expect(errors[19]).toMatchObject({ pointer: '/issue_ids/19' })
    expect(errors[20]).toEqual({ detail: 'and 2,980 more' })
    const unknown = await service.call(triage, {
      body: { issue_type: 'sast', issue_ids: wrong.map((_, at) => at + 1), new_triage_state: 'fixing' },
    })
    expect([unknown.status, unknown.text.length < 5000]).toEqual([404, true])
    expect(unknown.text).toContain('and 2,980 more')
  })

  it('reads a compressed body, and says of a broken or unknown compression what is wrong', async () => {
    const service = await startTestService()
    const put = (body: Buffer, encoding: string) =>
      service.send('POST', '/api/v1/deployments/main/triage', {
        body,
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      })
    const json = Buffer.from('{"issue_type":"sast"}')
    const read = await put(gzipSync(json), 'gzip')
    expect(read.body).toMatchObject({ status: 400, errors: [{ pointer: '' }, { pointer: '' }] })
    const broken = await put(json, 'gzip')
    expect(broken.body).toMatchObject({ status: 400, detail: expect.stringContaining('not compressed') })
    const unknown = await put(json, 'zzz')
    expect(unknown.body).toMatchObject({ status: 415, detail: expect.stringContaining('Content-Encoding') })
    const bomb = await put(gzipSync(Buffer.alloc(2 * 1024 * 1024, ' ')), 'gzip')
    expect(bomb.status).toBe(413)
  })

  it('speaks of the body where the whole of it is wrong', async () => {
    const service = await startTestService()
    const response = await service.call(addTags, { path: { projectName: 'a/b' }, body: 7 })
    expect(response.body).toMatchObject({ detail: expect.stringMatching(/^The body .*array/) })
  })

  it('refuses null characters anywhere in a body', async () => {
    const service = await startTestService()
    const dependencyFilter = { packageFilters: [{ name: 'left\0pad' }] }
    const response = await service.call(listDependencies, { body: { dependencyFilter } })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      errors: [{ pointer: '/dependencyFilter/packageFilters/0/name', detail: 'contains a null character' }],
    })
  })

  it('refuses a body over a megabyte', async () => {
    const service = await startTestService()
    const response = await service.call(addTags, {
      path: { projectName: 'a/b' },
      body: ['x'.repeat(1024 * 1024)],
    })
    expect(response.status).toBe(413)
  })

  it('refuses an address that is too long', async () => {
    const service = await startTestService()
    expect((await service.call(listFindings, { query: `q=${'x'.repeat(20_000)}` })).status).toBe(414)
  })

  it('refuses ids beyond 64 bits, with leading zeros or signs', async () => {
    const service = await startTestService()
    for (const id of ['18446744073709551616', '007', '99999999999999999999999']) {
      const response = await service.send('GET', `/api/v1/deployments/${id}/policies`)
      expect([id, response.status]).toEqual([id, 400])
      expect(response.body).toMatchObject({ errors: [{ parameter: 'deploymentId' }] })
    }
    expect((await service.send('GET', '/api/v1/deployments/18446744073709551615/policies')).status).toBe(404)
    expect((await service.send('GET', '/api/v1/deployments/Not_A_Slug/policies')).status).toBe(404)
  })

  it('answers a broken address, an unknown one and a wrong method as problems', async () => {
    const service = await startTestService()
    for (const [method, url, status] of [
      ['GET', '/api/v1/deployments/%E0%A4%A/findings', 400],
      ['GET', '/api/v2/deployments', 404],
      ['PATCH', '/api/v1/deployments', 405],
      ['OPTIONS', '/api/v1/deployments', 405],
      ['TRACE', '/api/v1/deployments', 405],
    ] as const) {
      const response = await service.send(method, url)
      expect([url, response.status]).toEqual([url, status])
      expect(response.headers['content-type']).toContain('application/problem+json')
      expect(response.body).toMatchObject({ instance: response.headers['x-request-id'] })
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('answers headers that are too large, and what is no HTTP, as problems', async () => {
    const service = await startTestService()
    await service.server.listen({ host: '127.0.0.1', port: 0 })
    const address = service.server.server.address()
    if (typeof address !== 'object' || address === null) throw new Error('not listening')
    const raw = (sent: string) =>
      new Promise<string>((resolve, reject) => {
        let text = ''
        const socket = connect(address.port, '127.0.0.1', () => socket.write(sent))
        socket.on('data', (part) => {
          text += part
        })
        socket.on('close', () => resolve(text))
        socket.on('error', reject)
      })
    const large = await raw(`GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(80_000)}\r\n\r\n`)
    expect(large).toMatch(/^HTTP\/1\.1 431 /)
    expect(large).toContain('application/problem+json')
    expect(await raw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('caching and compression', () => {
  it('answers 304 to a known entity tag until the deployment changes', async () => {
    const service = await startTestService()
    const first = await service.call(listFindings)
    const tag = String(first.headers['etag'])
    expect(tag).toMatch(/^W\/"/)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const headers = { 'if-none-match': tag }
    expect((await service.call(listFindings, { headers })).status).toBe(304)
    expect((await service.call(listFindings, { headers, query: { page: 1 } })).status).toBe(200)
    const other = await service.mint({ role: 'viewer', person: 'Someone else' })
    expect((await service.call(listFindings, { headers, token: other })).status).toBe(200)
    await service.services.change(service.deployment.id, 'Tess Ter', async () => undefined)
    expect((await service.call(listFindings, { headers })).status).toBe(200)
  })

  it('makes entity tags that another database, begun anew at the same address, does not know', async () => {
    const [one, other] = [await startTestService(), await startTestService()]
    const headers = { 'if-none-match': String((await one.call(listFindings)).headers['etag']) }
    expect((await one.call(listFindings, { headers })).status).toBe(304)
    expect((await other.call(listFindings, { headers })).status).toBe(200)
  })

  it('tells caches that compressed and plain answers differ', async () => {
    const service = await startTestService()
    for (const encoding of ['br', 'identity']) {
      const { headers } = await service.call(listFindings, { headers: { 'accept-encoding': encoding } })
      expect(headers['vary']).toMatch(/accept-encoding/i)
    }
  })

  it('compresses what is larger than a kilobyte, and only that', async () => {
    const service = await startTestService()
    const headers = { 'accept-encoding': 'br' }
    const wrong = Array.from({ length: 100 }, () => 'not an id')
    const large = await service.call(triage, { headers, body: { issue_type: 'sast', issue_ids: wrong } })
    expect(large.headers['content-encoding']).toBe('br')
    const small = await service.send('GET', '/api/v1/ping', { headers })
    expect(small.headers['content-encoding']).toBeUndefined()
  })
})
