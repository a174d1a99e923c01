import { describe, expect, it } from 'vitest'
import type { GivenFinding } from './testing/build.ts'
import { checkCases, sca } from './testing/filter-cases.ts'
import { startListing } from './testing/listing.ts'

describe('paths', () => {
  it('select what they say', () =>
    checkCases([
      [
        'path=src/',
        [
          [true, { path: 'src/a.ts' }],
          [false, { path: 'SRC/a.ts' }],
          [false, { path: 'lib/src/' }],
        ],
      ],
      [
        'path=*.ts',
        [
          [true, { path: 'a/b.ts' }],
          [false, { path: 'b.tsx' }],
          [false, { path: null }],
        ],
      ],
      [
        'path=**/x/*',
        [
          [true, { path: 'a/x/b' }],
          [false, { path: 'a/y/b' }],
        ],
      ],
      [
        'path=a/[id]/',
        [
          [true, { path: 'a/[id]/b' }],
          [false, { path: 'a/i/b' }],
        ],
      ],
      [
        'path=a?',
        [
          [true, { path: 'a?b' }],
          [false, { path: 'abc' }],
        ],
      ],
      [
        'path=50%25_',
        [
          [true, { path: '50%_x' }],
          [false, { path: '500x' }],
        ],
      ],
      [
        'path=__none',
        [
          [true, { path: null }],
          [false, { path: 'a' }],
        ],
      ],
      [
        'path=',
        [
          [true, { path: null }],
          [true, { path: 'a' }],
        ],
      ],
      [
        'not_path=src/',
        [
          [false, { path: 'src/a' }],
          [true, { path: 'lib' }],
          [true, { path: null }],
        ],
      ],
      [
        'not_path=*test*',
        [
          [false, { path: 'a/test/b' }],
          [true, { path: 'a' }],
        ],
      ],
      [
        'not_path=__none',
        [
          [false, { path: null }],
          [true, { path: 'a' }],
        ],
      ],
    ]))
})

describe('text', () => {
  it('select what they say', () =>
    checkCases([
      [
        'q=CROSS-site',
        [
          [true, { rule: 'titled' }],
          [false, {}],
        ],
      ],
      [
        'q=100%25',
        [
          [true, { rule: 'titled' }],
          [false, {}],
        ],
      ],
      [
        'q=%5C',
        [
          [true, { rule: 'titled' }],
          [false, {}],
        ],
      ],
      [
        'q=it_',
        [
          [true, { rule: 'titled' }],
          [false, { rule: 'itx' }],
        ],
      ],
      [
        'q=sql.inj',
        [
          [true, { rule: 'python.sql.injection' }],
          [false, {}],
        ],
      ],
      [
        'q=Deep/file',
        [
          [true, { path: 'src/deep/FILE.ts' }],
          [false, { path: 'x' }],
        ],
      ],
      [
        'q=unescaped',
        [
          [true, { document: { rule_message: 'Unescaped input' } }],
          [false, {}],
        ],
      ],
      ['q=%20%20', [[true, {}]]],
      [
        'issue_type=sca&q=2021-23337',
        [
          [true, sca({ advisory: 'CVE-2021-23337' })],
          [false, sca({})],
        ],
      ],
      [
        'issue_type=sca&q=LODASH',
        [
          [true, sca({ package: 'lodash' })],
          [false, sca({ package: 'x' })],
        ],
      ],
    ]))
})

describe('filters of code alone', () => {
  it('select what they say', () =>
    checkCases([
      [
        'rules=a.b',
        [
          [true, { rule: 'a.b' }],
          [false, { rule: 'a' }],
        ],
      ],
      [
        'categories=perf',
        [
          [true, { categories: ['security', 'perf'] }],
          [false, {}],
          [false, { categories: null }],
        ],
      ],
      [
        'categories=__none',
        [
          [true, { categories: [] }],
          [true, { categories: null }],
          [false, {}],
        ],
      ],
      [
        'categories=security,__none',
        [
          [true, { categories: null }],
          [true, {}],
          [false, { categories: ['x'] }],
        ],
      ],
      [
        'not_categories=perf',
        [
          [false, { categories: ['security', 'perf'] }],
          [true, {}],
          [true, { categories: null }],
        ],
      ],
      [
        'confidence=low',
        [
          [true, { confidence: 'low' }],
          [false, {}],
        ],
      ],
      [
        'confidence=low,__none',
        [
          [true, { confidence: null }],
          [true, { confidence: 'low' }],
          [false, {}],
        ],
      ],
      [
        'autotriage_verdict=true_positive',
        [
          [true, { verdict: 'true_positive' }],
          [false, {}],
        ],
      ],
      [
        'autotriage_verdict=__none',
        [
          [false, { verdict: 'true_positive' }],
          [true, {}],
        ],
      ],
      [
        'component_tags=user data',
        [
          [true, { componentTag: 'user data' }],
          [false, {}],
        ],
      ],
      [
        'component_tags=__none',
        [
          [false, { componentTag: 'tests' }],
          [true, {}],
        ],
      ],
      [
        'policies=rule-board-audit',
        [
          [true, { rule: 'MONITOR' }],
          [false, { rule: 'BLOCK' }],
          [false, { rule: 'unheld' }],
        ],
      ],
      [
        'policies=rule-board-pr-comments,rule-board-block',
        [
          [true, { rule: 'COMMENT' }],
          [true, { rule: 'BLOCK' }],
          [false, { rule: 'DISABLED' }],
        ],
      ],
      [
        'policy_ids=1',
        [
          [true, {}],
          [false, { rule: 'unheld' }],
        ],
      ],
      ['policy_ids=18446744073709551615,9999999999', [[false, {}]]],
      ['vulnerability_identifiers=CVE-1&epss_min=0.5&fix_available=true&dependencies=x', [[true, {}]]],
    ]))
})

