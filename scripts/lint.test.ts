import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lint } from './lint.ts'
import { functionsOf } from './lint-rules/code-rules.ts'
import { checkFloors, floorMessages, floors, superfluousExceptions } from './lint-rules/floors.ts'
import { messages, rows } from './lint-rules/import-boundaries.ts'
import { longFunctions } from './lint-rules/long-functions.ts'
import { readSource, sourcePaths } from './lint-rules/source.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-lint-'))
  for (const folder of ['src', 'scripts', 'e2e', 'bench']) mkdirSync(join(root, folder))
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `${text}\n`)
}

function violationsOf(path: string, text: string) {
  plant(path, text)
  return lint(root)
}

const refused: [message: string, path: string, text: string][] = [
  // One row of the table each, by alias and by relative path, as value, type, re-export and dynamic import.
  [rows.contract.reason, 'src/contract/findings.ts', "import type { Row } from '#lib/rows.ts'"],
  [rows.contract.reason, 'src/contract/findings.ts', "import { z } from 'zod'"],
  [rows.contract.reason, 'src/contract/deep/findings.ts', "export * from '../../lib/rows.ts'"],
  [rows.lib.reason, 'src/lib/format.ts', "import { Severity } from '#contract/operations/findings.ts'"],
  [rows.lib.reason, 'src/lib/format.ts', "import type { Severity } from '../contract/findings.ts'"],
  [
    rows.ui.reason,
    'src/dashboard/ui/button.tsx',
    "import type { Severity } from '#contract/operations/findings.ts'",
  ],
  [rows.ui.reason, 'src/dashboard/ui/button.tsx', "const part = () => import('../features/severity.tsx')"],
  [
    rows.table.reason,
    'src/dashboard/table/table.tsx',
    "import type { Finding } from '#contract/operations/findings.ts'",
  ],
  [rows.table.reason, 'src/dashboard/table/table.tsx', "export { severity } from '#features/severity.tsx'"],
  [rows.api.reason, 'src/dashboard/api/findings.ts', "import { Toast } from '#ui/toast.tsx'"],
  [rows.api.reason, 'src/dashboard/api/findings.ts', "type Toast = import('../ui/toast.tsx').Toast"],
  [rows.features.reason, 'src/dashboard/features/severity.tsx', "import { path } from '#app/path.ts'"],
  [
    rows.features.reason,
    'src/dashboard/features/severity.tsx',
    "import type { Row } from '../pages/findings/row.ts'",
  ],
  [rows.pages.reason, 'src/dashboard/pages/findings/list.tsx', "import { path } from '#app/path.ts'"],
  [
    messages.details,
    'src/dashboard/api/triage.ts',
    "import { triageBody } from '#contract/details/triage.ts'",
  ],
  [
    messages.page,
    'src/dashboard/pages/findings/list.tsx',
    "import type { Row } from '#pages/secrets/row.ts'",
  ],
  [messages.page, 'src/dashboard/pages/findings/rail/rail.tsx', "import { row } from '../../secrets/row.ts'"],
  [
    messages.browser,
    'src/dashboard/pages/findings/list.tsx',
    "import type { Config } from '#server/base/config/config.ts'",
  ],
  [
    messages.browser,
    'src/dashboard/app/entry.tsx',
    "import type { Config } from '../../server/base/config/config.ts'",
  ],
  [messages.browser, 'src/dashboard/app/entry.tsx', "const app = await import('#server/app.ts')"],
  [
    messages.browser,
    'src/dashboard/app/entry.test.ts',
    "import { vi } from 'vitest'\nvi.mock('#server/app.ts')",
  ],
  [rows.server.reason, 'src/server/findings/routes.ts', "import type { Query } from '#api/findings.ts'"],
  [
    rows.server.reason,
    'src/server/base/config/config.ts',
    "import { path } from '../../../dashboard/app/path.ts'",
  ],
  [messages.testing, 'src/server/app.ts', "import { fake } from './testing/fake.ts'"],
  [messages.outside, 'src/lib/format.ts', "import size from '../../scripts/size.mjs'"],
  [messages.unknown, 'src/lib/format.ts', "import { x } from '#nowhere/x.ts'"],
  [messages.unknown, 'src/helpers/format.ts', "import { x } from '#lib/x.ts'"],
  [messages.package, 'src/dashboard/ui/button.tsx', "import { readFile } from 'node:fs/promises'"],
  [messages.package, 'src/lib/format.ts', "import { join } from 'path'"],
  [messages.package, 'src/dashboard/api/findings.ts', "import type { FastifyInstance } from 'fastify'"],
  [messages.package, 'src/dashboard/app/entry.tsx', "import { Kysely } from 'kysely'"],
  [messages.package, 'src/dashboard/features/severity.tsx', "import pino from 'pino'"],
  [messages.package, 'src/dashboard/pages/exports/list.tsx', "import parse from 'spdx-expression-parse'"],
  [messages.package, 'src/lib/version.ts', "import { gt } from '@renovatebot/pep440'"],
  [messages.zod, 'src/dashboard/api/findings.ts', "import { z } from 'zod'"],
  [messages.driver, 'src/server/findings/list.ts', "import { DatabaseSync } from 'node:sqlite'"],
  [messages.driver, 'src/server/db/database.ts', "import type { DatabaseSync } from 'node:sqlite'"],
  [messages.driver, 'src/server/findings/list.test.ts', "const driver = await import('node:sqlite')"],
  [messages.driver, 'src/server/testing/rows.ts', "import { DatabaseSync } from 'node:sqlite'"],
  [
    messages.engine,
    'src/server/findings/list.ts',
    "import { openWriter } from '#server/db/sqlite/connection.ts'",
  ],
  [messages.engine, 'src/server/db/database.ts', "import { openWriter } from './sqlite/connection.ts'"],
  [
    messages.dynamic,
    'src/dashboard/app/routes.ts',
    "const page = (name: string) => import('#pages/' + name + '.tsx')",
  ],
]

