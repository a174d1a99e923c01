import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isRead } from '../../formats/known-keys.ts'
import { onlyRun, read } from '../../testing/read.ts'

const page = (name: string) => readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url), 'utf8')
/** The code of a language in the description of the format. */
const example = (language: string) =>
  page('formats.md').split('## Plain findings')[1]?.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

it('the documented example is read', async () => {
  const { source, findings } = onlyRun(await read(example('json')))
  expect(source.tool).toBe('house-rules')
  expect(findings.map(({ kind }) => kind).toSorted()).toEqual(['code', 'secret', 'supplyChain'])
})

it('the documented table is read', async () => {
  expect(onlyRun(await read(example('csv'))).findings).toMatchObject([
    { rulePath: 'house.no-eval', severity: 'high', location: { filePath: 'app/views.py', line: 12 } },
  ])
})

it('the schema and the description name each key that is read', () => {
  const schema: { properties: object; $defs: { finding: { properties: object } } } = JSON.parse(
    page('findings.schema.json'),
  )
  const description = page('formats.md').split('## Plain findings')[1] ?? ''
  const ofFile = Object.keys(schema.properties)
  const ofFindings = Object.keys(schema.$defs.finding.properties)
  for (const key of [...ofFile, ...ofFindings]) expect(description).toContain(`\`${key}\``)
  for (const key of ofFile) expect(key === 'gatehouse' || isRead('gatehouse', [key])).toBe(true)
  for (const key of ofFindings) expect(isRead('gatehouse', ['findings', key])).toBe(true)
})
