import { describe, expect, test } from 'vitest'
import { triage } from '#contract/operations/triage.ts'
import { upload } from '../testing/upload.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

/** The packages with a vulnerability, each with its status. */
const packagesOf = async (shop: Project) =>
  (await shop.vulnerabilities()).map(({ status, found_dependency: found }) => [found?.package, status]).sort()

/** An alert of code scanning, as GitHub lists it. */
const alert = (number: number, more: object = {}) => ({
  number,
  state: 'open',
  created_at: '2025-03-01T08:00:00Z',
  rule: {
    id: `js/rule-${number}`,
    severity: 'error',
    description: 'A rule',
    security_severity_level: 'high',
  },
  tool: { name: 'CodeQL', version: '2.20.0' },
  most_recent_instance: {
    category: '/language:javascript',
    message: { text: 'This is wrong.' },
    location: { path: 'web/app.js', start_line: number, end_line: number, start_column: 1, end_column: 9 },
  },
  html_url: `https://github.com/acme/shop/security/code-scanning/${number}`,
  ...more,
})
/** An alert of Dependabot, as GitHub lists it. */
const dependabot = (name: string, more: object = {}) => ({
  number: 7,
  state: 'open',
  created_at: '2025-03-01T08:00:00Z',
  dependency: { package: { ecosystem: 'npm', name }, manifest_path: 'package-lock.json' },
  security_advisory: { ghsa_id: `GHSA-${name.padEnd(4, '0')}-2222-3333`, severity: 'medium' },
  security_vulnerability: { severity: 'medium' },
  html_url: 'https://github.com/acme/shop/security/dependabot/7',
  ...more,
})
/** A page of them, as GraphQL answers. */
const answer = (names: string[], pageInfo: object) => ({
  data: {
    repository: {
      vulnerabilityAlerts: {
        nodes: names.map((name) => ({
          state: 'OPEN',
          vulnerableManifestPath: 'package-lock.json',
          securityVulnerability: {
            severity: 'MODERATE',
            package: { name, ecosystem: 'NPM' },
            advisory: { ghsaId: `GHSA-${name.padEnd(4, '0')}-2222-3333` },
          },
        })),
        pageInfo,
      },
    },
  },
})

const joined = (...pages: unknown[]) => pages.map((page) => JSON.stringify(page)).join('')

describe('pages of GitHub', () => {
  const [first, second] = [[alert(1), alert(2)], [alert(3)]]
  test.each<[string, unknown]>([
    ['one after the other', joined(first, second)],
    ['on lines', `${JSON.stringify(first, null, 2)}\n${JSON.stringify(second)}\n`],
    ['in a list', [first, second]],
    ['in a list, the last one empty', [first, second, []]],
    ['after an empty one', joined([], first, second)],
  ])('of code scanning are read together: %s', async (_, file) => {
    const shop = await project()
    expect((await shop.send(file)).report).toMatchObject({ read: 3, new: 3 })
    const found = (await shop.code()).map(({ rule_name, location }) => [rule_name, location?.line])
    expect(found).toEqual([1, 2, 3].map((number) => [`js/rule-${number}`, number]))
  })

  test('of Dependabot are read together', async () => {
    const [one, two] = [[dependabot('lodash')], [dependabot('semver'), dependabot('ws')]]
    for (const file of [joined(one, two), [one, two]]) {
      const shop = await project()
      await shop.send(file)
      expect((await packagesOf(shop)).map(([name]) => name)).toEqual(['lodash', 'semver', 'ws'])
    }
  })

  test('of GraphQL are read together, and are all of them where the last one says so', async () => {
    const pages = (last: object) => [
      answer(['lodash', 'ws'], { hasNextPage: true, endCursor: 'a' }),
      answer(['semver'], { hasNextPage: false, hasPreviousPage: true, ...last }),
    ]
    for (const form of [joined, (...all: unknown[]) => all]) {
      const shop = await project()
      await shop.send(form(...pages({})))
      await shop.send(
        form(
          ...pages({ hasNextPage: true }).map((page, index) =>
            index === 0 ? answer([], { hasNextPage: true }) : page,
          ),
        ),
      )
      expect(await packagesOf(shop)).toEqual([
        ['lodash', 'open'],
        ['semver', 'open'],
        ['ws', 'open'],
      ])
      await shop.send(form(answer(['ws'], { hasNextPage: true }), answer([], { hasNextPage: false })))
      expect(await packagesOf(shop)).toEqual([
        ['lodash', 'fixed'],
        ['semver', 'fixed'],
        ['ws', 'open'],
      ])
    }
  })

  test('of other formats are refused with the place of the second one', async () => {
    const shop = await project()
    const leak = { RuleID: 'r', File: 'a', Secret: 'b', StartLine: 1 }
    expect(await shop.refused(joined([leak], [leak]))).toMatch(/after the end of the document/)
    expect(await shop.refused([[leak], [leak]])).toMatch(/not a list|list/)
    expect(await shop.refused(joined([alert(1)], { a: 1 }))).toMatch(/after the end of the document/)
  })
})