const allowed: [path: string, text: string][] = [
  ['src/contract/findings.ts', "import { z } from 'zod/mini'\nimport type { Id } from './id.ts'"],
  ['src/contract/findings.test.ts', "import { expect } from 'vitest'\nimport fc from 'fast-check'"],
  ['src/lib/format.ts', "import { day } from './dates.ts'"],
  ['src/lib/package.ts', "import { PackageURL } from 'packageurl-js'"],
  ['src/dashboard/ui/button.tsx', "import { useId } from 'react'\nimport { join } from '#lib/join.ts'"],
  ['src/dashboard/table/table.tsx', "import { Button } from '#ui/button.tsx'"],
  ['src/dashboard/api/findings.ts', "import type { Finding } from '#contract/operations/findings.ts'"],
  [
    'src/dashboard/features/severity.tsx',
    "import { findings } from '#api/findings.ts'\nimport { Table } from '#table/table.tsx'",
  ],
  [
    'src/dashboard/pages/findings/rail/rail.tsx',
    "import { row } from '../row.ts'\nimport { x } from '#pages/findings/x.ts'",
  ],
  ['src/dashboard/app/routes.ts', "const page = () => import('#pages/findings/route.tsx')"],
  [
    'src/server/findings/routes.ts',
    "import { project } from '#server/records/projects/project.ts'\nimport fastify from 'fastify'",
  ],
  ['src/server/scans/rows.ts', "import { insertFindings } from '#server/findings/writes.ts'"],
  [
    'src/server/findings/queries.ts',
    "import { read } from '../db/read.ts'\nimport { readConfig } from '../base/config/config.ts'",
  ],
  ['src/server/app.ts', "import { routes } from './findings/routes.ts'"],
  ['src/server/cli/import.ts', "import { ingest } from '#server/scans/lifecycle/lifecycle.ts'"],
  ['src/server/triage.ts', "import { triageBody } from '#contract/details/triage.ts'"],
  ['src/dashboard/api/findings.test.ts', "import { startService } from '#server/testing/service.ts'"],
  ['src/server/testing/service.ts', "import { buildApp } from '#server/app.ts'"],
  ['src/server/db/sqlite/connection.ts', "import { DatabaseSync } from 'node:sqlite'"],
  ['src/server/db/postgres/connection.ts', "import { Pool } from 'pg'"],
  ['src/server/db/sqlite/testing/connection.ts', "import { DatabaseSync } from 'node:sqlite'"],
  ['src/server/db/engine.ts', "import { openWriter } from './sqlite/connection.ts'"],
  ['src/server/db/readers.ts', "import { openSnapshot } from './sqlite/connection.ts'"],
  [
    'src/server/findings/list.test.ts',
    "import { connectionOf } from '#server/db/sqlite/testing/connection.ts'",
  ],
  ['src/dashboard/app/entry.tsx', "import './app.css'\nimport icon from '#ui/icon.svg?url'"],
]

