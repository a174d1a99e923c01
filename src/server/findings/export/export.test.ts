import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportColumns, exportFindings } from '#contract/operations/export.ts'
import { findingFacets } from '#contract/operations/findings.ts'
import { createScan } from '#contract/operations/scans.ts'
import { appliesToType } from '#contract/parameters/findings-query.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startListing } from '../testing/listing.ts'
import { addVariety } from '../testing/variety.ts'
import { readCsv } from './testing/csv.ts'
import { sarifValidator } from './testing/sarif-schema.ts'

async function started() {
  const listing = await startListing()
  const exported = async (query: Record<string, string | number | boolean>) => {
    const response = await listing.call(exportFindings, { query })
    expect([query, response.status]).toEqual([query, 200])
    return response
  }
  /** A table as rows by column name. */
  const table = async (query: Record<string, string | number | boolean> = {}) => {
    const response = await exported({ format: 'csv', ...query })
    const [head = [], ...rows] = readCsv(response.text)
    return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
  }
  const findings = async (query: Record<string, string | number | boolean> = {}) => {
    const { body } = await exported({ format: 'json', ...query })
    return (body as unknown as { findings: Record<string, unknown>[] }).findings
  }
  const sarif = async (query: Record<string, string | number | boolean> = {}) => {
    const { text } = await exported({ format: 'sarif', ...query })
    return JSON.parse(text)
  }
  return { ...listing, exported, table, findings, sarif }
}

const formula = '=HYPERLINK("http://evil")'
const hostile = [
  formula,
  '+1+1',
  '-2',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '"=1+1"',
  "'=1",
  'a "quoted", cell\r\nwith lines',
  '</script><img onerror=alert(1)>',
  'half \uD800 of a pair',
  '＝1',
]

