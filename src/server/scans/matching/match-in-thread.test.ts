import { expect, test } from 'vitest'
import { ReadFault } from '#server/reports/input/fault.ts'
import { ReadingThread } from '../reading/reading-thread.ts'
import type { Candidate, KnownFinding } from './candidates.ts'
import { exclusionKey } from './exclusion-key.ts'
import { type MatchContext, matchFindings } from './match.ts'
import { matchInThread } from './match-in-thread.ts'

const count = 60

const reportedAt = (index: number, moved: number): Candidate => ({
  rule: 'r',
  path: index % 2 === 0 ? 'a.py' : 'b.py',
  line: 1 + index * 7 + moved,
  column: 1,
  resource: index % 5 === 0 ? `aws_s3_bucket.b${index}` : null,
  fingerprint: index % 3 === 0 ? { scheme: 's', value: `${index}` } : null,
  otherFingerprint: null,
  // Of each third one the code changed.
  code: index % 3 === 1 && moved > 0 ? `changed ${index}` : `code ${index}`,
  tokens: null,
  tokenCount: 0,
  context: null,
  flow: null,
  message: 'm',
  dependency: null,
  secret: null,
})

const known = Array.from(
  { length: count },
  (_, index): KnownFinding => ({
    ...reportedAt(index, 0),
    id: index + 1,
    flawId: index + 1,
    refId: 1,
    isOfReference: false,
    firstSeenScanId: 1,
    open: index % 10 !== 9,
    offeredTo: null,
    decision: index % 4 === 0 ? 'ignored' : '',
    isInterchangeable: index % 4 !== 0,
  }),
)
const reported = Array.from({ length: count }, (_, index) => reportedAt(index, 3))

const textOf = (index: number) => {
  const matched = `call(${'argument, '.repeat(20)}${index})`
  return { matched, first: 1, last: 1, lines: [[1, matched] as const] }
}
const context: MatchContext = {
  exclusions: new Map([[5, new Set(reported.slice(4, 5).map(exclusionKey))]]),
  isAcrossRefs: false,
  isFirstFullScan: false,
  bumped: 'all',
  isGone: ({ path }) => path === 'a.py',
  isFileReported: () => true,
  texts: async () => ({ known: textOf, reported: (index) => textOf(index + 1) }),
}

test('findings are matched in another thread as they are here', async () => {
  const here = (await matchFindings(known, reported, context)).result()
  const there = await matchInThread(known, reported, context, { thread: ReadingThread.acquire(64) })
  expect(there.result()).toEqual(here)
  expect(new Set(here.basis).size).toBeGreaterThan(2)
  expect(there.knownOf(4)).toBe(-1)
})

test('a match that takes too much processor time is ended, and says why', async () => {
  const entry = new URL('../reading/testing/stuck-worker.ts', import.meta.url)
  const thread = new ReadingThread({ entry, heap: 64, isReusable: false })
  const matched = matchInThread(known, reported, context, { thread, limit: 100 })
  const fault = await matched.then(
    () => null,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(ReadFault)
  expect(fault).toMatchObject({
    isTooMuch: true,
    message: expect.stringMatching(/processor time, because too many of them are similar/),
  })
})

test('an error while texts are read is passed on as it is', async () => {
  const texts = () => Promise.reject(new TypeError('the database is gone'))
  const thread = ReadingThread.acquire(64)
  await expect(matchInThread(known, reported, { ...context, texts }, { thread })).rejects.toThrow(
    new TypeError('the database is gone'),
  )
})