describe('floors of the service', () => {
  it.each([
    [
      'src/server/findings/list.ts',
      "import { decide } from '#server/triage/decisions.ts'",
      'findings',
      'triage',
    ],
    ['src/server/db/tables.ts', "import type { Scan } from '../scans/scan.ts'", 'db', 'scans'],
    ['src/server/app.ts', "const cli = await import('./main.ts')", 'app', 'cli'],
    ['src/server/operations/doctor.ts', "export { run } from '#server/app.ts'", 'operations', 'app'],
  ])('%s: %s goes up', (path, text, from, to) => {
    expect(violationsOf(path, text)).toMatchObject([{ message: floorMessages.up(from, to) }])
  })

  it.each([
    ['src/server/triage/decide.ts', "import { list } from '#server/findings/list.ts'"],
    ['src/server/db/tables.test.ts', "import { scan } from '#server/scans/scan.ts'"],
    ['src/server/main.ts', "import { app } from './app.ts'"],
  ])('%s: %s goes down, or is a test', (path, text) => {
    expect(violationsOf(path, text)).toEqual([])
  })

  it('are all named', () => {
    expect(violationsOf('src/server/helpers/x.ts', 'export const x = 1')).toMatchObject([
      { message: floorMessages.unknown('helpers') },
    ])
  })

  it('have no folders that import each other, nor a folder its module', () => {
    plant('src/server/gate/list/rows.ts', "import { x } from '../count/counts.ts'")
    plant('src/server/gate/count/counts.ts', "import { y } from '../table/columns.ts'")
    plant('src/server/gate/table/columns.ts', "import type { z } from '#server/gate/list/other.ts'")
    expect(lint(root)).toEqual([])
    plant('src/server/gate/count/facets.ts', "import { z } from '../list/other.ts'")
    plant('src/server/gate/routes.ts', "import { rows } from './list/rows.ts'")
    plant('src/server/gate/list/late.ts', "import { routes } from '../routes.ts'")
    expect(lint(root)).toMatchObject([
      { message: floorMessages.back('gate', 'count', 'list') },
      { message: floorMessages.back('gate', 'list', '.') },
    ])
  })

  it('stand in the picture of docs/architecture.md, highest first', () => {
    const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
    const shown = [...page.matchAll(/^│ (\w+) +│ (.*?) +│$/gm)].map(([, name, holds]) => [name, holds])
    expect(shown).toEqual(Object.entries(floors).reverse())
  })

  it('have exceptions that are needed', () => {
    const checkout = join(import.meta.dirname, '..')
    const sources = sourcePaths(checkout, ['src/server']).map((path) => readSource(checkout, path))
    expect(checkFloors(sources)).toEqual([])
    expect(superfluousExceptions(sources)).toEqual([])
  })
})

describe('import boundaries', () => {
  it.each(refused)('%s — %s: %s', (message, path, text) => {
    expect(violationsOf(path, text)).toEqual([
      { path, line: expect.any(Number), message: expect.stringContaining(message) },
    ])
  })

  it.each(allowed)('%s may %s', (path, text) => {
    expect(violationsOf(path, text)).toEqual([])
  })

  it('name the line of the import', () => {
    const text = "import { useId } from 'react'\n\nimport { Toast } from '#ui/toast.tsx'"
    expect(violationsOf('src/dashboard/api/findings.ts', text)).toMatchObject([{ line: 3 }])
  })

  it('let no files import each other, even for types', () => {
    plant('src/lib/a.ts', "import { b } from './b.ts'\nexport const a = b")
    plant('src/lib/b.ts', "import { c } from '#lib/c.ts'\nexport const b = c")
    plant('src/lib/c.ts', "import type { a } from './a.ts'\nexport const c: typeof a = 1")
    expect(lint(root)).toEqual([
      {
        path: 'src/lib/c.ts',
        line: 1,
        message: `lib/a.ts → lib/b.ts → lib/c.ts → lib/a.ts: ${messages.cycle}`,
      },
    ])
  })
})

