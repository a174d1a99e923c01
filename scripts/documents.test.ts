import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lint } from './lint.ts'

let root: string

function plant(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `${text}\n`)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-documents-'))
  plant('docs/api.md', '# The API\n\n## Rules for all operations\n\n```sh\ncat `src/gone.ts`\n```')
  plant('docs/decisions/0001-first.md', '# 0001: first')
  plant('src/lib/dates.ts', 'export const a = 1')
  plant('src/server/scans/public.ts', 'export const a = 1')
})

afterEach(() => rmSync(root, { recursive: true }))

describe('a comment that cites a page', () => {
  it.each([
    '// The order is that of docs/api.md.',
    '// See docs/api.md#rules-for-all-operations.',
    '// See ../../docs/decisions/0001-first.md.',
  ])('may say: %s', (text) => {
    plant('src/lib/a.ts', `export const a = 1\n${text}`)
    expect(lint(root)).toEqual([])
  })

  it.each([
    ['// See docs/gone.md for the order.', "'docs/gone.md' is not in the repository"],
    ['// The order is that of another.md.', "'another.md' is not in the repository"],
    ['/* See docs/api.md#order. */', "'docs/api.md#order': that page has no such heading"],
  ])('may not say: %s', (text, message) => {
    plant('e2e/a.ts', `export const a = 1\n${text}`)
    expect(lint(root)).toEqual([{ path: 'e2e/a.ts', line: 2, message: expect.stringContaining(message) }])
  })

  it('names the line inside a long comment', () => {
    plant('src/lib/a.ts', '/**\n * The order.\n * See docs/gone.md.\n */\nexport const a = 1')
    expect(lint(root)).toMatchObject([{ path: 'src/lib/a.ts', line: 3 }])
  })
})

describe('a page', () => {
  it.each([
    'Dates are in `src/lib/dates.ts`, `lib/dates.ts` and `dates.ts`, all of `src/lib/`.',
    'Each resource has `src/server/<resource>/public.ts` and `scans/*.ts`.',
    'Add `src/lib/times.ts` (new).',
    'See [the rules](docs/api.md#rules-for-all-operations) and [a site](https://example.org/a.md).',
    'Media types such as `application/json`, a project such as `acme/shop`, the path `/docs`.',
  ])('may say: %s', (text) => {
    plant('CONTRIBUTING.md', text)
    expect(lint(root)).toEqual([])
  })

  it.each([
    ['Dates are in `src/lib/times.ts`.', "'src/lib/times.ts' is not in the repository"],
    ['Dates are in `times.ts`.', "'times.ts' is not in the repository"],
    ['Dates are in `src/dates/`.', "'src/dates/' is not in the repository"],
    ['Dates are in `lib/`, scans in `src/scans`.', "'src/scans' is not in the repository"],
    ['See [the order](docs/order.md).', "'docs/order.md' is not in the repository"],
    ['See [the order](docs/api.md#order).', "'docs/api.md#order': that page has no such heading"],
    ['See order.md.', "'order.md' is not in the repository"],
  ])('may not say: %s', (text, message) => {
    plant('CONTRIBUTING.md', `# Contributing\n\n${text}`)
    expect(lint(root)).toEqual([
      { path: 'CONTRIBUTING.md', line: 3, message: expect.stringContaining(message) },
    ])
  })

  it('may tell of code that is gone where another decision replaced it', () => {
    const text = 'It was in `src/lib/times.ts`.'
    plant(
      'docs/decisions/0001-first.md',
      `# 0001: first\n\nStatus: superseded by [0002](0002-second.md)\n\n${text}`,
    )
    plant('docs/decisions/0002-second.md', `# 0002: second\n\nStatus: accepted\n\n${text}`)
    expect(lint(root)).toMatchObject([{ path: 'docs/decisions/0002-second.md', line: 5 }])
  })
})
