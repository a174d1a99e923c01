import { expect, it } from 'vitest'
import { createToken } from '#contract/operations/tokens.ts'
import type { TestService } from '../service.ts'
import { seeded } from './seeded.ts'

type Json = Record<string, unknown>

/** A service, and what it answers to a token of either kind. */
async function service() {
  const service = await seeded()
  const tokenWith = async (compatibleAnswers: boolean) => {
    const body = { name: `robot ${compatibleAnswers}`, machine: true, role: 'viewer', webApiEnabled: true }
    const made = await service.call(createToken, { body: { ...body, compatibleAnswers } })
    expect(made.body.token.compatibleAnswers).toBe(compatibleAnswers)
    return made.body.secret
  }
  const [documented, compatible] = [await tokenWith(false), await tokenWith(true)]
  const get = async (token: string, path: string, headers = {}) => {
    const answer = await service.send('GET', `/api/v1/deployments/main/${path}`, { token, headers })
    return { ...answer, body: answer.body as Json }
  }
  return {
    service,
    documented: (path: string, headers?: Record<string, string>) => get(documented, path, headers),
    compatible: (path: string, headers?: Record<string, string>) => get(compatible, path, headers),
  }
}

const idsOf = (list: unknown) => (list as { id: number }[]).map(({ id }) => id)
const listOf = (body: Json, name: string) => (body[name] as { findings: unknown[] }).findings