describe('code rules', () => {
  const lines = (count: number) => Array.from({ length: count }, () => '//').join('\n')

  it.each([
    ['src/dashboard/ui/button.tsx', 300],
    ['src/dashboard/ui/button.ts', 400],
    ['src/dashboard/ui/button.test.tsx', 600],
    ['e2e/list.spec.ts', 400],
  ])('keep %s within %i lines', (path, bound) => {
    expect(violationsOf(path, lines(bound))).toEqual([])
    expect(violationsOf(path, lines(bound + 1))).toMatchObject([{ path, line: bound + 1 }])
  })

  const component = (count: number) => `const Button = () => (\n<p>\n${'text\n'.repeat(count - 4)}</p>\n)`

  it.each([
    ['src/dashboard/ui/button.tsx', 60],
    ['src/server/demo/button.tsx', 100],
    ['src/server/db/sqlite/migrations/button.tsx', 100],
    ['scripts/button.tsx', 100],
  ])('keep a function of %s within %i lines, its JSX included', (path, bound) => {
    expect(violationsOf(path, component(bound))).toEqual([])
    expect(violationsOf(path, component(bound + 1))).toMatchObject([{ path, line: 1 }])
  })

  it.each([...longFunctions])(
    'let the longest function of %s have %i lines, as many as it has',
    (path, most) => {
      const text = (count: number) => `const a = () => {\n${'a()\n'.repeat(count - 2)}}`
      expect(violationsOf(path, text(most))).toEqual([])
      expect(violationsOf(path, text(most + 1))).toMatchObject([{ path, line: 1 }])
      const functions = functionsOf(readSource(join(import.meta.dirname, '..'), path))
      expect(Math.max(...functions.map(({ lines }) => lines))).toBe(most)
    },
  )

  it('refuse a cast', () => {
    expect(violationsOf('src/lib/a.ts', 'export const a = (b: unknown) =>\n  b as string')).toMatchObject([
      { line: 2, message: expect.stringContaining('a cast hides a wrong type') },
    ])
  })

  it.each([
    "export const a = ['x'] as const",
    'export const a = (b: string) => JSON.parse(b) as unknown // parse: the body of a request',
    'export const a = (b: string) =>\n  // parse: the body of a request\n  JSON.parse(b) as unknown',
    'import { a as b } from "./b.ts"',
  ])('let pass %s', (text) => {
    expect(violationsOf('src/lib/a.ts', text)).toEqual([])
  })

  it.each([
    ['export function a() {}', 1],
    ['/* @__NO_SIDE_EFFECTS__ */\nexport const a = () => 1', 2],
    ['/** What it does. */\n\nexport const a = () => 1', 3],
  ])('want a word of what %j does, where others build on it', (text, line) => {
    expect(violationsOf('src/contract/a.ts', text)).toMatchObject([
      { line, message: expect.stringContaining('says what it does') },
    ])
    expect(
      violationsOf('src/dashboard/ui/a.ts', text).filter(({ path }) => path === 'src/dashboard/ui/a.ts'),
    ).toEqual([])
  })

  it.each([
    '/** What it does. */\nexport function a() {}',
    '/** What it does. */\n/* @__NO_SIDE_EFFECTS__ */\nexport const a = () => 1',
    '/** What it does. */\nexport function a(one: 1): 1\nexport function a(one: 2): 2\nexport function a(one: 1 | 2) {}',
    'export const a = 1',
  ])('are content with %j', (text) => {
    expect(violationsOf('src/dashboard/api/a.ts', text)).toEqual([])
  })

  it.each([
    'export const a = sql`select value from json_each(list)`',
    "export const a = sql`json_extract(document, '$.a')`",
    "export const a = 'pragma user_version'",
    'export const a = sql`instr(path, part) > 0`',
    "export const a = sql`detail ->> 'a'`",
    'export const a = sql`create temp table b (c)`',
    'export const a = `select seq from sqlite_sequence`',
  ])('keep the SQL of an engine in its folder: %s', (text) => {
    expect(violationsOf('src/server/findings/a.ts', text)).toMatchObject([
      { line: 1, message: expect.stringContaining('belongs in its folder of db') },
    ])
    for (const path of ['src/server/db/sqlite/b.ts', 'src/server/findings/a.test.ts'])
      expect(violationsOf(path, text).filter((fault) => fault.path === path)).toEqual([])
  })

  it('keep invalidation in api', () => {
    const text = 'const stale = (client: { invalidateQueries(): void }) => client.invalidateQueries()'
    expect(violationsOf('src/dashboard/api/stale.ts', text)).toEqual([])
    expect(violationsOf('src/dashboard/pages/findings/stale.ts', text).length).toBeGreaterThan(0)
  })
})
