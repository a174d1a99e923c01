import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { evaluateGate } from '#contract/operations/gate.ts'
import { acceptScan } from '#contract/operations/scans.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from '../testing/upload.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})

const boundary = '----form-7d1'
const xss = result('xss', 'new/app.py', 'render(name)')

interface Field {
  name: string
  value: string | Buffer
}

const lines = (...texts: string[]) => Buffer.from(texts.join('\r\n'))

const form = (fields: readonly Field[]) =>
  Buffer.concat([
    ...fields.flatMap(({ name, value }) => [
      lines(`--${boundary}`, `Content-Disposition: form-data; name="${name}"; filename="f"`, '', ''),
      Buffer.from(value),
      lines('', ''),
    ]),
    lines(`--${boundary}--`, ''),
  ])

const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }

/** Sends a report in a form with renamed files, as they are written. */
const sendForm = (renamed: unknown, report: unknown, query: Record<string, string> = {}) =>
  upload(
    service,
    form([
      { name: 'renamed_files', value: typeof renamed === 'string' ? renamed : JSON.stringify(renamed) },
      { name: 'report', value: Buffer.isBuffer(report) ? report : JSON.stringify(report) },
    ]),
    query,
    { headers },
  )

/** What is stored with the reports that wait. */
async function storedRenames(kind: 'held' | 'part'): Promise<unknown[]> {
  const rows = await service.services.database.read
    .selectFrom('stored_report')
    .select('facts_json')
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.map(({ facts_json }) => JSON.parse(facts_json).renamedFiles)
}

const renamed = [{ from: 'old/app.py', to: './new/app.py' }]

test('a form has the file and the files that were renamed', async () => {
  const { status, body } = await sendForm(renamed, semgrep([xss]), { commit: 'c1' })
  expect(status).toBe(201)
  expect(body.report).toMatchObject({ read: 1, new: 1 })
  // The same file is the same upload, however it is sent.
  const again = await upload(service, semgrep([xss]), { commit: 'c1' })
  expect(again).toMatchObject({ status: 200, body: { repeated: true } })
  const packed = gzipSync(JSON.stringify(semgrep([xss])))
  expect(await sendForm([], packed, { commit: 'c2' })).toMatchObject({ status: 201 })
})

test('renamed files wait with a held scan and with parts, normalized as the paths of findings are', async () => {
  const many = Array.from({ length: 30 }, (_, at) => result('xss', `${at}.py`, `render(${at})`))
  await upload(service, semgrep(many))
  const { body } = await sendForm(renamed, semgrep([]))
  expect(body.hold).not.toBeNull()
  expect(await storedRenames('held')).toEqual([[{ from: 'old/app.py', to: 'new/app.py' }]])
  expect((await service.call(acceptScan, { path: { scanId: body.id } })).status).toBe(200)

  const part = (at: number, names: [string, string][], results: unknown[] = []) =>
    sendForm(
      names.map(([from, to]) => ({ from, to })),
      semgrep(results),
      { part: `${at}/3`, ref: 'next' },
    )
  await part(1, [['a', 'b']])
  await part(2, [['c\\d', 'e\\f']])
  expect(await storedRenames('part')).toEqual([[{ from: 'a', to: 'b' }], [{ from: 'c/d', to: 'e/f' }]])
  expect((await part(3, [['a', 'z']], [xss])).status).toBe(201)
})

test('a report of an earlier version waits without renamed files', async () => {
  await upload(service, semgrep(Array.from({ length: 30 }, (_, at) => result('r', `${at}.py`, `${at}`))))
  const { body } = await upload(service, semgrep([]))
  await service.services.database.write(async (transaction) => {
    const { facts_json } = await transaction
      .selectFrom('stored_report')
      .select('facts_json')
      .executeTakeFirstOrThrow()
    const { renamedFiles, ...facts } = JSON.parse(facts_json)
    expect(renamedFiles).toEqual([])
    await transaction
      .updateTable('stored_report')
      .set({ facts_json: JSON.stringify(facts) })
      .execute()
  })
  expect((await service.call(acceptScan, { path: { scanId: body.id } })).status).toBe(200)
})

const wrong: [string, unknown, string[]][] = [
  ['no list', { from: 'a', to: 'b' }, ['/renamed_files']],
  ['no JSON', '[', ['/renamed_files']],
  ['an entry without a path', [{ from: 'a', to: 'b' }, { from: 'c' }], ['/renamed_files/1/to']],
  ['an entry with an empty path', [{ from: './', to: 'b' }], ['/renamed_files/0/from']],
  ['a path that is too long', [{ from: 'a', to: 'b'.repeat(4097) }], ['/renamed_files/0/to']],
  [
    'a path twice on the same side',
    [
      { from: 'a', to: 'b' },
      { from: './a', to: 'c' },
      { from: 'd', to: 'b' },
    ],
    ['/renamed_files/1/from', '/renamed_files/2/to'],
  ],
  [
    'too many',
    Array.from({ length: 5_001 }, (_, at) => ({ from: `a${at}`, to: `b${at}` })),
    ['/renamed_files'],
  ],
]

test.each(wrong)('%s is refused with its place, and nothing is imported', async (_, sent, pointers) => {
  const { status, body } = await sendForm(sent, semgrep([xss]))
  expect(status).toBe(400)
  const faults: unknown = body
  expect(faults).toMatchObject({ errors: pointers.map((pointer) => expect.objectContaining({ pointer })) })
  expect(await codeFindings(service)).toEqual([])
})

test('the gate takes them as an upload does', async () => {
  await upload(service, semgrep([xss]), { commit: 'c1' })
  const path = { projectName: 'acme/shop' }
  const evaluate = (renamed_files: { from: string; to: string }[]) =>
    service.call(evaluateGate, { path, body: { commit: 'c1', renamed_files } })
  expect((await evaluate(renamed)).status).toBe(200)
  const twice = await evaluate([...renamed, { from: 'other.py', to: 'new/app.py' }])
  expect(twice).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/renamed_files/1/to', detail: 'is listed twice' }] },
  })
})

const report = { name: 'report', value: JSON.stringify(semgrep([xss])) }
const names = { name: 'renamed_files', value: '[]' }
const whole = form([names, report])

test.each<[string, Buffer, number, RegExp]>([
  ['of the file alone', form([report]), 415, /curl --data-binary/],
  ['without the file', form([names]), 400, /the field `report`/],
  ['with another field', form([names, { ...report, name: 'file' }]), 400, /the field `report`/],
  ['with a field after the file', form([names, report, names]), 400, /a field after `report`/],
  ['that is cut off in the file', whole.subarray(0, -20), 400, /cut off/],
  ['that is cut off in the names', whole.subarray(0, 88), 400, /cut off/],
  ['whose names are too large', form([{ ...names, value: ' '.repeat(2 ** 20 + 1) }, report]), 413, /1 MiB/],
])('a form %s is refused, and nothing is imported', async (_, body, status, detail) => {
  const response = await upload(service, body, {}, { headers })
  expect(response).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } })
  expect(await codeFindings(service)).toEqual([])
})