describe('an alert that was dismissed on GitHub', () => {
  const dismissed = {
    state: 'dismissed',
    dismissed_by: { login: 'octo-ann', id: 7 },
    dismissed_at: '2025-06-01T09:00:00Z',
    dismissed_reason: 'false positive',
    dismissed_comment: 'Only in a fixture.',
  }
  const inaccurate = { ...dismissed, dismissed_reason: 'inaccurate' }
  const node = {
    ...answer(['lodash'], {}).data.repository.vulnerabilityAlerts.nodes[0],
    state: 'DISMISSED',
    createdAt: '2025-03-01T08:00:00Z',
    dismisser: { login: 'octo-ann' },
    dismissedAt: dismissed.dismissed_at,
    dismissReason: 'inaccurate',
    dismissComment: dismissed.dismissed_comment,
  }
  const graphQl = { data: { repository: { vulnerabilityAlerts: { nodes: [node] } } } }
  const findingsOf = async (shop: Project) => [...(await shop.code()), ...(await shop.vulnerabilities())]
  const ignored = {
    status: 'ignored',
    triage_state: 'ignored',
    triage_reason: 'false_positive',
    triage_comment: expect.stringMatching(
      /^Dismissed on GitHub by octo-ann \((?:false positive|inaccurate)\): Only in/,
    ),
    triaged_at: '2025-06-01T09:00:00.000Z',
  }

  test.each<[string, object, object]>([
    ['of code scanning', [alert(1, dismissed)], [alert(1)]],
    ['of Dependabot', [dependabot('lodash', inaccurate)], [dependabot('lodash')]],
    ['of Dependabot in GraphQL', graphQl, answer(['lodash'], {})],
  ])('%s is ignored with who, why and when, until it is open again', async (_, file, again) => {
    const shop = await project()
    expect((await shop.send(file)).report).toMatchObject({ new: 1, left_out: [] })
    expect(await findingsOf(shop)).toMatchObject([ignored])
    expect((await shop.send(file)).report).toMatchObject({ unchanged: 1, left_out: [] })
    await shop.send(again)
    expect(await findingsOf(shop)).toMatchObject([{ status: 'open', triage_state: 'reopened' }])
    await shop.send(file)
    expect(await findingsOf(shop)).toMatchObject([ignored])
  })

  test('is so, too, where it was open in an earlier scan', async () => {
    const shop = await project()
    await shop.send([alert(1), alert(2), alert(3)])
    const [, second] = await shop.code()
    const mine = { issue_type: 'sast', issue_ids: [second?.id ?? 0], new_triage_state: 'reviewing' } as const
    await shop.service.call(triage, { body: mine })
    const file = [alert(1, dismissed), alert(2, dismissed), alert(3)]
    // What a person decided here stands.
    expect((await shop.send(file)).report.left_out).toEqual([
      { reason: 'triage of existing findings', count: 1 },
    ])
    expect(await shop.code()).toMatchObject([ignored, { triage_state: 'reviewing' }, { status: 'open' }])
    const [first] = await shop.code()
    expect((await shop.finding(first?.id ?? 0)).history).toContainEqual(
      expect.objectContaining({
        what: 'triaged',
        to: 'ignored',
        reason: 'false_positive',
        at: '2025-06-01T09:00:00.000Z',
      }),
    )
  })

  test('stays open here where a person opened it, until it is dismissed once more', async () => {
    const shop = await project()
    await shop.send([alert(1, dismissed)])
    const [finding] = await shop.code()
    const reopen = {
      issue_type: 'sast',
      issue_ids: [finding?.id ?? 0],
      new_triage_state: 'reopened',
    } as const
    await shop.service.call(triage, { body: reopen })
    await shop.send([alert(1, dismissed)])
    expect(await shop.code()).toMatchObject([{ triage_state: 'reopened' }])
  })

  test('by a rule of Dependabot says so, and reasons are those of the service', async () => {
    const shop = await project()
    const auto = { state: 'auto_dismissed', auto_dismissed_at: '2025-06-02T09:00:00Z' }
    const reasons = ['tolerable_risk', 'no_bandwidth', 'not_used', 'fix_started']
    const alerts = reasons.map((reason) =>
      dependabot(reason, { ...dismissed, dismissed_reason: reason, dismissed_comment: null }),
    )
    await shop.send([...alerts, dependabot('auto', auto)])
    const found = await shop.vulnerabilities()
    expect(found.map(({ triage_reason }) => triage_reason)).toEqual([
      'acceptable_risk',
      'no_time',
      'false_positive',
      'no_triage_reason',
      'no_triage_reason',
    ])
    expect(found.at(-1)?.triage_comment).toBe('Dismissed on GitHub by a rule of Dependabot.')
    expect(found[0]?.triage_comment).toBe('Dismissed on GitHub by octo-ann (tolerable risk).')
  })

  test('is suppressed without its decision where the sender may not triage', async () => {
    const shop = await project()
    await shop.send([alert(2)])
    const token = await shop.service.mint({ role: 'ci', person: null })
    const query = { project: shop.name, commit: 'c0ffee9' }
    const { body } = await upload(shop.service, [alert(1, dismissed), alert(2)], query, { token })
    expect(body.report.left_out).toEqual([{ reason: expect.stringMatching(/without permission/), count: 1 }])
    expect(await shop.code()).toMatchObject([
      { status: 'open' },
      { status: 'ignored', triage_state: 'untriaged' },
    ])
  })
})