it('findings also have a list at the top, with names in snake case, and the documented lists as they are', async () => {
  const { documented, compatible } = await service()
  for (const type of ['sast', 'sca']) {
    const plain = await documented(`findings?issue_type=${type}`)
    const { body, headers } = await compatible(`findings?issue_type=${type}`)
    const { findings, ...rest } = body
    expect(rest).toEqual(plain.body)
    expect(headers['x-total-count']).toBe(plain.headers['x-total-count'])
    expect(idsOf(findings)).toEqual(idsOf(listOf(plain.body, `${type}Findings`)))
    expect(JSON.stringify(findings)).not.toMatch(/[{,]"[a-z]+[A-Z]\w*":/)
    const [first] = findings as Json[]
    expect(Object.keys(first?.['location'] as Json)).toEqual([
      'file_path',
      'line',
      'column',
      'end_line',
      'end_column',
    ])
    expect(first?.['rule']).toMatchObject(
      Object.fromEntries(
        ['cwe_names', 'owasp_names', 'vulnerability_classes'].map((name) => [name, expect.any(Array)]),
      ),
    )
  }
  expect(Object.keys((await documented('findings')).body)).toEqual(['sastFindings', 'scaFindings'])
})

it('texts that look like fields stay as the scanner sent them', async () => {
  const { service: whole, compatible } = await service()
  const text = '{"filePath":1,"endLine":2} ,"cweNames":[] \\",\\"ownerName\\":'
  await whole.services.database.write((transaction) =>
    transaction.updateTable('rule').set({ message: text }).execute(),
  )
  const { body } = await compatible('findings')
  const messages = (body['findings'] as Json[]).map(({ rule }) => (rule as Json)['message'])
  expect(new Set(messages)).toEqual(new Set([text]))
})

it('texts that are null are empty, and so is the path of a finding without a place', async () => {
  const { service: whole, documented, compatible } = await service()
  await whole.services.database.write(async (transaction) => {
    await transaction.updateTable('rule').set({ message: null }).execute()
    const nothing = { confidence: null, path: null, line: null, syntactic_id: null, message_id: null }
    await transaction.updateTable('finding').set(nothing).execute()
  })
  const [plain] = listOf((await documented('findings')).body, 'sastFindings') as Json[]
  expect(plain).toMatchObject({ confidence: null, location: null, syntactic_id: null })
  const { body } = await compatible('findings')
  expect((body['findings'] as Json[])[0]).toMatchObject({
    confidence: '',
    syntactic_id: '',
    location: { file_path: '', line: null, column: null, end_line: null, end_column: null },
    triaged_at: null,
  })
})

it('a usage has the names and the link that other services give it', async () => {
  const { service: whole, documented, compatible } = await service()
  const url = 'https://git.example/acme/shop/blob/9f2c1ab/src/pad.js#L3'
  const location = { filePath: 'src/pad.js', line: 3, column: 1, endLine: 4, endColumn: 9, url }
  await whole.services.database.write((transaction) =>
    transaction
      .updateTable('finding')
      .set({ document_json: JSON.stringify({ usage: { location } }) })
      .where('type', '=', 1)
      .execute(),
  )
  const query = 'findings?issue_type=sca'
  const usageOf = (finding: unknown) => (finding as { usage: { location: Json } }).usage.location
  const { url: _, ...rest } = location
  expect(usageOf(listOf((await documented(query)).body, 'scaFindings')[0])).toEqual(rest)
  expect(usageOf(((await compatible(query)).body['findings'] as Json[])[0])).toEqual({
    ...{ file_path: 'src/pad.js', line: 3, column: 1, end_line: 4, end_column: 9 },
    ...{ path: 'src/pad.js', start_line: 3, start_col: 1, end_col: 9, url },
  })
})

it('issue_type given twice is both types, page by page without a gap', async () => {
  const { documented, compatible } = await service()
  const code = idsOf(listOf((await documented('findings')).body, 'sastFindings'))
  const supplyChain = idsOf(listOf((await documented('findings?issue_type=sca')).body, 'scaFindings'))
  const all = [...code, ...supplyChain]
  for (const both of [
    'issue_type=sast&issue_type=sca',
    'issue_type=sca,sast',
    'issue_type[]=sca&issue_type[]=sast',
  ]) {
    const { body, headers } = await compatible(`findings?${both}`)
    expect(idsOf(body['findings'])).toEqual(all)
    expect(idsOf(listOf(body, 'sastFindings'))).toEqual(code)
    expect(idsOf(listOf(body, 'scaFindings'))).toEqual(supplyChain)
    expect(headers['x-total-count']).toBe(String(all.length))
  }
  for (const size of [1, 3, 5, 7, 8, 99]) {
    const pages: number[][] = []
    for (let page = 0; page * size < all.length + size; page++) {
      const { body } = await compatible(
        `findings?issue_type=sast&issue_type=sca&page=${page}&page_size=${size}`,
      )
      pages.push(idsOf(body['findings']))
    }
    expect(pages.flat()).toEqual(all)
    expect(pages.slice(0, Math.floor(all.length / size)).every((page) => page.length === size)).toBe(true)
  }
})

it('a parameter of one type selects findings of that type only where both are asked for', async () => {
  const { compatible } = await service()
  const both = 'findings?issue_type=sast&issue_type=sca'
  const { body } = await compatible(`${both}&confidence=high`)
  expect(listOf(body, 'sastFindings')).toHaveLength(2)
  expect(listOf(body, 'scaFindings')).toHaveLength(3)
  expect((await compatible('findings?issue_type=sca&confidence=high')).status).toBe(400)
  expect((await compatible('findings?exposures=reachable')).status).toBe(400)
  expect((await compatible(`${both}&after=1`)).body['errors']).toEqual([
    { parameter: 'after', detail: 'continues a list of one issue_type, not of two' },
  ])
})

it('a small page is accepted from these tokens only', async () => {
  const { documented, compatible } = await service()
  const small = await compatible('findings?page_size=2')
  expect(small.status).toBe(200)
  expect(small.body['findings']).toHaveLength(2)
  expect(small.headers['link']).toContain('page=1>; rel="next"')
  for (const size of ['0', '-1', '3001', '2.5']) {
    expect((await compatible(`findings?page_size=${size}`)).status).toBe(400)
  }
  expect((await documented('findings?page_size=2')).status).toBe(400)
  expect((await documented('findings?issue_type=sast&issue_type=sca')).status).toBe(400)
})

it('an empty page stays shorter than what clients take for a full one', async () => {
  const { compatible } = await service()
  const { text } = await compatible('findings?page=9')
  expect(JSON.parse(text).findings).toEqual([])
  expect(text.length).toBeLessThan(100)
})

it('policies of supply chain are left out', async () => {
  const { documented, compatible } = await service()
  const typesOf = ({ body }: { body: Json }) =>
    (body['policies'] as { productType: string }[]).map(({ productType }) => productType)
  expect(typesOf(await documented('policies'))).toContain('PRODUCT_TYPE_SCA')
  expect(typesOf(await compatible('policies')).sort()).toEqual(['PRODUCT_TYPE_SAST', 'PRODUCT_TYPE_SECRETS'])
})

it('unknown texts of secrets are unspecified or empty', async () => {
  const { service: whole, documented, compatible } = await service()
  const nothing = { confidence: null, validation_state: null, secret_type: null, path: null }
  await whole.services.database.write((transaction) =>
    transaction.updateTable('finding').set(nothing).where('type', '=', 2).execute(),
  )
  const nullsOf = ({ body }: { body: Json }) =>
    (body['findings'] as Json[]).flatMap((secret) =>
      Object.keys(secret).filter((name) => secret[name] === null),
    )
  expect(nullsOf(await documented('secrets'))).toContain('confidence')
  const answer = await compatible('secrets')
  const texts = nullsOf(answer).filter(
    (name) => !['validatedAt', 'historicalInfo', 'externalTicket'].includes(name),
  )
  expect(texts).toEqual([])
  for (const secret of answer.body['findings'] as Json[]) {
    expect(secret).toMatchObject({
      confidence: 'CONFIDENCE_UNSPECIFIED',
      validationState: 'VALIDATION_STATE_UNSPECIFIED',
      type: '',
      findingPath: '',
    })
  }
})

it('the two kinds of token never get the tag or the stored answer of the other', async () => {
  const { service: whole, documented, compatible } = await service()
  const tags: unknown[] = []
  for (const path of ['findings', 'policies', 'secrets', 'projects']) {
    const [plain, other] = [await documented(path), await compatible(path)]
    tags.push(plain.headers['etag'], other.headers['etag'])
    const again = await compatible(path, { 'if-none-match': String(other.headers['etag']) })
    expect(again.status).toBe(304)
    const crossed = await compatible(path, { 'if-none-match': String(plain.headers['etag']) })
    expect(crossed.status).toBe(200)
    expect((await documented(path)).text).toBe(plain.text)
  }
  expect(new Set(tags).size).toBe(tags.length)
  expect(await cookieAnswer(whole)).not.toHaveProperty('findings')
})

/** What the dashboard gets in a session of a token with compatible answers. */
async function cookieAnswer(service: TestService) {
  const token = await service.mint({ name: 'Ann', person: 'Ann', role: 'viewer', compatibleAnswers: true })
  const signedIn = await service.send('POST', '/api/v1/session', { token: null, body: { token } })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const path = '/api/v1/deployments/main/findings'
  const { status, body } = await service.send('GET', path, { token: null, headers: { cookie } })
  expect(status).toBe(200)
  return body as Json
}
