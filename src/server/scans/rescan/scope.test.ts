import { describe, expect, test } from 'vitest'
import { acceptScan } from '#contract/operations/scans.ts'
import { bandit } from './testing/formats/bandit.ts'
import { codeQl } from './testing/formats/codeql.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { plain } from './testing/formats/plain.ts'
import { sarifWithTargets } from './testing/formats/plain-sarif.ts'
import { semgrepCommunity, semgrepWithFingerprint, semgrepWithLines } from './testing/formats/semgrep.ts'
import { type Flaw, fileWith, flawLine, type Repository } from './testing/repository.ts'
import { codeRules } from './testing/rules.ts'
import { sharedProjects } from './testing/table.ts'
import { main, type ScanPlace } from './testing/test-project.ts'

const newProject = sharedProjects()

// The formats that name all files that were scanned.
const formats: readonly LineFormat[] = [
  semgrepWithLines,
  semgrepCommunity,
  semgrepWithFingerprint,
  bandit,
  plain,
  sarifWithTargets,
]

const rules = Object.entries(codeRules)

/** The files of a folder, of which each has so many flaws; the last one has none. */
function folder(name: string, files: number, flaws = 4): Repository {
  const flawOf = (file: number, index: number): Flaw => {
    const [rule, message] = rules[(file + index) % rules.length] ?? ['', '']
    const truth = `${name} ${file} ${index}`
    return { truth, rule, message, code: `call_${name}_${file}_${index}(value_${file}, "${truth}")` }
  }
  return new Map(
    Array.from({ length: files }, (_, file) => {
      const count = file === files - 1 ? 0 : flaws
      const lines = Array.from({ length: count }, (_, index) => [
        5 + 6 * index,
        flawLine(flawOf(file, index)),
      ])
      return [`${name}/file_${file}.py`, fileWith(`${name}_${file}`, 40, Object.fromEntries(lines))]
    }),
  )
}

const joined = (...parts: readonly Repository[]): Repository => new Map(parts.flatMap((part) => [...part]))
const only = (state: Repository, keep: (path: string, index: number) => boolean): Repository =>
  new Map([...state].filter(([path], index) => keep(path, index)))
/** The same files with other names. */
const renamed = (state: Repository, rename: (path: string) => string): Repository =>
  new Map([...state].map(([path, lines]) => [rename(path), lines]))
/** The same files, of which these have no flaw left. */
const fixed = (state: Repository, isFixed: (index: number) => boolean = () => true): Repository =>
  new Map(
    [...state].map(([path, lines], index) => [
      path,
      isFixed(index) ? lines.map(({ flaw, ...line }) => (flaw ? { text: '    return None' } : line)) : lines,
    ]),
  )

// 11 files, 40 findings.
const src = folder('src', 11)
const docs = folder('docs', 2, 0)

async function scanned(format: LineFormat, before = src) {
  const project = await newProject(format)
  await project.scan(before)
  return project
}

const held = { status: 'SCAN_STATUS_PENDING', hold: { reason: 'other_scope' } }
const applied = { status: 'SCAN_STATUS_COMPLETED', hold: null }

interface Scenario {
  name: string
  before?: Repository
  after: Repository
  expected: object
  /** By its code alone a finding is known in a file with another name. */
  needsCode?: boolean
}

