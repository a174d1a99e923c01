import { mkdtempSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { ReadFault } from '#server/reports/input/fault.ts'
import { processorTimeFor, ReadBudget } from '#server/reports/input/read-budget.ts'
import { readScanFile } from '#server/reports/input/read-scan-file.ts'
import { mergeReports } from '#server/reports/report/merge-reports.ts'
import { decodeReport, encodeReport } from '#server/reports/report/stored-report.ts'
import { fixture, inPieces, semgrepFile } from '#server/reports/testing/read.ts'
import type { ReceivedBytes } from './messages.ts'
import { joinInThread, readInThread } from './read-in-thread.ts'
import { ReadingThread } from './reading-thread.ts'
import { smallFile } from './small-file.ts'

const options = { salt: 'salt of the tests' }

interface More {
  isSmall?: boolean
  grow?: () => Promise<void>
  thread?: ReadingThread
}

const inThread = (
  bytes: Uint8Array,
  { isSmall = false, grow = async () => undefined, thread }: More = {},
  from: ReceivedBytes = { bytes: new Uint8Array(bytes) },
) => readInThread({ options, from, sender: null, isSmall, heap: 256, grow }, thread)

/** Reads a file from the disk. */
async function fromDisk(bytes: Uint8Array, more: More = {}) {
  const file = await open(join(mkdtempSync(join(tmpdir(), 'reading-')), 'file'), 'w+')
  try {
    await file.writeFile(bytes)
    return await inThread(bytes, more, { descriptor: file.fd })
  } finally {
    await file.close()
  }
}

/** The fault that a file is refused with. */
async function faultOf(reading: Promise<unknown>): Promise<ReadFault> {
  const fault = await reading.then(
    () => null,
    (error: unknown) => error,
  )
  if (fault instanceof ReadFault) return fault
  throw fault ?? new Error('the file was read')
}

const testEntry = (name: string) => new URL(`./testing/${name}-worker.ts`, import.meta.url)

test.each([
  'semgrep_many_vulns.json',
  'codeQL-output.sarif',
  'cyclonedx_juice_shop_nested.json',
  'suppression_test.sarif',
])('%s says the same in another thread', async (name) => {
  const bytes = fixture(name)
  const plain = await readScanFile(inPieces(bytes), options)
  const whole = await inThread(bytes, { isSmall: true })
  expect(await decodeReport(whole.content)).toEqual(plain)
  expect(whole.head).toMatchObject({ format: plain.format, read: plain.read })
  const packed = await inThread(gzipSync(bytes))
  expect(await decodeReport(packed.content)).toEqual(plain)
  const stored = await fromDisk(bytes)
  expect(await decodeReport(stored.content)).toEqual(plain)
})

test('a fault keeps its place', async () => {
  const bytes = Buffer.from('{"errors": [], "version": "1.9.0", "results": [\n  {"check_id": "r"}\n]}')
  const fault = await faultOf(inThread(bytes, { isSmall: true }))
  expect(fault).toMatchObject({ line: 2, column: 3, path: '/results/0/path', isTooMuch: false })
  expect(fault.message).toMatch(/its `path` is missing/)
})

/** A report whose size is mostly one that no reader keeps. */
const padded = (length: number) =>
  Buffer.from(
    JSON.stringify(
      semgrepFile([], { padding: Array.from({ length: length / 1000 }, () => 'x'.repeat(997)) }),
    ),
  )

test('a file that turns out to be large waits in the middle, once, however it is sent', async () => {
  const bytes = padded(smallFile + 4_000_000)
  for (const [read, sent] of [
    [fromDisk, bytes],
    [fromDisk, gzipSync(bytes)],
    [inThread, gzipSync(bytes)],
  ] as const) {
    const asked: string[] = []
    const goOn = Promise.withResolvers<void>()
    const grow = () => {
      asked.push('grow')
      return goOn.promise
    }
    const reading = read(sent, { grow }).then(({ head }) => asked.push(`read ${head.format}`))
    await vi.waitFor(() => expect(asked).toEqual(['grow']), 20_000)
    goOn.resolve()
    await reading
    expect(asked).toEqual(['grow', 'read semgrep'])
  }
  const grow = vi.fn(async () => undefined)
  await inThread(gzipSync(padded(1_000_000)), { grow })
  expect(grow).not.toHaveBeenCalled()
})

test('a file that may not go on is refused with the reason, and the next one is read', async () => {
  const grow = () => Promise.reject(new TypeError('its client has gone'))
  await expect(inThread(gzipSync(padded(smallFile + 1_000_000)), { grow })).rejects.toThrow(
    new TypeError('its client has gone'),
  )
  expect((await inThread(fixture('semgrep_one_finding.json'))).head.read).toBe(1)
})

test('a thread that does not come back is ended, and the file refused', async () => {
  const thread = new ReadingThread({ entry: testEntry('stuck'), heap: 64, isReusable: false })
  const fault = await faultOf(inThread(Buffer.from('{}'), { thread }))
  expect(fault.isTooMuch).toBe(true)
  expect(fault.message).toMatch(/more than 5 s of processor time/)
})

test('a thread that fills its memory ends alone, and the file is refused', async () => {
  const thread = new ReadingThread({ entry: testEntry('hungry'), heap: 64, isReusable: true })
  const fault = await faultOf(inThread(Buffer.from('{}'), { thread }))
  expect(fault).toMatchObject({ isTooMuch: true, message: expect.stringContaining('more memory') })
  expect((await inThread(fixture('semgrep_one_finding.json'))).head.read).toBe(1)
})

test('processor time grows with the file, and ends its reading wherever it stands', async () => {
  const bytes = Buffer.from(JSON.stringify(semgrepFile([], { padding: 'x'.repeat(300_000) })))
  let now = 0
  const clocked = (step: number) => new ReadBudget(() => (now += step))
  const read = (budget: ReadBudget) => readScanFile(inPieces(bytes, 65_536), options, budget)
  expect((await read(clocked(900))).read).toBe(0)
  const fault = await faultOf(read(clocked(3_000)))
  expect(fault).toMatchObject({ isTooMuch: true, message: expect.stringMatching(/processor time/) })
  expect(processorTimeFor(100 * 1024 * 1024)).toBe(25_000)
})

test('stored parts are joined in another thread as they are here', async () => {
  const reports = await Promise.all(
    ['semgrep_many_vulns.json', 'semgrep_one_finding.json'].map((name) =>
      readScanFile(inPieces(fixture(name)), options),
    ),
  )
  const contents = await Promise.all(reports.map(async (report) => (await encodeReport(report)).content))
  const joined = await joinInThread(contents, 256)
  expect(await decodeReport(joined.content)).toEqual(mergeReports(reports))
})

test('a message that many findings have is written and read once', async () => {
  const message = 'y'.repeat(50_000)
  const results = Array.from({ length: 200 }, (_, index) => ({
    check_id: 'r',
    path: `${index}.py`,
    extra: { message },
  }))
  const report = await readScanFile(inPieces(Buffer.from(JSON.stringify(semgrepFile(results)))), options)
  const { content } = await encodeReport(report)
  const again = await decodeReport(content)
  expect(again).toEqual(report)
  // One copy in memory is all that fits into so few bytes of JSON: the text stands in it twice, once of the rule.
  const { gunzipSync } = await import('node:zlib')
  expect(gunzipSync(content).toString().split(message)).toHaveLength(3)
})
