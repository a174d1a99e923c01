import { describe, expect, it } from 'vitest'
import { fixPullRequestBits } from '#server/db/codes.ts'
import { start } from '../testing/build.ts'
import { checkCases } from '../testing/filter-cases.ts'
import { startListing } from '../testing/listing.ts'

const seconds = (minutes: number) => start / 1000 + minutes * 60

describe('filters of both types', () => {
  it('select what they say', () =>
    checkCases([
      [
        'severities=high,low',
        [
          [true, { severity: 'high' }],
          [true, { severity: 'low' }],
          [false, {}],
        ],
      ],
      [
        'triaged_by=Ann,Bob',
        [
          [true, { triage: 'ignored', triagedBy: 'Ann' }],
          [true, { triagedBy: 'Bob' }],
          [false, { triagedBy: 'ann' }],
          [false, {}],
        ],
      ],
      [
        'triaged_by=__none',
        [
          [true, {}],
          [false, { triagedBy: 'Ann' }],
        ],
      ],
      [
        `triaged_since=${seconds(10)}`,
        [
          [true, { triagedAt: seconds(10) * 1000 }],
          [false, { triagedAt: seconds(10) * 1000 - 1 }],
          [false, {}],
        ],
      ],
      [
        `triaged_until=${seconds(10)}`,
        [
          [true, { triagedAt: seconds(10) * 1000 - 1 }],
          [false, { triagedAt: seconds(10) * 1000 }],
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
        'ref=_default',
        [
          [true, {}],
          [false, { ref: 'refs/heads/x' }],
        ],
      ],
      [
        'ref=_default&primary_ref=true',
        [
          [true, { project: 'globex/tool' }],
          [false, { project: 'globex/tool', ref: 'refs/heads/main' }],
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
        'uncertain=true',
        [
          [true, { uncertain: true }],
          [false, {}],
        ],
      ],
      [
        'uncertain=false',
        [
          [false, { uncertain: true }],
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
    ]))

  it('select by the scan that first saw or last fixed a finding', async () => {
    const { build, list, ids } = await startListing()
    const [first, fixed] = await build.add({ at: 1 }, { at: 2, ref: 'refs/heads/x', state: 'fixed' })
    const { findings } = await list('sort=relevant_since')
    const [one, other] = findings.map((finding) => finding.first_seen_scan_id)
    expect(await ids(`first_seen_scan_ids=${one}`)).toEqual([first])
    expect(await ids(`first_seen_scan_ids=${other},${one}`)).toEqual([fixed, first])
    expect(await ids(`fixed_scan_ids=${other}`)).toEqual([fixed])
    expect(await ids(`fixed_scan_ids=${one}`)).toEqual([])
  })

  it('refuse the primary branches and all others at once', async () => {
    const { send } = await startListing()
    const address = '/api/v1/deployments/main/findings?ref=_default&primary_ref=false'
    expect(await send('GET', address)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'ref' }] },
    })
  })
})
