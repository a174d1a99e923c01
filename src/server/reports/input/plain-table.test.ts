import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forced } from '#server/testing/stress/repetitions.ts'
import { anyText, fewOf } from '../testing/mutated.ts'
import { faultOf, onlyRun, read } from '../testing/read.ts'
import { expectSound, reportOf } from '../testing/sound-report.ts'

const head = 'tool,kind,rule,message,severity,path,line,cwe,suppressed'
const rows = [
  'house-rules,code,no-eval,"Text, and ""quotes""",high,app/views.py,12,CWE-95;CWE-94,',
  'house-rules,,no-exec,"First line',
  'second line",low,app/models.py,3,,yes',
]

describe('a table of findings', () => {
  it.each([1, 7, 10_000])('is read row by row, in pieces of %i', async (pieces) => {
    for (const end of ['\n', '\r\n']) {
      const report = await read([head, ...rows].join(end), { pieces })
      expect(report).toMatchObject({ format: 'gatehouse', read: 2 })
      const run = onlyRun(report)
      expect(run.source.tool).toBe('house-rules')
      expect(run.findings).toMatchObject([
        {
          rulePath: 'no-eval',
          message: 'Text, and "quotes"',
          severity: 'high',
          location: { filePath: 'app/views.py', line: 12 },
          suppressed: false,
        },
        { rulePath: 'no-exec', message: 'First line\nsecond line', severity: 'low', suppressed: true },
      ])
      expect(run.rules[0]?.cweNames).toEqual(['CWE-95', 'CWE-94'])
    }
  })

  it('may have semicolons or tabs, quoted heads, a byte order mark and empty rows', async () => {
    for (const separator of [';', '\t']) {
      const table = `\ufeff"rule"${separator}"message"\r\nr${separator}m\r\n\r\n`
      expect(onlyRun(await read(table)).findings).toMatchObject([{ rulePath: 'r', message: 'm' }])
    }
    expect(onlyRun(await read(`${head}\n`)).findings).toEqual([])
  })

  it('reads secrets without their value, and dependencies', async () => {
    const value = 'Zq8RtY3nLw6KdV1xBc5HsPf9'
    const table = [
      'kind,rule,path,secret,package,version,ecosystem,fixed_versions',
      `secret,token,a.env,${value},,,,`,
      'dependency,CVE-2021-23337,package-lock.json,,lodash,4.17.20,npm,4.17.21;5.0.0',
    ].join('\n')
    const report = await read(table)
    const kinds = onlyRun(report).findings.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['secret', 'supplyChain'])
    expect(JSON.stringify(report)).not.toContain(value)
    expect(onlyRun(report).findings.find(({ kind }) => kind === 'supplyChain')).toMatchObject({
      fixRecommendations: [{ version: '4.17.21' }, { version: '5.0.0' }],
    })
  })

  it('is refused with the line of its fault', async () => {
    expect(await faultOf(`${head}\n${rows.join('\n')}\n,,,no rule`)).toMatchObject({ line: 5 })
    expect(await faultOf('rule,message\nr,m,too much\n')).toMatchObject({
      line: 2,
      message: 'this row has more values than the 2 columns of the head',
    })
    expect((await faultOf('rule,message\nr,"open')).message).toMatch(/ends inside a quoted value/)
    expect((await faultOf(Buffer.from('rule,message\nr,caf\xe9\n', 'latin1'))).message).toMatch(
      /not in UTF-8/,
    )
  })

  it('of other columns is none', async () => {
    expect((await faultOf('rule,owner\nr,x\n')).message).not.toMatch(/column/)
    expect((await faultOf('message,path\nr,x\n')).message).toMatch(/Gatehouse reads/)
  })
})

/** Cells and marks that no tool writes, or not there. */
const piece = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.constantFrom(
      ...[',', ';', '\t', '"', '""', '\n', '\r', '\r\n', '\ufeff', '\u0000', '\u202e', '', ' '],
      ...['secret', 'dependency', 'package', '__proto__', 'pkg:npm/%', '-1', '1e308', '<script>', '=1+1'],
      ...['../../etc/passwd', 'CVSS:3.1/'.repeat(50)],
    ),
  },
  { weight: 60, arbitrary: anyText(40) },
  // Long ones are few, since they take as long as all others together.
  { weight: 1, arbitrary: fc.constant('a'.repeat(20_000)) },
)

it('of many tables that were changed, each is read soundly or refused with its place', async () => {
  const table = [
    `${head},secret,package,version,ecosystem,aliases,cvss_score,fixed_versions`,
    ...rows.slice(0, 1).map((row) => `${row},,,,,,`),
    'house-rules,secret,token,m,high,a.env,1,,,Zq8RtY3nLw6KdV1xBc5HsPf9,,,,,,',
    'house-rules,dependency,CVE-2021-23337,m,low,package-lock.json,,,yes,,lodash,4.17.20,npm,GHSA-35jh-r3h4-6jhm,7.2,4.17.21;5.0.0',
  ].join('\n')
  const outcomes = { read: 0, refused: 0 }
  const change = fc.tuple(fc.nat(), fc.nat(12), fewOf(piece))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), fc.nat(9), async (changes, tenth) => {
      let text = table
      for (const [at, length, other] of changes) {
        const start = at % (text.length + 1)
        text = text.slice(0, start) + other + text.slice(start + length)
      }
      // To find out the format takes as long as to read a small file.
      const report = await reportOf(text, tenth === 0 ? null : 'gatehouse')
      outcomes[report === null ? 'refused' : 'read'] += 1
      if (report !== null) expectSound(report)
    }),
    { numRuns: forced(1_000) },
  )
  expect(outcomes.read).toBeGreaterThan(forced(200))
  expect(outcomes.refused).toBeGreaterThan(forced(100))
})
