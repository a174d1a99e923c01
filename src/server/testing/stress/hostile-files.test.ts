import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import {
  codeFindings,
  result,
  sample,
  semgrep,
  supplyChainFindings,
  upload,
} from '../../scans/testing/upload.ts'
import { startTestService, type TestService } from '../service.ts'
import { hostileScans } from './hostile-scans.ts'

// What would read in this thread, were it asked.
vi.mock('#server/reports/input/read-scan-file.ts', () => ({
  readScanFile: () => {
    throw new Error('a file is read in the thread that answers requests')
  },
}))

// What would compare findings in this thread.
vi.mock('#server/scans/matching/similar-code.ts', () => ({
  pairSimilarCode: () => {
    throw new Error('many findings are compared in the thread that answers requests')
  },
  doubtChanged: () => undefined,
}))

test('files are read in another thread than the one that answers', async () => {
  const service = await startTestService()
  expect((await upload(service, semgrep([result('xss', 'app.py', 'render(name)', 10)]))).status).toBe(201)
  expect((await upload(service, sample('codeQL-output.sarif'))).status).toBe(201)
  const part = (number: number) =>
    upload(service, semgrep([result('xss', `${number}.py`, 'x', 1)]), {
      project: 'acme/parts',
      part: `${number}/2`,
    })
  expect((await part(1)).status).toBe(202)
  expect((await part(2)).status).toBe(201)
  expect(await codeFindings(service)).toHaveLength(75)
})

/** SARIF whose results point to one step of a data flow again and again. */
const repeatedSteps = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'T' } },
      threadFlowLocations: [
        {
          location: {
            message: { text: 'z'.repeat(2000) },
            physicalLocation: { artifactLocation: { uri: 'a.c' }, region: { startLine: 1 } },
          },
        },
      ],
      results: Array.from({ length: 40 }, (_, index) => ({
        ruleId: 'r',
        message: { text: `m${index}` },
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'a.c' }, region: { startLine: index + 1 } } },
        ],
        codeFlows: [{ threadFlows: [{ locations: Array.from({ length: 400 }, () => ({ index: 0 })) }] }],
      })),
    },
  ],
}

test('a file that would take many times its size when it is stored is refused, and says why', async () => {
  const service = await startTestService()
  const response = await upload(service, repeatedSteps)
  expect(response.status).toBe(413)
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(response.body).toMatchObject({
    detail: expect.stringMatching(/more than 20 times its size.*when it is stored/),
  })
  expect(await codeFindings(service)).toEqual([])
})

/** Findings without fingerprints in one file, so many lines further down than first, with code that changed a little. */
const alike = (moved: number) =>
  semgrep(
    Array.from({ length: 150 }, (_, index) => {
      const text = `call(${'value, '.repeat(20)}${index}, ${moved})`
      const { extra, ...matches } = result('r', 'a.py', text, 1 + index * 50 + moved)
      return { ...matches, extra: { ...extra, fingerprint: 'requires login' } }
    }),
    { scanned: ['a.py'] },
  )

test('many findings are compared with those stored in another thread than the one that answers', async () => {
  const service = await startTestService()
  await upload(service, alike(0))
  const second = await upload(service, alike(2))
  expect(second.body).toMatchObject({ report: { read: 150, new: 0, moved: 150 } })
})

const megabyte = 1024 * 1024

/** Bytes of the database. */
function storedIn({ services }: TestService): number {
  const row = connectionOf(services.database)
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get()
  return Number(row?.['bytes'])
}

test.each([
  [
    '500 patterns for fixes',
    500,
    [{ reason: 'fix patterns that exceed the limit of a file', count: expect.any(Number) }],
  ],
  [
    'messages that are filled in',
    3_000,
    [
      {
        reason: 'message arguments that would exceed the size limit',
        count: expect.any(Number),
      },
    ],
  ],
  ['a long message that 3,000 results share', 3_000, []],
  ['40,000 tiny results, compressed', 40_000, []],
] as const)(
  '%s: a file is taken within its budgets, and its scan says what is left out',
  async (name, count, leftOut) => {
    const service = await startTestService()
    const [before, file] = [storedIn(service), hostileScans[name].body()]
    const response = await upload(service, file)
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ report: { read: count, new: count, left_out: leftOut } })
    const { length } = file[0] === 0x1f ? gunzipSync(file) : file
    expect(storedIn(service) - before).toBeLessThan(megabyte + 20 * length)
  },
)

test('values that stand deep inside each other are refused with their place', async () => {
  const service = await startTestService()
  const response = await upload(service, hostileScans['20 MB of brackets'].body())
  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({
    detail: expect.stringMatching(/^Line 1, column \d+: .*more than 100 levels/),
  })
})

test('findings that take too long to compare change nothing, and the answer says why', async () => {
  const service = await startTestService()
  const scan = hostileScans['advisories of one package that name each other']
  expect((await upload(service, scan.before())).body).toMatchObject({ report: { new: 3_000 } })
  const response = await upload(service, scan.body())
  expect(response.status).toBe(413)
  expect(response.body).toMatchObject({
    detail: expect.stringMatching(
      /^Matching the findings .* too many of them are similar\. Nothing was changed\.$/,
    ),
  })
  const open = await supplyChainFindings(service, { status: 'open' })
  expect(open).toHaveLength(3_000)
  expect(open.every(({ vulnerability_identifier: id }) => id?.startsWith('CVE-'))).toBe(true)
})
