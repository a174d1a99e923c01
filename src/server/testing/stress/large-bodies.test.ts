import { afterAll, describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { createOneOfEach } from '../examples/one-of-each.ts'
import { rightBodies } from '../examples/valid-bodies.ts'
import { largeBodies, largeList } from './large-bodies.ts'

/** The processor time that work takes of this thread, in microseconds: the least of some tries. */
function leastTime(work: () => void): number {
  const times = Array.from({ length: 12 }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

/** Reading as much JSON: machines differ, and 100 ms of one are 250 ms of another. */
const anyBody = largeList((at) => `"a${at}"`)
const readingTime = leastTime(() => JSON.parse(anyBody))

/** What a refusal may cost of this thread, and how long its answer may be. */
const refusedWithin = 20 * readingTime
const maxAnswer = 64 * 1024

const withBody = operations.flatMap((operation) =>
  operation.body && !operation.upload ? [{ operation, body: operation.body }] : [],
)

type OneOfEach = Awaited<ReturnType<typeof createOneOfEach>>

let close = async () => {}
afterAll(() => close())
let unchanged: OneOfEach | undefined

/** A service for operations until one takes a body, which may delete what others name. */
async function currentService(): Promise<OneOfEach> {
  if (unchanged) return unchanged
  await close()
  unchanged = await createOneOfEach({
    whenDone: (closing) => {
      close = closing
    },
  })
  return unchanged
}

/** Schemas that several operations share are tried with the first of them. */
const tried = new Set<(typeof withBody)[number]['body']>()

describe('a body of a megabyte', () => {
  it.each(withBody.map(({ operation, body }) => [operation.id, operation, body] as const))(
    'is taken or refused by %s, a refusal within twenty times as long as reading it, and 64 kB',
    async (id, operation, schema) => {
      const service = await currentService()
      const ids: Record<string, string> = {
        deploymentId: 'main',
        deploymentSlug: 'main',
        ...service.idsOf(operation),
      }
      const address = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? '1'))
      const send = (body: Buffer) =>
        service.send(operation.method, address, { body, headers: { 'content-type': 'application/json' } })
      const bodies = [...largeBodies(schema, rightBodies[id] ?? {}, tried)]
      expect(bodies.length).toBeGreaterThan(3)
      for (const { name, json } of bodies) {
        const body = Buffer.from(json)
        let least = Number.POSITIVE_INFINITY
        // The least of some tries: the first reads code for the first time, and others use the processor, too.
        for (let tries = 0; tries < 12 && least > refusedWithin; tries++) {
          const before = process.threadCpuUsage()
          const { status, text } = await send(body)
          const { user, system } = process.threadCpuUsage(before)
          expect([name, status === 500 ? text : 'answered']).toEqual([name, 'answered'])
          if (status < 400) {
            unchanged = undefined
            least = 0
          } else {
            expect([name, text.length <= maxAnswer]).toEqual([name, true])
            least = Math.min(least, user + system)
          }
        }
        expect([name, least <= refusedWithin ? 'in time' : least]).toEqual([name, 'in time'])
      }
    },
  )
})
