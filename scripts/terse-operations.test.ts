import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './prepare.mjs'
import { withoutSentences } from './terse-operations.ts'

it('takes out the sentences about an operation and nothing else', () => {
  const before = `export const ping = operation({
  id: 'ping',
  summary: "List the person's sessions",
  description:
    'It\\'s \`there\`, says "yes".',
  body: z.union([
    z.object({ description: z.string() }),
    tagList,
  ]),
  scopes: 'none',
  query: { description: text(9) },
  stale: ['me'],
})
`
  expect(withoutSentences(before)).toBe(`export const ping = operation({
  id: 'ping',
  scopes: 'none',
  query: { description: text(9) },
  stale: ['me'],
})
`)
})

it('takes out the imports of the contract that a body alone names', () => {
  const before = `import { operation } from './operation.ts'
import { supplier, type Supplier } from './sbom.ts'
export const ask = operation({
  id: 'ask',
  body: z.object({ supplier }),
})
`
  expect(withoutSentences(before)).toBe(`import { operation } from './operation.ts'
export const ask = operation({
  id: 'ask',
})
`)
})

it('finds the sentences of every operation of the contract', () => {
  const folder = join(root, 'src', 'contract', 'operations')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))) {
    const code = readFileSync(join(folder, file), 'utf8')
    const operations = code.match(/= operation\(\{/g)?.length ?? 0
    const left = withoutSentences(code)
    expect([file, left.match(/^ {2}(summary|description|body):/gm)]).toEqual([file, null])
    expect([file, left.match(/^ {2}stale: /gm)?.length]).toEqual([file, code.match(/^ {2}stale: /gm)?.length])
    expect([file, left.match(/^ {2}id: /gm)?.length ?? 0]).toEqual([file, operations])
  }
})