const scenarios: readonly Scenario[] = [
  {
    name: 'a clean scan of one file elsewhere',
    after: folder('docs', 1),
    expected: {
      ...held,
      hold: { reason: 'other_scope', would_fix: 40, open: 40 },
      report: { fixed: 0, removed: 0 },
    },
  },
  {
    name: 'a scan of another folder with more files and findings of its own',
    after: folder('tests', 30, 2),
    expected: held,
  },
  {
    name: 'a scan of another folder and of a few files of before',
    after: joined(
      only(src, (_, index) => index < 5),
      folder('docs', 8, 1),
    ),
    expected: held,
  },
  {
    name: 'less than half of the files, five findings of which go',
    before: folder('src', 11, 1),
    after: only(folder('src', 11, 1), (_, index) => index > 6 || index === 0),
    expected: held,
  },
  {
    name: 'less than half of the files, four findings of which go',
    before: joined(folder('lib', 5, 1), folder('web', 6, 0)),
    after: folder('web', 3, 0),
    expected: { ...applied, report: { removed: 4 } },
  },
  {
    name: 'half of the files',
    before: folder('src', 12),
    after: only(folder('src', 12), (_, index) => index % 2 === 1),
    expected: { ...applied, report: { removed: 24 } },
  },
  {
    name: 'the same files, in which all is fixed',
    after: fixed(src),
    expected: { ...applied, report: { fixed: 40 } },
  },
  {
    name: 'more files than before, in which all is fixed',
    after: joined(fixed(src), folder('web', 40, 0)),
    expected: { ...applied, report: { fixed: 40 } },
  },
  {
    name: 'a renamed folder',
    after: renamed(src, (path) => path.replace('src/', 'packages/shop/')),
    expected: { ...applied, report: { new: 0, fixed: 0, removed: 0 } },
  },
  {
    name: 'a renamed folder in which eight findings are fixed',
    after: fixed(
      renamed(src, (path) => `lib/${path}`),
      (index) => index < 2,
    ),
    expected: { ...applied, report: { new: 0, removed: 8 } },
  },
  {
    name: 'files that were renamed each, in two of which all is fixed',
    after: fixed(
      renamed(src, (path) => path.replace('/file_', '/module_')),
      (index) => index < 2,
    ),
    expected: { ...applied, report: { new: 0, removed: 8 } },
    needsCode: true,
  },
]

describe.each(formats)('$name', (format) => {
  const ofFormat = scenarios.filter(({ needsCode = false }) => format.sends.code || !needsCode)
  test.each(ofFormat)(`${format.name}: $name`, async ({ before = src, after, expected }) => {
    const project = await scanned(format, before)
    const rows = await project.rows()
    const { body } = await project.send(format.write(after, {}))
    expect(body).toMatchObject(expected)
    if (body.hold === null) return
    expect(await project.rows()).toEqual(rows)
    expect(await project.scan(before)).toMatchObject({ report: { new: 0, reopened: 0 } })
  })

  test(`${format.name}: a held scan that is applied → its files are what the next one is compared with`, async () => {
    const project = await scanned(format)
    const after = folder('docs', 9, 1)
    const { body } = await project.send(format.write(after, {}))
    const accepted = await project.service.call(acceptScan, { path: { scanId: body.id } })
    expect(accepted.body).toMatchObject({ ...applied, report: { new: 8, removed: 40 } })
    const back = await project.send(format.write(src, {}))
    expect(back.body).toMatchObject({ ...held, hold: { would_fix: 8, open: 8 } })
    expect(await project.scan(fixed(after))).toMatchObject({ report: { fixed: 8 } })
  })

  test(`${format.name}: accept_empty → it is applied`, async () => {
    const project = await scanned(format)
    const { body } = await project.send(format.write(folder('docs', 1), {}), {}, { accept_empty: 'true' })
    expect(body).toMatchObject({ ...applied, report: { removed: 40 } })
  })

  test(`${format.name}: the first scan of a branch, of fewer files than on main → it is applied`, async () => {
    const project = await scanned(format)
    const few = only(src, (_, index) => index > 8)
    expect(await project.scan(few, { ref: 'refs/pull/7/merge' })).toMatchObject(applied)
    expect(await project.scan(joined(few, docs), { ref: 'refs/pull/7/merge' })).toMatchObject(applied)
  })

  test(`${format.name}: a scan of what changed → it is applied, and compared with no later one`, async () => {
    const project = await scanned(format)
    expect(await project.scan(folder('docs', 1), { kind: 'diff' })).toMatchObject(applied)
    expect(await project.scan(fixed(src))).toMatchObject({ ...applied, report: { fixed: 40 } })
  })

  test(`${format.name}: parts of a scan → their files are compared together`, async () => {
    const project = await newProject(format)
    const inParts = async (...parts: Repository[]) => {
      const commit = String(parts.length + (parts[0]?.size ?? 0)).padStart(40, 'a')
      const place: ScanPlace = { commit }
      const answers = []
      for (const [index, part] of parts.entries())
        answers.push(
          await project.send(format.write(part, {}), place, { part: `${index + 1}/${parts.length}` }),
        )
      return answers.at(-1)?.body
    }
    const other = folder('web', 12)
    expect(await inParts(src, other)).toMatchObject({ ...applied, report: { new: 84 } })
    expect(await inParts(folder('docs', 3, 0), folder('more', 3, 0), folder('most', 3, 0))).toMatchObject({
      hold: { reason: 'other_scope', would_fix: 84 },
    })
    // Each part alone has less than half of the files.
    const [some, rest] = [only(src, (_, index) => index > 5), only(src, (_, index) => index <= 5)]
    expect(await inParts(fixed(some), fixed(rest), fixed(other), docs)).toMatchObject({
      ...applied,
      report: { fixed: 84 },
    })
  })

  test.each([
    ['now', {}, { withoutFileList: true }],
    ['before', { withoutFileList: true }, {}],
  ])(
    `${format.name}: files that are not named %s → only a scan that leaves nearly nothing is held`,
    async (_, earlier, now) => {
      const project = await newProject(format)
      await project.scan(src, { run: earlier })
      const empty = await project.send(format.write(fixed(src), now))
      expect(empty.body).toMatchObject({ hold: { reason: 'empty', would_fix: 40, open: 40 } })
      const half = await project.send(
        format.write(
          fixed(src, (index) => index < 5),
          now,
        ),
      )
      expect(half.body).toMatchObject({ ...applied, report: { fixed: 20 } })
    },
  )
})

