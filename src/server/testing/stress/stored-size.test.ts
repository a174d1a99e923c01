import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { importAnswer } from '#contract/responses/scans.ts'
import { dataFolder, serveFor } from '../command-line.ts'
import { token } from './promises.ts'
import { forced } from './repetitions.ts'

const megabyte = 1024 * 1024
/** The database takes in its write-ahead log once a transaction has left it larger than this. */
const logBeforeCheckpoint = 16 * megabyte

/** Bytes of all files of a folder: the database, its log, columns, exports. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = names.map(async (name) => {
    const matches = await stat(join(folder, name)).catch(() => null)
    return matches?.isFile() ? matches.size : 0
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const drawnFile = fc.record({
  sarif: fc.boolean(),
  results: fc.integer({ min: 1, max: 1_500 }),
  rules: fc.constantFrom(1, 20, 1_500),
  files: fc.constantFrom(1, 50, 1_500),
  message: fc.constantFrom(0, 10, 190, 5_000),
  /** Whether all results have one message, which SARIF can say once. */
  shared: fc.boolean(),
  code: fc.constantFrom(0, 10, 1_000),
  /** Steps of a data flow, which SARIF can say once for all of them. */
  steps: fc.constantFrom(0, 0, 31),
})
type Drawn = typeof drawnFile extends fc.Arbitrary<infer Value> ? Value : never

const list = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

function semgrepOf({ results, rules, files, message, shared, code }: Drawn) {
  return {
    version: '1.100.0',
    errors: [],
    paths: {},
    results: list(results, (index) => ({
      check_id: `r${index % rules}`,
      path: `${index % files}.py`,
      start: { line: index + 1, col: 1 },
      end: { line: index + 1, col: 2 },
      extra: {
        message: (shared ? '' : `${index} `) + 'm'.repeat(message),
        ...(code > 0 ? { lines: `${index} ${'c'.repeat(code)}` } : {}),
      },
    })),
  }
}

function sarifOf({ results, rules, files, message, shared, code, steps }: Drawn) {
  const text = 'm'.repeat(message + 1)
  const place = (index: number) => ({
    physicalLocation: {
      artifactLocation: { uri: `${index % files}.c` },
      region: {
        startLine: index + 1,
        ...(code > 0 ? { snippet: { text: `${index} ${'c'.repeat(code)}` } } : {}),
      },
    },
  })
  const flow = [{ threadFlows: [{ locations: list(steps, () => ({ index: 0 })) }] }]
  return {
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'T',
            rules: list(rules, (at) => ({ id: `r${at}`, messageStrings: { m: { text } } })),
          },
        },
        threadFlowLocations: [{ location: place(0) }],
        results: list(results, (index) => ({
          ruleId: `r${index % rules}`,
          message: shared ? { id: 'm' } : { text: `${index} ${text}` },
          locations: [place(index)],
          ...(steps > 0 ? { codeFlows: flow } : {}),
        })),
      },
    ],
  }
}

async function jobEnded(address: string, headers: Record<string, string>): Promise<void> {
  const state = async () => z.parse(importAnswer, await (await fetch(address, { headers })).json()).state
  await expect.poll(state).toMatch(/^(done|failed)$/)
}

/** Each of its steps repeats a snippet of the file by reference. */
const repeatedSteps: Drawn = {
  sarif: true,
  results: 472,
  rules: 20,
  files: 1_500,
  message: 190,
  shared: false,
  code: 1_000,
  steps: 31,
}

it('an upload stores at most twenty times its size, or is refused', async () => {
  await fc.assert(
    fc.asyncProperty(drawnFile, async (drawn) => {
      const folder = await dataFolder()
      const start = () => serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
      await (await start()).stop()
      const before = await sizeOf(folder)
      const file = JSON.stringify(drawn.sarif ? sarifOf(drawn) : semgrepOf(drawn))
      const served = await start()
      const headers = { authorization: `Bearer ${token}` }
      const address = `${served.base}/api/v1/deployments/main/scans?project=acme/shop`
      const sent = await fetch(address, { method: 'POST', headers, body: file })
      // A large file, or one that waits too long on a busy machine, goes on as a job.
      if (sent.status === 202) await jobEnded(`${served.base}${sent.headers.get('location')}`, headers)
      const withLog = (await sizeOf(folder)) - before
      await served.stop()
      const kept = (await sizeOf(folder)) - before
      expect([201, 202, 413]).toContain(sent.status)
      const atMost = megabyte + 20 * file.length
      expect(kept).toBeLessThan(atMost)
      // A transaction is in the log until the database has taken it in.
      expect(withLog).toBeLessThan(logBeforeCheckpoint + 2 * atMost)
    }),
    { numRuns: forced(3), endOnFailure: true, examples: [[repeatedSteps]] },
  )
})
