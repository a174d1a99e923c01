import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '#contract/all.ts'
import type { DetailedOperation } from '#contract/operation.ts'
import { responses } from '#contract/responses/all.ts'
import { sample, upload } from '../../scans/testing/upload.ts'
import { createOneOfEach } from '../examples/one-of-each.ts'
import { rightBodies } from '../examples/valid-bodies.ts'
import { forced } from './repetitions.ts'
import { addressFor, jsonFor, nearlyRight, queryFor } from './schema-values.ts'

const files = [
  'semgrep_version_1_30_0_line_26.json',
  'suppression_test.sarif',
  'cyclonedx_valid-vulnerability-1.4.json',
]

/** A service with findings of real scanners, dependencies, and one of everything that has an id. */
async function filled(options: Parameters<typeof createOneOfEach>[0] = {}) {
  const service = await createOneOfEach(options)
  for (const name of files) await upload(service, sample(name), { project: 'real/shop', commit: 'a1' })
  return service
}

let close = async () => {}
afterAll(() => close())
let unchanged: ReturnType<typeof filled> | undefined

/** A service for an operation: its own, or for what only reads the one that none changes. */
function serviceFor({ method }: DetailedOperation) {
  if (method !== 'GET') return filled()
  unchanged ??= filled({
    whenDone: (closing) => {
      close = closing
    },
  })
  return unchanged
}

/** What of a request's data is there, so that what is asked for is often found. */
const known = [
  ...['acme/shop', 'real/shop', 'main', 'refs/heads/main', 'python.flask.debug-on', 'src', 'security'],
  ...[
    '1',
    '2',
    '10',
    'npm',
    'pypi',
    'left-pad',
    '1.0.0',
    '>=1.0',
    'MIT',
    'Ann',
    'a',
    'web',
    'name',
    '-relevant_since',
  ],
  ...['status=open', 'query', 'https://tickets.example/{id}', 'ann@example.org', 'rules', 'license'],
]

/** Queries without which an operation does nothing. */
const needed: Record<string, string> = {
  createScan: 'project=real%2Fshop',
  findingGroups: 'group_by=rules',
  removeTags: 'tags=web',
  exportVex: 'project=real%2Fshop',
  importVex: 'project=real%2Fshop',
  getCodeowners: 'project=real%2Fshop',
  setCodeowners: 'project=real%2Fshop',
  sendCodeowners: 'project=real%2Fshop&ref=main',
}

/** The body of an operation: a scanner's file that was damaged, or JSON by its schema. */
function bodyFor(operation: DetailedOperation): fc.Arbitrary<Buffer | undefined> {
  if (operation.upload) {
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) })
    return fc
      .tuple(fc.constantFrom(...files).map(sample), fc.array(change, { maxLength: 3 }))
      .map(([bytes, changes]) => {
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte
        return bytes
      })
  }
  if (!operation.body) return fc.constant(undefined)
  const right = rightBodies[operation.id]
  const made = jsonFor(operation.body, known)
  return (right ? fc.oneof(made, nearlyRight(right, operation.body, known)) : made).map((json) =>
    Buffer.from(json),
  )
}

const isAnswered = (id: string): id is keyof typeof responses => Object.hasOwn(responses, id)

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  it('answers whatever is asked, in the form of the contract, and never fails inside', async () => {
    const service = await serviceFor(operation)
    const ids = service.idsOf(operation)
    // A stream of events has no end.
    const method = id === 'streamEvents' ? 'HEAD' : operation.method
    let { token } = service
    await fc.assert(
      fc.asyncProperty(
        addressFor(operation, ids),
        queryFor(operation, known, needed[id] ?? ''),
        bodyFor(operation),
        async (address, query, body) => {
          const response = await service.send(method, `${address}?${query}`, {
            token,
            ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
          })
          const { status, headers, text } = response
          const shownText = `${status} ${text.slice(0, 300)}`
          expect(
            [200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422, 429, 501],
            shownText,
          ).toContain(status)
          if (status >= 400 && method !== 'HEAD') {
            expect(headers['content-type'], shownText).toContain('application/problem+json')
            expect(response.body, shownText).toMatchObject({ status, instance: headers['x-request-id'] })
          } else if (status < 300 && isAnswered(id) && operation.produces === undefined && status !== 204) {
            z.parse(responses[id], response.body)
          }
          // It may have taken its own token away.
          if (status === 401 && operation.scopes !== 'none') token = await service.mint({})
        },
      ),
      { numRuns: forced(20) },
    )
    await service.services.jobs.settled()
    await service.services.jobs.settled()
  })
})