describe('filters of the supply chain alone', () => {
  it('select what they say', () =>
    checkCases(
      [
        [
          'exposures=reachable,always_reachable',
          [
            [true, sca({ reachability: 'reachable' })],
            [true, sca({ reachability: 'always_reachable' })],
            [false, sca({ reachability: 'unreachable' })],
          ],
        ],
        [
          'exposures=unknown',
          [
            [true, sca({ reachability: 'unknown' })],
            [true, sca({ reachability: null })],
            [false, sca({ reachability: 'reachable' })],
          ],
        ],
        [
          'transitivities=direct',
          [
            [true, sca({})],
            [false, sca({ transitivity: 'transitive' })],
          ],
        ],
        [
          'transitivities=__none',
          [
            [false, sca({})],
            [true, sca({ transitivity: null })],
          ],
        ],
        [
          'is_malicious=true',
          [
            [true, sca({ malicious: true })],
            [false, sca({})],
          ],
        ],
        [
          'is_malicious=false',
          [
            [false, sca({ malicious: true })],
            [true, sca({})],
            [true, sca({ malicious: false })],
          ],
        ],
        [
          'vulnerability_identifiers=CVE-1',
          [
            [true, sca({ advisory: 'CVE-1' })],
            [false, sca({})],
          ],
        ],
        [
          'vulnerability_identifiers=__none',
          [
            [false, sca({ advisory: 'CVE-1' })],
            [true, sca({})],
          ],
        ],
        [
          'dependencies=lodash',
          [
            [true, sca({ package: 'lodash' })],
            [false, sca({ package: 'lodash-es' })],
          ],
        ],
        [
          'versions=4.17.20,5.0.0',
          [
            [true, sca({ version: '4.17.20' })],
            [true, sca({ version: '5.0.0', package: 'express' })],
            [false, sca({ version: '4.17.2' })],
            [false, sca({ version: null })],
          ],
        ],
        [
          'versions=__none',
          [
            [true, sca({ version: null })],
            [true, sca({ version: '' })],
            [false, sca({ version: '4.17.20' })],
          ],
        ],
        [
          'epss_min=0.5',
          [
            [true, sca({ epss: 0.5 })],
            [false, sca({ epss: 0.49 })],
            [false, sca({ epss: null })],
          ],
        ],
        [
          'epss_min=__none',
          [
            [false, sca({ epss: 0 })],
            [true, sca({ epss: null })],
          ],
        ],
        [
          'fix_available=true',
          [
            [true, sca({ fixAvailable: true })],
            [false, sca({})],
          ],
        ],
        ['policies=rule-board-block&not_categories=security', [[true, sca({})]]],
      ],
      'issue_type=sca&',
    ))
})

describe('dedup', () => {
  const same = (given: GivenFinding): GivenFinding => ({ key: 'same', ...given })
  it('select what they say', () =>
    checkCases([
      [
        'dedup=true',
        [
          [true, same({ at: 1 })],
          [false, same({ ref: 'refs/heads/x', at: 9 })],
          [true, {}],
        ],
      ],
      [
        'dedup=false',
        [
          [true, same({})],
          [true, same({ ref: 'refs/heads/x' })],
        ],
      ],
      [
        'dedup=true&status=open',
        [
          [false, same({ state: 'fixed' })],
          [false, same({ ref: 'refs/heads/x', at: 3 })],
          [true, same({ ref: 'refs/heads/y', at: 4 })],
        ],
      ],
      [
        'dedup=true&ref=refs/heads/x',
        [
          [false, same({})],
          [true, same({ ref: 'refs/heads/x' })],
        ],
      ],
      [
        'dedup=true',
        [
          [true, same({ ref: 'refs/heads/x' })],
          [false, same({ state: 'removed' })],
        ],
      ],
      [
        'dedup=true',
        [
          [true, same({})],
          [true, same({ project: 'other/one' })],
        ],
      ],
      [
        'dedup=true',
        [
          [false, same({ ref: 'refs/heads/x' })],
          [true, same({ ref: 'refs/heads/y' })],
        ],
      ],
      [
        'dedup=true&issue_type=sca',
        [
          [true, sca(same({}))],
          [false, sca(same({ ref: 'refs/heads/x' }))],
        ],
      ],
    ]))

  it('pages what it leaves', async () => {
    const { build, list } = await startListing()
    await build.add(
      ...Array.from({ length: 240 }, (_, index) => ({
        key: `k${index % 120}`,
        ref: index < 120 ? 'refs/heads/main' : 'refs/heads/x',
        at: index,
      })),
    )
    const first = await list('dedup=true')
    const second = await list('dedup=true&page=1')
    expect([first.total, first.findings.length, second.findings.length]).toEqual([120, 100, 20])
    const after = await list(`dedup=true&after=${first.findings.at(-1)?.id}`)
    expect(after.findings).toEqual(second.findings)
  })
})
