import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingFacets } from '#contract/operations/findings.ts'
import { findingGroups, groupParameter, groupsBy } from '#contract/operations/groups.ts'
import { none } from '#contract/parameters/query.ts'
import { type FindingType, type Grouping, groupings } from '#contract/vocabulary.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { Build, type GivenFinding } from '../testing/build.ts'
import { addVariety } from '../testing/variety.ts'

async function started() {
  const service = await startTestService()
  const groups = async (query: Record<string, string | number | boolean>) => {
    const response = await service.call(findingGroups, { query })
    expect([query, response.status]).toEqual([query, 200])
    return response.body
  }
  return { ...service, build: new Build(service), groups }
}

const totalOf = async ({ call }: Pick<TestService, 'call'>, query: string) =>
  (await call(findingFacets, { query: `${query}&facet=severities` })).body.total

/** The address of a group: brackets, since a value may hold commas. */
const selecting = (type: FindingType, by: Grouping, value: string | null) =>
  new URLSearchParams([
    ['issue_type', type],
    [`${groupParameter[by]}[]`, value ?? none],
  ]).toString()

describe.each(['sast', 'sca', 'secrets'] as const)('groups of %s', (type) => {
  const fitting = groupings.filter((one) => groupsBy(one, type))

  it('sum to the list, and each selects exactly what it counts', async () => {
    const service = await started()
    await addVariety(service.build, type, 240)
    const filter = fc.constantFrom('', 'status=open', 'severities=high,low', 'q=a.ts', 'primary_ref=true')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fitting),
        filter,
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        async (by, chosen, dedup, size) => {
          const set = `dedup=${dedup}&${chosen}`
          const { groups, total, findings } = await service.groups(
            Object.fromEntries(new URLSearchParams(`issue_type=${type}&group_by=${by}&${set}`)),
          )
          expect(total).toBe(groups.length)
          const sum = groups.reduce((all, { count }) => all + count, 0)
          expect(findings).toBe(await totalOf(service, `issue_type=${type}&${set}`))
          // A finding is in the group of each id that its advisory has.
          if (by === 'vulnerability_identifiers') expect(sum).toBeGreaterThanOrEqual(Number(findings))
          else expect(sum).toBe(findings)
          // With dedup another row of a fingerprint may stand for it once only this group is asked for.
          if (!dedup) {
            for (const { value, count } of groups) {
              const selected = await totalOf(service, `${selecting(type, by, value)}&${set}`)
              expect([by, value, selected]).toEqual([by, value, count])
            }
          }
          const paged = []
          for (let page = 0; page * size < total; page += 1) {
            const query = new URLSearchParams(`issue_type=${type}&group_by=${by}&${set}`)
            const response = await service.groups({ ...Object.fromEntries(query), page, page_size: size })
            expect(response.total).toBe(total)
            paged.push(...response.groups)
          }
          expect(paged).toEqual(groups)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('refuses what cannot be grouped so', async () => {
    const { call } = await started()
    for (const by of groupings) {
      const { status } = await call(findingGroups, { query: { issue_type: type, group_by: by } })
      expect([by, status]).toEqual([by, fitting.includes(by) ? 200 : 400])
    }
    expect((await call(findingGroups, { query: { issue_type: type } })).status).toBe(400)
    expect((await call(findingGroups, { query: { issue_type: type, group_by: 'mood' } })).status).toBe(400)
  })
})

describe('a group', () => {
  it('tells the short name of its rule, its severities and projects', async () => {
    const { build, groups } = await started()
    await build.rule('a.rule', { title: 'Short name' })
    await build.add(
      { rule: 'a.rule', severity: 'high', project: 'acme/one' },
      { rule: 'a.rule', severity: 'low', project: 'acme/two' },
      { rule: 'b.rule', severity: 'low', project: 'acme/two' },
    )
    const [first, second] = (await groups({ group_by: 'rules' })).groups
    expect(first).toEqual({
      value: 'a.rule',
      count: 2,
      severities: { critical: 0, high: 1, medium: 0, low: 1 },
      title: 'Short name',
      projects: 2,
    })
    expect(second?.value).toBe('b.rule')
  })

  it('of an upgrade is a package, with what each version closes and how much is reachable; findings without one come last', async () => {
    const { build, groups } = await started()
    const upgrade = (version: string): GivenFinding => ({
      type: 'sca',
      document: { fix_recommendations: [{ package: 'lodash', version }] },
    })
    await build.add(
      ...['1', '2', '3'].map((key): GivenFinding => ({ type: 'sca', key })),
      { ...upgrade('4.17.21'), reachability: 'reachable', project: 'acme/api' },
      { ...upgrade('4.17.21'), reachability: 'unreachable' },
      upgrade('4.9.0'),
      upgrade('see the advisory'),
      { type: 'sca', document: { fix_recommendations: [{ package: '@acme/kit', version: '2.0.0' }] } },
    )
    const { groups: matches } = await groups({ issue_type: 'sca', group_by: 'upgrade' })
    expect(
      matches.map(({ value, count, projects, reachable }) => [value, count, projects, reachable]),
    ).toEqual([
      ['lodash', 4, 2, 1],
      ['@acme/kit', 1, 1, null],
      [null, 3, 1, null],
    ])
    expect(matches.map(({ upgrades }) => upgrades)).toEqual([
      [
        { version: '4.17.21', count: 2, closes: 3 },
        { version: '4.9.0', count: 1, closes: 1 },
        { version: 'see the advisory', count: 1, closes: 1 },
      ],
      [{ version: '2.0.0', count: 1, closes: 1 }],
      undefined,
    ])
  })

  it('with a worse finding comes first where severity is asked for, the fuller ones of a severity before others', async () => {
    const { build, groups } = await started()
    await build.add(
      ...['1', '2', '3'].map((key): GivenFinding => ({ key, rule: 'many.low', severity: 'low' })),
      { rule: 'one.critical', severity: 'critical' },
      { rule: 'two.high', severity: 'high' },
      { rule: 'two.high', severity: 'low' },
      { rule: 'one.high', severity: 'high' },
    )
    const values = async (sort: string) =>
      (await groups({ group_by: 'rules', sort })).groups.map(({ value }) => value)
    expect(await values('-severity')).toEqual(['one.critical', 'two.high', 'one.high', 'many.low'])
    expect(await values('-count')).toEqual(['many.low', 'two.high', 'one.critical', 'one.high'])
  })

  it('of a secret stands first where one is confirmed valid and last where all are confirmed invalid', async () => {
    const { build, groups } = await started()
    const secret = (secretHash: string, input: GivenFinding): GivenFinding => ({
      type: 'secrets',
      secretHash,
      ...input,
    })
    await build.add(
      ...[1, 2, 3].map(() => secret('dead', { validationState: 'CONFIRMED_INVALID' })),
      secret('unsure', { validationState: 'VALIDATION_ERROR' }),
      secret('unsure', { validationState: 'CONFIRMED_INVALID' }),
      secret('unknown', {}),
      secret('works', { validationState: 'CONFIRMED_INVALID', validatedAt: 90, ref: 'refs/heads/old' }),
      secret('works', { validationState: 'CONFIRMED_VALID', validatedAt: 30 }),
      secret('works', { validationState: 'CONFIRMED_VALID', validatedAt: 60, project: 'acme/api' }),
    )
    const { groups: matches } = await groups({ issue_type: 'secrets', group_by: 'secret' })
    expect(matches.map(({ value }) => value)).toEqual(['works', 'unsure', 'unknown', 'dead'])
    expect(matches[0]).toMatchObject({
      count: 3,
      title: 'GitHub',
      projects: 2,
      refs: 3,
      validation_state: 'VALIDATION_STATE_CONFIRMED_VALID',
      validated_at: '2026-01-10T01:00:00.000Z',
      first_seen: expect.any(String),
      last_seen: expect.any(String),
    })
    expect(matches[1]?.validation_state).toBe('VALIDATION_STATE_VALIDATION_ERROR')
    expect(matches[2]?.validation_state).toBeNull()
  })

  it('costs no statement of its own', async () => {
    const few = await started()
    await addVariety(few.build, 'sast', 2)
    const many = await started()
    await addVariety(many.build, 'sast', 200)
    const statements = (service: Awaited<ReturnType<typeof started>>) =>
      countStatements(() => service.groups({ group_by: 'path' }))
    // The first call writes down when the token was used.
    await few.groups({ group_by: 'repos' })
    await many.groups({ group_by: 'repos' })
    expect(await statements(many)).toBe(await statements(few))
  })
})