describe('an export', () => {
  it('has the name, the total and the media type of what was asked for', async () => {
    const { build, exported } = await started()
    await build.add({}, {}, { type: 'sca' })
    const { headers } = await exported({})
    expect(headers['content-disposition']).toBe('attachment; filename="findings-code-2026-01-15.csv"')
    expect(Number(headers['x-total-count'])).toBe(2)
    expect(headers['content-type']).toContain('text/csv')
    const sarif = await exported({ issue_type: 'sca', format: 'sarif' })
    expect(sarif.headers['content-disposition']).toContain('findings-supply-chain-2026-01-15.sarif')
    expect(Number(sarif.headers['x-total-count'])).toBe(1)
  })

  it.each([
    ['status=open&severities=critical,high&primary_ref=true', 'findings-code-open-critical-high'],
    ['severities=low&status=ignored&triage_reasons=no_time', 'findings-code-ignored-low-no_time'],
    [
      'issue_type=sca&dependencies=lodash&versions=4.17.20&is_malicious=false',
      'findings-supply-chain-not-malicious-lodash-4.17.20',
    ],
    ['repos=acme/shop,ünï/cödé&since=1768003200', 'findings-code-since-2026-01-10-acme-shop-uni-code'],
    [
      'rules=a.b.sqli&not_repos=a/b&has_ticket=false&ref=refs/pull/7/merge',
      'findings-code-pull-request-7-sqli-without-ticket-not-a-b',
    ],
    ['repos=a,b,c,d&path=../../etc/passwd&q=%22%3B%0D%0Ax:%20y', 'findings-code-4-repos-etc-passwd-x-y'],
    [
      'issue_type=secrets&status=FINDING_STATUS_OPEN&validation_state=__none',
      'findings-secrets-open-reviewing-fixing-no-validation-state',
    ],
  ])('is named after its filter: %s', async (query, name) => {
    const { call } = await started()
    const { headers } = await call(exportFindings, { query })
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}-2026-01-15.csv"`)
  })

  it('has a name that any file system takes, whatever the filter', async () => {
    const { call } = await started()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 5 }),
        fc.string({ maxLength: 300 }),
        async (repos, text) => {
          const query = new URLSearchParams({ q: text.replaceAll('\0', '').slice(0, 400) })
          for (const repo of repos) query.append('repos[]', repo.replaceAll('\0', ''))
          const { headers, status } = await call(exportFindings, { query: query.toString() })
          if (status !== 200) return
          const [, name = ''] =
            /^attachment; filename="(.*)"$/.exec(String(headers['content-disposition'])) ?? []
          expect(name).toMatch(/^findings-code[A-Za-z0-9._-]*-2026-01-15\.csv$/)
          expect(name.length).toBeLessThanOrEqual(120)
          expect(name).not.toContain('..')
        },
      ),
      { numRuns: runsOnEngine(60) },
    )
  })

  it('leads from each finding to its page and to its line at the code host', async () => {
    const { build, table, findings, sarif, services } = await started()
    const host = 'https://github.com/acme/shop'
    const [sent = 0, known = 0] = await build.add(
      { project: 'acme/shop', at: 2, document: { line_of_code_url: `${host}/blob/9f2c1ab/src/app.ts#L3` } },
      { project: 'acme/shop', at: 1, path: 'src/a b.ts' },
      { project: 'acme/other', at: 0, document: { line_of_code_url: 'javascript:alert(1)' } },
    )
    await services.record((transaction) =>
      transaction.updateTable('project').set({ url: host }).where('name', '=', 'acme/shop').execute(),
    )
    const page = (id: number) => `${services.publicUrl()}/d/main/findings/code/${id}`
    const rows = await table({ columns: 'gatehouse_url,url' })
    expect(rows.slice(0, 2)).toEqual([
      { gatehouse_url: page(sent), url: `${host}/blob/9f2c1ab/src/app.ts#L3` },
      {
        gatehouse_url: page(known),
        url: expect.stringMatching(/^https:\/\/github\.com\/acme\/shop\/blob\/main\/src\/a%20b\.ts#L\d+$/),
      },
    ])
    expect(rows[2]?.['url']).toBe('')
    const links = (await findings()).map(({ gatehouse_url, code_host_url }) => ({
      gatehouse_url,
      url: code_host_url ?? '',
    }))
    expect(links).toEqual(rows)
    const { results } = (await sarif()).runs[0]
    expect(
      results.map((result: { hostedViewerUri: string; properties: { codeHostUrl?: string } }) => ({
        gatehouse_url: result.hostedViewerUri,
        url: result.properties.codeHostUrl ?? '',
      })),
    ).toEqual(rows)
  })

  it('says to HEAD what GET would say, whatever is asked', async () => {
    const { build, exported, send } = await started()
    await build.add({}, { severity: 'critical' }, { severity: 'critical' })
    const query = { format: 'csv', columns: 'id,note', sort: '-severity', severities: 'critical' }
    const { headers } = await exported(query)
    const address = `/api/v1/deployments/main/findings/export?${new URLSearchParams(query)}`
    const head = await send('HEAD', address)
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers['x-total-count']).toBe('2')
    for (const name of ['content-disposition', 'content-type', 'x-total-count'])
      expect(head.headers[name]).toEqual(headers[name])
  })

  it('is a head, a whole file or an empty one, each in its form', async () => {
    const { exported, table, findings, sarif } = await started()
    expect((await exported({})).text).toBe(`${exportColumns.join(',')}\r\n`)
    expect(await table()).toEqual([])
    expect(await findings()).toEqual([])
    expect(sarifValidator()(await sarif())).toEqual([])
  })

  it('says every wrong column and format at once', async () => {
    const { call } = await started()
    const response = await call(exportFindings, { query: { columns: 'id,colour', format: 'pdf', sort: 'x' } })
    expect(response.status).toBe(400)
    expect(response.text).toContain('colour')
    expect(response.text).toContain('pdf')
  })

  it('takes the columns that are asked for, in their order', async () => {
    const { build, exported } = await started()
    await build.add({ project: 'acme/shop', path: 'a,b.ts', severity: 'high' })
    const { text } = await exported({ columns: 'path,severity,project' })
    expect(text).toBe('path,severity,project\r\n"a,b.ts",high,acme/shop\r\n')
  })

  it('compresses nothing, since that would hold the first rows back', async () => {
    const { build, call } = await started()
    await build.add(...Array.from({ length: 50 }, () => ({})))
    const response = await call(exportFindings, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(readCsv(response.text)).toHaveLength(51)
  })

  it('makes cells harmless that a spreadsheet would take for a formula, and keeps all other text', async () => {
    const { build, table, findings, sarif } = await started()
    await build.add(...hostile.map((note, at) => ({ note, path: note, at: -at })))
    const rows = await table()
    expect(rows.map((row) => row['note'])).toEqual(
      hostile.map((note) => (/quoted|script|half/.test(note) ? note.toWellFormed() : `'${note}`)),
    )
    expect((await findings()).map((row) => row['triage_comment'])).toEqual(
      hostile.map((note) => note.toWellFormed()),
    )
    expect(sarifValidator()(await sarif())).toEqual([])
  })

  it('keeps a cell whole and harmless where a spreadsheet splits at semicolons or tabs', async () => {
    const { build, exported, table } = await started()
    const notes: [string, string][] = [
      ['a;=1+1', "a;'=1+1"],
      ['a;  "@SUM(A1)', `a;'  "@SUM(A1)`],
      ['a\t=1;-2;+3', "a\t'=1;'-2;'+3"],
      ['a;\t＝1', "a;'\t'＝1"],
      ['a; b; c', 'a; b; c'],
      ['1;2', '1;2'],
    ]
    await build.add(...notes.map(([note], at) => ({ note, at: -at })))
    expect((await table()).map((row) => row['note'])).toEqual(notes.map(([, shown]) => shown))
    const { text } = await exported({ columns: 'note' })
    const lines = text.split('\r\n').slice(1, -1)
    expect(lines.filter((line) => !/^".*"$/.test(line))).toEqual([])
    // Split at semicolons or tabs with no regard to quotes, no cell begins as a formula does.
    for (const cell of lines.flatMap((line) => line.split(/[;\t]/)))
      expect([cell, /^["\s]*[=+\-@＝]/.test(cell)]).toEqual([cell, false])
  })

  it('goes on over pages in every order, each finding once', async () => {
    const { build, table, ids } = await started()
    await build.add(
      ...Array.from({ length: 2300 }, (_, index) => ({
        at: index % 7,
        severity: (['low', 'high'] as const)[index % 2] ?? 'low',
      })),
    )
    for (const sort of ['', 'relevant_since', '-severity', 'repository', 'rule']) {
      const rows = await table({ columns: 'id', ...(sort ? { sort } : {}) })
      expect(rows.map((row) => Number(row['id']))).toEqual(
        await ids(`page_size=3000${sort && `&sort=${sort}`}`),
      )
    }
  })

  it('runs as many statements for five hundred findings as for ten', async () => {
    const { build, exported } = await started()
    await build.add(...Array.from({ length: 10 }, (_, at) => ({ project: `p/${at}` })))
    await exported({})
    const few = await countStatements(() => exported({ format: 'sarif' }))
    await build.add(...Array.from({ length: 480 }, (_, at) => ({ project: `p/${at}`, rule: `r${at}` })))
    // What was written is read into memory once.
    await exported({})
    expect(await countStatements(() => exported({ format: 'sarif' }))).toBe(few)
  })
})

/** Filters that hold for every type or for one, some of which select nothing. */
const anyFilter = fc.record(
  {
    status: fc.constantFrom('open', 'ignored', 'open,fixed'),
    severities: fc.constantFrom('high', 'low,critical'),
    repos: fc.constantFrom('acme/shop', 'acme/api,globex/tool'),
    primary_ref: fc.boolean(),
    dedup: fc.boolean(),
    path: fc.constantFrom('src/', '*.ts', '__none'),
    q: fc.constantFrom('a.ts', 'lodash', 'rule'),
    has_ticket: fc.boolean(),
    confidence: fc.constantFrom('high', 'low,__none'),
    exposures: fc.constantFrom('reachable', 'unknown'),
    project_tags: fc.constantFrom('pci', '__none'),
    sort: fc.constantFrom('-relevant_since', 'relevant_since', 'severity', '-repository', 'rule', 'epss'),
  },
  { requiredKeys: [] },
)

it('has as many rows as its total, as the facets count and as its JSON and SARIF hold, for any filter', async () => {
  const service = await started()
  for (const type of findingTypes) await addVariety(service.build, type, 150)
  const valid = sarifValidator()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...findingTypes), anyFilter, async (type, filter) => {
      const { sort, ...input } = filter
      const own = Object.entries(input).filter(([name]) => appliesToType(name as keyof typeof input, type))
      const query = { issue_type: type, ...Object.fromEntries(own) }
      const { total } = (await service.call(findingFacets, { query })).body
      const sorted = { ...query, ...(sort ? { sort } : {}) }
      const rows = await service.table({ ...sorted, columns: 'id' })
      const findings = await service.findings(sorted)
      expect(rows).toHaveLength(total)
      expect(findings.map(({ id }) => String(id))).toEqual(rows.map(({ id }) => id))
      const sarif = await service.sarif(sorted)
      expect(valid(sarif)).toEqual([])
      expect(sarif.runs[0].results).toHaveLength(total)
    }),
    { numRuns: runsOnEngine(60) },
  )
})

