import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { scanFormats } from '#contract/vocabulary.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { hostileJson } from '../../testing/stress/hostile.ts'
import { forced } from '../../testing/stress/repetitions.ts'
import { codeFindings, result, semgrep, upload } from '../testing/upload.ts'

const known = semgrep([result('xss', 'app.py', 'render(name)'), result('sqli', 'db.py', 'query(id)')])

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  expect((await upload(service, known, { commit: '1' })).status).toBe(201)
})

/** The statuses of the findings that are known. */
const statuses = async () => (await codeFindings(service)).map((finding) => finding.status)

describe('a report of another tool that found nothing fixes nothing', () => {
  test.each<[string, unknown, RegExp]>([
    [
      'Checkmarx',
      { results: [], totalCount: 0, scanID: '' },
      /^This looks like a Checkmarx One report, which Gatehouse does not read yet\. .*--report-format sarif/,
    ],
    [
      'Talisman',
      { summary: { types: {} }, results: [] },
      /looks like a Talisman report, which Gatehouse does not read yet\. /,
    ],
    [
      'OSV-Scanner',
      { results: [] },
      /empty list `results`, as written by Bandit, Checkmarx, OSV-Scanner, Talisman/,
    ],
    [
      'SonarQube',
      { paging: {}, issues: [], components: [], facets: [] },
      /like an export of SonarQube, which Gatehouse does not read yet\. /,
    ],
    ['Amazon Inspector', { findings: [] }, /empty list `findings`/],
    ['a draft of SARIF', { version: '2.0.0', runs: [] }, /looks like SARIF 2\.0\.0, a draft/],
  ])('%s', async (_, file, detail) => {
    const response = await upload(service, file, { commit: '2' })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ detail: expect.stringMatching(detail) })
    expect(response.body).toMatchObject({
      detail: expect.stringContaining('Gatehouse reads SARIF, CycloneDX'),
    })
    expect(await statuses()).toEqual(['open', 'open'])
  })
})

describe('the format may be named', () => {
  test('and then its marks are not demanded', async () => {
    const { results } = semgrep([result('xss', 'app.py', 'render(name)')])
    expect((await upload(service, { results }, { commit: '2' })).status).toBe(400)
    const { status, body } = await upload(service, { results }, { commit: '2', format: 'semgrep' })
    expect(status).toBe(201)
    expect(body.report).toMatchObject({ read: 1, unchanged: 1, fixed: 1 })
  })

  test('what its reader cannot read is refused with its place', async () => {
    const wrong = await upload(service, { results: [{ test_id: 'B101' }] }, { format: 'semgrep' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ errors: [{ pointer: '/results/0/check_id', line: 1, column: 13 }] })
    const other = await upload(service, known, { format: 'sarif' })
    expect(other.body).toMatchObject({ detail: expect.stringContaining('it has no `runs`') })
    expect(await statuses()).toEqual(['open', 'open'])
  })

  test('by one of the names', async () => {
    const response = await upload(service, known, { format: 'nessus' })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      errors: [{ parameter: 'format', detail: `"nessus" is not one of ${scanFormats.join(', ')}` }],
    })
  })
})

describe('how curl sends a file', () => {
  const boundary = '------------------------d74496d66958873e'
  const form = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="report.json"\r\n\r\n${JSON.stringify(known)}\r\n--${boundary}--\r\n`,
  )
  const posted = { 'content-type': 'application/x-www-form-urlencoded' }
  const sending = /`curl --data-binary @report\.json`/

  test('-F is refused with what to use', async () => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const response = await upload(service, form, {}, { headers })
    expect(response.status).toBe(415)
    expect(response.body).toMatchObject({ detail: expect.stringMatching(sending) })
    const undeclared = await upload(service, form)
    expect(undeclared.status).toBe(400)
    expect(undeclared.body).toMatchObject({ detail: expect.stringMatching(sending) })
  })

  test('-d and --data-binary are taken, whatever they call the body', async () => {
    const lines = JSON.stringify(known, null, 2)
    for (const [index, text] of [lines, lines.replaceAll('\n', '')].entries()) {
      const query = { commit: `posted ${index}` }
      expect((await upload(service, Buffer.from(text), query, { headers: posted })).status).toBe(201)
    }
  })

  test.each([
    ['-d of the name alone', Buffer.from('report.json'), sending],
    ['--data-urlencode', Buffer.from('file=%7B%22version%22%3A%221%22'), sending],
    [
      '-d of a compressed file',
      Buffer.from([...gzipSync(JSON.stringify(known))].filter((byte) => byte !== 10 && byte !== 0)),
      /`curl --data-binary @report\.json\.gz`/,
    ],
  ])('%s is refused with what to use', async (_, body, detail) => {
    const response = await upload(service, body, {}, { headers: posted })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ detail: expect.stringMatching(detail) })
  })
})

test('no JSON but that of a known format is taken, and none breaks the service', async () => {
  const keys = fc.constantFrom(
    ...[
      'results',
      'errors',
      'paths',
      'version',
      'runs',
      '$schema',
      'bomFormat',
      'components',
      'vulnerabilities',
    ],
    ...['findings', 'dependencies', 'metadata', 'specVersion', 'generated_at', 'metrics', '__proto__', 'a'],
  )
  const value = fc.oneof(
    fc.constantFrom(
      '[]',
      '{}',
      'null',
      '"2.1.0"',
      '"1.0"',
      '[{}]',
      '[[]]',
      '[{"check_id":1}]',
      '[{"a":{"b":1}}]',
    ),
    hostileJson,
    fc.json({ maxDepth: 3 }),
  )
  const object = fc
    .uniqueArray(fc.tuple(keys, value), { maxLength: 6, selector: ([key]) => key })
    .map((pairs) => `{${pairs.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`)
  const text = fc.oneof(
    { weight: 6, arbitrary: object },
    { weight: 1, arbitrary: object.map((one) => `[${one}]`) },
    { weight: 1, arbitrary: fc.tuple(object, object).map((two) => two.join('\n')) },
    { weight: 1, arbitrary: value },
  )
  await fc.assert(
    fc.asyncProperty(text, async (file) => {
      const { status, body } = await upload(service, Buffer.from(file))
      expect([201, 200, 400]).toContain(status)
      if (status === 400) return
      // What is taken says itself what it is of.
      const parsed: Record<string, unknown> = JSON.parse(file)
      const isSemgrep = Array.isArray(parsed['results']) && ('errors' in parsed || 'paths' in parsed)
      const isSarif = 'runs' in parsed && /2\.1\.0/.test(`${parsed['version']} ${parsed['$schema']}`)
      const isBill = parsed['bomFormat'] === 'CycloneDX'
      expect([isSemgrep, isSarif, isBill, body.report.read > 0]).toContain(true)
    }),
    { numRuns: forced(150) },
  )
})
