import { describe, expect, it } from 'vitest'
import { fixPullRequestBits } from '#server/db/codes.ts'
import { type GivenFinding, start } from './testing/build.ts'
import { startListing } from './testing/listing.ts'

const seconds = (minutes: number) => start / 1000 + minutes * 60

/** Each case: a query, and for each given finding whether it is answered. */
type Case = [query: string, given: [matches: boolean, finding: GivenFinding][]]

async function check([query, given]: Case) {
  const { build, ids } = await startListing()
  await build.project('tagged/pci', { tags: ['pci', 'a,b'] })
  await build.project('globex/tool', { primary: 'refs/heads/trunk' })
  for (const mode of ['MONITOR', 'COMMENT', 'BLOCK', 'DISABLED'] as const) {
    await build.rule(mode, { mode: `MODE_${mode}` })
  }
  await build.rule('unheld', { mode: null })
  await build.rule('titled', { title: 'Cross-site scripting', message: 'Escape 100% of \\ it_' })
  const made = await build.add(...given.map(([, finding]) => finding))
  const wanted = made.filter((_, index) => given[index]?.[0])
  expect((await ids(query)).sort((a, b) => a - b)).toEqual(wanted)
}

const sca = (given: GivenFinding): GivenFinding => ({ type: 'sca', ...given })