describe('an export as SARIF', () => {
  it('names rules, levels, places, suppressions and fingerprints', async () => {
    const { build, sarif } = await started()
    await build.rule('js.xss', { title: 'Cross-site scripting', message: 'Escape it.' })
    await build.add(
      { rule: 'js.xss', severity: 'critical', path: 'src/a b/[id].ts', key: 'k1_0', at: 2 },
      { rule: 'other', triage: 'ignored', reason: 'false_positive', note: 'a test', path: null, at: 1 },
      { rule: 'js.xss', state: 'muted', severity: 'low', at: 0 },
    )
    const { runs } = await sarif()
    const [{ results, tool }] = runs
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['js.xss', 'other'])
    expect(results.map(({ ruleIndex, level }: Record<string, unknown>) => [ruleIndex, level])).toEqual([
      [0, 'error'],
      [1, 'warning'],
      [0, 'note'],
    ])
    expect(results[0].partialFingerprints).toEqual({ 'matchBasedId/v1': 'k1_0' })
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('src/a%20b/%5Bid%5D.ts')
    expect(results[0].suppressions).toBeUndefined()
    expect(results[1].locations).toBeUndefined()
    expect(results[1].suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'false positive: a test' },
    ])
    expect(results[2].suppressions[0].kind).toBe('inSource')
  })

  it('gives as many findings when it is imported again', async () => {
    const { build, exported, list, call } = await started()
    await addVariety(build, 'sast', 200)
    // Of one branch: two branches that have the same finding have equal results.
    const { text, headers } = await exported({ format: 'sarif', repos: 'acme/shop', ref: 'refs/heads/main' })
    const scanned = await call(createScan, {
      query: { project: 'fresh/copy' },
      body: Buffer.from(text),
    })
    expect(scanned.status).toBe(201)
    expect((await list('repos=fresh/copy')).total).toBe(Number(headers['x-total-count']))
  })
})
