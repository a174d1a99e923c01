import { describe, expect, it } from 'vitest'
import type { GivenFinding } from '../testing/build.ts'
import { checkCases, scaType } from '../testing/filter-cases.ts'
import { startListing } from '../testing/listing.ts'

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
          [true, { path: 'x/b' }],
          [false, { path: 'a/y/b' }],
          [false, { path: 'ax/b' }],
        ],
      ],
      [
        'path=src/**/*.py',
        [
          [true, { path: 'src/app.py' }],
          [true, { path: 'src/web/app.py' }],
          [false, { path: 'src/app.js' }],
          [false, { path: 'lib/src/app.py' }],
        ],
      ],
      [
        'not_path=**/vendor/',
        [
          [true, { path: 'src/vendored/a.ts' }],
          [false, { path: 'vendor/a.ts' }],
          [false, { path: 'src/vendor/x/a.ts' }],
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
          [true, scaType({ advisory: 'CVE-2021-23337' })],
          [false, scaType({})],
        ],
      ],
      [
        'issue_type=sca&q=LODASH',
        [
          [true, scaType({ package: 'lodash' })],
          [false, scaType({ package: 'x' })],
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
        'resource=aws_s3_bucket.logs,Deployment.default.web',
        [
          [true, { resource: 'aws_s3_bucket.logs' }],
          [true, { resource: 'Deployment.default.web' }],
          [false, { resource: 'aws_s3_bucket.log' }],
          [false, {}],
        ],
      ],
      [
        'resource=__none',
        [
          [false, { resource: 'aws_s3_bucket.logs' }],
          [true, {}],
        ],
      ],
      [
        'q=S3_BUCKET.logs',
        [
          [true, { resource: 'module.web.aws_s3_bucket.logs' }],
          [false, { resource: 'aws_s3_bucket.data' }],
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
            [true, scaType({ reachability: 'reachable' })],
            [true, scaType({ reachability: 'always_reachable' })],
            [false, scaType({ reachability: 'unreachable' })],
          ],
        ],
        [
          'exposures=unknown',
          [
            [true, scaType({ reachability: 'unknown' })],
            [true, scaType({ reachability: null })],
            [false, scaType({ reachability: 'reachable' })],
          ],
        ],
        [
          'transitivities=direct',
          [
            [true, scaType({})],
            [false, scaType({ transitivity: 'transitive' })],
          ],
        ],
        [
          'transitivities=__none',
          [
            [false, scaType({})],
            [true, scaType({ transitivity: null })],
          ],
        ],
        [
          'is_malicious=true',
          [
            [true, scaType({ malicious: true })],
            [false, scaType({})],
          ],
        ],
        [
          'is_malicious=false',
          [
            [false, scaType({ malicious: true })],
            [true, scaType({})],
            [true, scaType({ malicious: false })],
          ],
        ],
        [
          'vulnerability_identifiers=CVE-1',
          [
            [true, scaType({ advisory: 'CVE-1' })],
            [true, scaType({ advisory: 'GHSA-35jh-r3h4-6jhm', aliases: ['GHSA-35JH-R3H4-6JHM', 'CVE-1'] })],
            [true, scaType({ aliases: ['CVE-1'] })],
            [false, scaType({ advisory: 'GHSA-35jh-r3h4-6jhm', aliases: ['CVE-10', 'XCVE-1'] })],
            [false, scaType({})],
          ],
        ],
        [
          'vulnerability_identifiers=ghsa-35jh-r3h4-6jhm,cve-2',
          [
            [true, scaType({ advisory: 'GHSA-35jh-r3h4-6jhm' })],
            [true, scaType({ advisory: 'CVE-1', aliases: ['CVE-1', 'GHSA-35JH-R3H4-6JHM'] })],
            [true, scaType({ advisory: 'CVE-2' })],
            [false, scaType({ advisory: 'CVE-1' })],
          ],
        ],
        [
          'vulnerability_identifiers=__none',
          [
            [false, scaType({ advisory: 'CVE-1' })],
            [true, scaType({})],
          ],
        ],
        [
          'dependencies=lodash',
          [
            [true, scaType({ package: 'lodash' })],
            [false, scaType({ package: 'lodash-es' })],
          ],
        ],
        [
          'versions=4.17.20,5.0.0',
          [
            [true, scaType({ version: '4.17.20' })],
            [true, scaType({ version: '5.0.0', package: 'express' })],
            [false, scaType({ version: '4.17.2' })],
            [false, scaType({ version: null })],
          ],
        ],
        [
          'versions=__none',
          [
            [true, scaType({ version: null })],
            [true, scaType({ version: '' })],
            [false, scaType({ version: '4.17.20' })],
          ],
        ],
        [
          'epss_min=0.5',
          [
            [true, scaType({ epss: 0.5 })],
            [false, scaType({ epss: 0.49 })],
            [false, scaType({ epss: null })],
          ],
        ],
        [
          'epss_min=__none',
          [
            [false, scaType({ epss: 0 })],
            [true, scaType({ epss: null })],
          ],
        ],
        [
          'fix_available=true',
          [
            [true, scaType({ fixAvailable: true })],
            [false, scaType({})],
          ],
        ],
        ['policies=rule-board-block&not_categories=security', [[true, scaType({})]]],
      ],
      'issue_type=sca&',
    ))
})

describe('dedup', () => {
  const same = (input: GivenFinding): GivenFinding => ({ key: 'same', ...input })
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
          [true, scaType(same({}))],
          [false, scaType(same({ ref: 'refs/heads/x' }))],
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