describe('filters of both types', () => {
  it.each<Case>([
    [
      'severities=high,low',
      [
        [true, { severity: 'high' }],
        [true, { severity: 'low' }],
        [false, {}],
      ],
    ],
    [
      'severities=high&severities=low',
      [
        [true, { severity: 'high' }],
        [true, { severity: 'low' }],
      ],
    ],
    [
      'severities[]=high',
      [
        [true, { severity: 'high' }],
        [false, { severity: 'low' }],
      ],
    ],
    ['severities=', [[true, { severity: 'high' }]]],
    [
      'status=open',
      [
        [true, {}],
        [true, { triage: 'reopened' }],
        [false, { state: 'fixed' }],
      ],
    ],
    [
      'status=ignored',
      [
        [true, { triage: 'ignored' }],
        [true, { state: 'muted' }],
        [false, {}],
      ],
    ],
    [
      'status=fixed',
      [
        [true, { state: 'fixed', triage: 'ignored' }],
        [false, { triage: 'ignored' }],
      ],
    ],
    [
      'status=reviewing,fixing',
      [
        [true, { triage: 'reviewing' }],
        [true, { triage: 'fixing' }],
        [false, {}],
      ],
    ],
    [
      `since=${seconds(5)}`,
      [
        [true, { at: 5 }],
        [true, { at: 6 }],
        [false, { at: 4 }],
      ],
    ],
    [
      `since=${seconds(5)}.0001`,
      [
        [false, { at: 5 }],
        [true, { at: 6 }],
      ],
    ],
    [
      `until=${seconds(5)}`,
      [
        [false, { at: 5 }],
        [true, { at: 4 }],
      ],
    ],
    [
      `since=${seconds(1)}&until=${seconds(2)}`,
      [
        [true, { at: 1 }],
        [false, { at: 2 }],
        [false, { at: 0 }],
      ],
    ],
    [
      'ref=main',
      [
        [true, {}],
        [false, { ref: 'refs/heads/x' }],
      ],
    ],
    [
      'ref=refs/heads/main',
      [
        [true, {}],
        [false, { ref: 'refs/heads/x' }],
      ],
    ],
    [
      'ref=refs/pull/7/merge',
      [
        [true, { ref: 'refs/pull/7/merge' }],
        [false, {}],
      ],
    ],
    ['ref=', [[true, {}]]],
    [
      'primary_ref=true',
      [
        [true, {}],
        [true, { project: 'globex/tool' }],
        [false, { ref: 'refs/heads/x' }],
      ],
    ],
    [
      'primary_ref=0',
      [
        [false, {}],
        [true, { project: 'globex/tool', ref: 'refs/heads/main' }],
      ],
    ],
    [
      'repos=a/b',
      [
        [true, { project: 'a/b' }],
        [false, { project: 'a/bc' }],
        [false, { project: 'A/b' }],
      ],
    ],
    [
      'repos=a/b,c/d',
      [
        [true, { project: 'a/b' }],
        [true, { project: 'c/d' }],
        [false, {}],
      ],
    ],
    [
      'repos[]=a,b',
      [
        [true, { project: 'a,b' }],
        [false, { project: 'a' }],
        [false, { project: 'b' }],
      ],
    ],
    [
      'repository_ids=1',
      [
        [true, { project: 'tagged/pci' }],
        [false, {}],
      ],
    ],
    ['repository_ids=4294967295', [[false, {}]]],
    [
      'triage_reasons=no_time',
      [
        [true, { triage: 'ignored', reason: 'no_time' }],
        [false, { triage: 'ignored', reason: 'false_positive' }],
        [false, { triage: 'ignored', reason: 'no_time', state: 'fixed' }],
        [false, {}],
      ],
    ],
    [
      'triage_reasons=no_time&status=fixed',
      [
        [false, { triage: 'ignored', reason: 'no_time' }],
        [true, { triage: 'ignored', reason: 'no_time', state: 'fixed' }],
      ],
    ],
    [
      'click_to_fix_pr_state=open',
      [
        [true, { fixPullRequests: fixPullRequestBits.open }],
        [true, { fixPullRequests: fixPullRequestBits.open | fixPullRequestBits.closed }],
        [false, { fixPullRequests: fixPullRequestBits.merged }],
        [false, {}],
      ],
    ],
    [
      'click_to_fix_pr_state=open,merged',
      [
        [true, { fixPullRequests: fixPullRequestBits.merged }],
        [false, { fixPullRequests: fixPullRequestBits.closed }],
      ],
    ],
    [
      'has_ticket=true',
      [
        [true, { ticket: true }],
        [false, {}],
      ],
    ],
    [
      'has_ticket=FALSE',
      [
        [false, { ticket: true }],
        [true, {}],
      ],
    ],
    [
      'project_tags=pci',
      [
        [true, { project: 'tagged/pci' }],
        [false, {}],
      ],
    ],
    [
      'project_tags[]=a,b',
      [
        [true, { project: 'tagged/pci' }],
        [false, {}],
      ],
    ],
    ['project_tags=a', [[false, { project: 'tagged/pci' }]]],
    [
      'project_tags=__none',
      [
        [false, { project: 'tagged/pci' }],
        [true, {}],
      ],
    ],
    [
      'project_tags=pci,__none',
      [
        [true, { project: 'tagged/pci' }],
        [true, {}],
      ],
    ],
    [
      'not_repos=a/b',
      [
        [false, { project: 'a/b' }],
        [true, {}],
      ],
    ],
    [
      'not_rules=r',
      [
        [false, { rule: 'r' }],
        [true, { rule: 'R' }],
      ],
    ],
    [
      'first_seen_scan_ids=1',
      [
        [true, { ref: 'refs/heads/first' }],
        [false, { ref: 'refs/heads/second' }],
      ],
    ],
    [
      'fixed_scan_ids=1',
      [
        [true, { state: 'fixed' }],
        [false, {}],
      ],
    ],
    ['page_sizes=1&utm=x', [[true, {}]]],
    [
      'severities=high&status=open&repos=a/b',
      [
        [true, { severity: 'high', project: 'a/b' }],
        [false, { severity: 'high' }],
        [false, { project: 'a/b' }],
        [false, { severity: 'high', project: 'a/b', state: 'fixed' }],
      ],
    ],
  ])('%s', (...given) => check(given))
})

describe('paths', () => {
  it.each<Case>([
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
  ])('%s', (...given) => check(given))
})

describe('text', () => {
  it.each<Case>([
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
  ])('%s', (...given) => check(given))
})

describe('filters of code alone', () => {
  it.each<Case>([
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
  ])('%s', (...given) => check(given))
})

describe('filters of the supply chain alone', () => {
  it.each<Case>([
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
  ])('%s', (query, given) => check([`issue_type=sca&${query}`, given]))
})

describe('dedup', () => {
  const same = (given: GivenFinding): GivenFinding => ({ key: 'same', ...given })
  it.each<Case>([
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
  ])('%s', (...given) => check(given))

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