test('SARIF that lists as analyzed only files with results → the list proves nothing', async () => {
  const project = await scanned(sarifWithTargets)
  const withResults = only(src, (_, index) => index < 10)
  // Results that passed, or that are gone, are results too.
  const passed = ['pass', 'absent'].map((kind, index) => ({
    ruleId: rules[0]?.[0],
    message: { text: 'Looked at' },
    ...(kind === 'pass' ? { kind } : { baselineState: kind }),
    locations: [{ physicalLocation: { artifactLocation: { uri: `docs/file_${index}.py` } } }],
  }))
  for (const some of [only(withResults, (_, index) => index < 1), new Map()]) {
    const log = Object.assign({ runs: [] }, sarifWithTargets.write(joined(some, docs), {}))
    const runs = log.runs.map((run: { results: object[] }) => ({
      ...run,
      results: [...run.results, ...passed],
    }))
    const { body } = await project.send({ ...log, runs })
    const left = some.size * 4
    expect(body).toMatchObject(left > 0 ? { ...applied, report: { fixed: 36 } } : { hold: null })
  }
})

test('a repository of thousands of files', async () => {
  const project = await newProject(semgrepWithLines)
  const paths = Array.from({ length: 30_000 }, (_, index) => `src/module_${index % 90}/file_${index}.py`)
  const file = (results: Repository, scannedPaths: readonly string[]) =>
    Object.assign({}, semgrepWithLines.write(results, {}), { paths: { scanned: scannedPaths } })
  const flaws = renamed(folder('src', 12), (path) => path.replace('src/', 'src/module_1/'))
  await project.send(file(flaws, [...flaws.keys(), ...paths]))
  const few = await project.send(file(new Map(), paths.slice(0, 12_000)))
  expect(few.body).toMatchObject({ hold: { reason: 'other_scope', would_fix: 44 } })
  const most = await project.send(file(new Map(), paths.slice(0, 18_000)))
  expect(most.body).toMatchObject({ ...applied, report: { fixed: 4, removed: 40 } })
})

test('CodeQL: no results of a run that succeeded and lists its rules → it is held', async () => {
  const project = await scanned(codeQl, folder('src', 4))
  const { body } = await project.send(codeQl.write(fixed(folder('src', 4)), {}))
  expect(body).toMatchObject({ status: 'SCAN_STATUS_PENDING', hold: { would_fix: 12, open: 12 } })
})

test('the next pull request after a scan of another folder passes the gate', async () => {
  const project = await scanned(semgrepWithLines)
  await project.send(semgrepWithLines.write(docs, {}))
  const pull = { ref: 'refs/pull/7/merge' }
  const { body } = await project.send(semgrepWithLines.write(src, {}), pull, { gate: 'true' })
  expect(body).toMatchObject({
    report: { new_in_project: 0 },
    gate: { verdict: 'pass', findings: [], counts: { block: 0, comment: 0, inform: 0 } },
  })
  expect((await project.rows(main)).map(({ state }) => state)).toEqual(Array(40).fill('unresolved'))
})
