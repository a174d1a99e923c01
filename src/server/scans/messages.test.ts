import { expect, test } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { deleteProject } from '#contract/operations/projects.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, upload } from './testing/upload.ts'

const long = `The request reaches a query. ${'It is not escaped. '.repeat(20)}`
const longer = 'y'.repeat(90_000)

/** A SARIF log of so many results, each with one of the texts of its rule. */
const sarif = (count: number, texts: Record<string, string>, text = Object.keys(texts)) => ({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'T',
          rules: [
            {
              id: 'r',
              messageStrings: Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, { text }])),
            },
          ],
        },
      },
      results: Array.from({ length: count }, (_, index) => ({
        ruleId: 'r',
        message: { id: text[index % text.length] },
        locations: [
          { physicalLocation: { artifactLocation: { uri: `src/${index}.c` }, region: { startLine: 1 } } },
        ],
      })),
    },
  ],
})

const messages = ({ services }: TestService) =>
  connectionOf(services.database).prepare('select content from message order by id').all()

function size({ services }: TestService): number {
  const row = connectionOf(services.database)
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get()
  return Number(row?.['bytes'])
}

test.each([[400], [3_000]])('a long message that %i findings share is stored once', async (count) => {
  const service = await startTestService()
  const before = size(service)
  const file = JSON.stringify(sarif(count, { m: longer }))
  expect((await upload(service, file)).status).toBe(201)
  expect(messages(service)).toEqual([{ content: longer }])
  expect(size(service) - before).toBeLessThan(20 * file.length)
  // On another ref, too.
  expect((await upload(service, file, { ref: 'refs/heads/other' })).status).toBe(201)
  expect(messages(service)).toHaveLength(1)
})

test('it is answered, found and exported like a short one', async () => {
  const service = await startTestService()
  await upload(service, sarif(4, { m: long, n: 'Short.' }))
  const findings = await codeFindings(service)
  const text = new Set(findings.map(({ rule_message }) => rule_message))
  expect(text).toEqual(new Set([long, 'Short.']))
  const one = findings.find(({ rule_message }) => rule_message !== 'Short.')
  const { body } = await service.call(getFinding, { path: { id: one?.id ?? 0 } })
  expect(body.rule_message).toBe(one?.rule_message)
  const total = async (q: string) => (await service.call(findingFacets, { query: { q } })).body.total
  expect([await total('reaches a query'), await total('Short.'), await total('nowhere')]).toEqual([2, 2, 0])
  for (const format of ['csv', 'sarif', 'json'])
    expect((await service.call(exportFindings, { query: { format } })).text).toContain('reaches a query')
})

test('another message in the next scan takes its place', async () => {
  const service = await startTestService()
  const other = `${long} Otherwise.`
  await upload(service, sarif(2, { m: long }), { commit: 'one' })
  const { body } = await upload(service, sarif(2, { m: other }), { commit: 'two' })
  expect(body.report).toMatchObject({ read: 2 })
  const findings = await codeFindings(service, { status: 'open' })
  expect(findings.map(({ rule_message }) => rule_message)).toEqual([other, other])
})

test('nothing of the messages of a project is left when it is deleted', async () => {
  const service = await startTestService()
  await upload(service, sarif(2, { m: long }))
  await upload(service, sarif(2, { m: long }), { project: 'acme/other' })
  expect(messages(service)).toHaveLength(2)
  await service.call(deleteProject, { path: { projectName: 'acme/shop' } })
  expect(messages(service)).toHaveLength(1)
})
