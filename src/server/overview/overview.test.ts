import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingTrend, listFindings } from '#contract/operations/findings.ts'
import { overview } from '#contract/operations/overview.ts'
import { createTeam, patchTeam } from '#contract/operations/owners.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage } from '#contract/operations/triage.ts'
import { entryKinds, exitKinds, flowKinds } from '#contract/overview-vocabulary.ts'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { findingTypes, severities } from '#contract/vocabulary.ts'
import { states, triageStates } from '#server/db/codes.ts'
import { takeId } from '#server/db/ids.ts'
import { timeZone } from '#server/db/time-zone.ts'
import { Build, type GivenFinding, start } from '#server/findings/testing/build.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const dayMs = 24 * 3600_000
const hourMs = 3600_000
const firstDay = Math.floor(start / dayMs)
const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

const scanEventKinds = ['fixed', 'removed', 'reappeared', 'muted', 'unmuted', 'retired', 'restored'] as const
const triageEventKinds = ['triaged', 'inherited', 'moved', 'undone'] as const

interface Happened {
  finding: number
  hours: number
  kind: string
  before: string | null
}

async function write({ services, deployment }: TestService, events: readonly Happened[]) {
  await services.change(deployment.id, 'Tess Ter', async (transaction) => {
    for (const { finding, hours, kind, before } of events) {
      await transaction
        .insertInto('finding_event')
        .values({
          deployment_id: deployment.id,
          id: await takeId(transaction, deployment.id, 'finding_event'),
          finding_id: finding,
          at: start + hours * hourMs,
          kind,
          from_state: before,
        })
        .execute()
    }
    transaction.changed.findings(events.map(({ finding }) => finding))
  })
}

type Type = (typeof findingTypes)[number]

/** The filter of the lists behind the numbers of a type. */
const listOf = (type: Type) =>
  `${type === 'secrets' ? 'dedup=true' : `issue_type=${type}&primary_ref=true`}&rule_disabled=false`

async function total(service: TestService, type: Type, query: string) {
  const { status, headers } = await service.call(type === 'secrets' ? listSecrets : listFindings, {
    query: `${listOf(type)}&${query}`,
  })
  expect([query, status]).toEqual([query, 200])
  return Number(headers['x-total-count'])
}

const backlogFilter = 'status=open,reviewing,fixing'

async function read(service: TestService, query: string): Promise<OverviewAnswer> {
  const response = await service.call(overview, { query })
  expect([query, response.status]).toEqual([query, 200])
  return response.body
}

/** The days of the period before, as the filter `flow` has them. */
function previousDays({ from, until }: OverviewAnswer): string {
  const first = Date.parse(from) / dayMs
  return `${dayText(2 * first - Date.parse(until) / dayMs - 1)}..${dayText(first - 1)}`
}

/** Compares every number of findings with the total of its list. */
const dayBefore = (day: string) => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)

type Same = (what: string, number: number, list: string) => Promise<void>

/** Compares what came, what went, and the backlog of past days with their lists. */
async function compareStanding(same: Same, { from, until, types, intervals }: OverviewAnswer, type: Type) {
  const counts = types[type]
  await same('before', counts.open - counts.change, `flow=open:${dayBefore(from)}..${dayBefore(from)}`)
  for (const interval of intervals.slice(-3)) {
    const list = `flow=open:${interval.until}..${interval.until}`
    await same(list, interval.types[type].backlog, list)
  }
  for (const kind of ['added', 'gone'] as const) {
    await same(kind, counts[kind], `flow=${kind}:${from}..${until}`)
    for (const severity of severities) {
      const list = `flow=${kind}:${from}..${until}:${severity}`
      await same(list, counts.by_severity[severity][kind], list)
    }
  }
}

/** @param standing types of which no filter selects some findings of a flaw alone. */
async function compareWithLists(
  service: TestService,
  query: string,
  standing: readonly Type[] = findingTypes,
) {
  const answer = await read(service, query)
  const { from, until } = answer
  const before = previousDays(answer)
  for (const type of findingTypes) {
    const counts = answer.types[type]
    const same = async (what: string, number: number, list: string) =>
      expect([type, what, number]).toEqual([type, what, await total(service, type, list)])
    await same('open', counts.open, backlogFilter)
    if (standing.includes(type)) await compareStanding(same, answer, type)
    for (const severity of severities) {
      const { open, time_to_fix: time } = counts.by_severity[severity]
      await same(severity, open, `${backlogFilter}&severities=${severity}`)
      const fixed = await total(service, type, `flow=fixed:${from}..${until}&severities=${severity}`)
      expect([type, severity, time === null]).toEqual([type, severity, fixed === 0])
    }
    for (const kind of flowKinds) {
      await same(kind, counts.flows[kind], `flow=${kind}:${from}..${until}`)
      await same(`${kind} before`, counts.previous_flows?.[kind] ?? 0, `flow=${kind}:${before}`)
      for (const interval of answer.intervals.filter(({ types }) => types[type].flows[kind] > 0)) {
        const list = `flow=${kind}:${interval.from}..${interval.until}`
        await same(list, interval.types[type].flows[kind], list)
      }
    }
    expect([counts.change, counts.change]).toEqual([added(counts.flows), counts.added - counts.gone])
    expect(answer.intervals.at(-1)?.types[type].backlog).toBe(counts.open)
    for (const name of ['overdue', 'week'] as const)
      if (counts.due) await same(name, counts.due[name], `due=${name}`)
    for (const month of counts.fixed_by_month ?? [])
      for (const severity of severities)
        for (const due of ['met', 'missed'] as const) {
          const count = month.by_severity[severity][due]
          if (count === 0 && month.until < until) continue
          const list = `fixed_on=${month.from}..${month.until}&severities=${severity}&due=${due}`
          await same(list, count, list)
        }
    for (const project of answer.projects.filter((one) => one.new[type] > 0)) {
      const list = `flow=opened,reopened:${from}..${until}&repos[]=${encodeURIComponent(project.name)}`
      await same(list, project.new[type], list)
    }
  }
  for (const { issue_type: type, name, new: count } of answer.rules) {
    const filter = type === 'sca' ? 'vulnerability_identifiers[]' : 'rules[]'
    const list = `flow=opened,reopened:${from}..${until}&${filter}=${encodeURIComponent(name)}`
    expect([list, count]).toEqual([list, await total(service, type, list)])
  }
  return answer
}

const sumOf = (kinds: readonly string[], flows: Record<string, number>) =>
  kinds.reduce((sum, kind) => sum + (flows[kind] ?? 0), 0)
const added = (flows: Record<string, number>) => sumOf(entryKinds, flows) - sumOf(exitKinds, flows)

type Status = 'backlog' | 'ignored' | 'muted' | 'fixed' | 'removed' | 'on another branch'

function statusOf(state: string, triage: string): Status {
  if (state === 'removed' || state === 'fixed' || state === 'muted') return state
  return triage === 'ignored' ? 'ignored' : 'backlog'
}

type Severity = (typeof severities)[number]
const rankOf = (severity: Severity) => severities.length - severities.indexOf(severity)
const severityNamed = (name: string | null) => severities.find((one) => one === name) ?? 'low'

interface Step {
  day: number
  status: Status
  severity: Severity
}

/** The status and severity of one finding after each change, told forwards; of secrets on whatever branch. */
function replay(finding: GivenFinding, events: readonly Happened[], zone: string): Step[] {
  let state: string = finding.state ?? 'unresolved'
  let triage: string = finding.triage ?? 'untriaged'
  let severity = severityNamed(finding.severity ?? 'medium')
  const backwards = [...events].filter(({ hours }) => hours >= (finding.at ?? 0) / 60).reverse()
  const steps: Step[] = []
  const dayOf = (hours: number) => timeZone(zone).dayOf(start + hours * hourMs)
  let counts = finding.type === 'secrets' || finding.ref === 'refs/heads/main'
  const add = (hours: number) => {
    const status = counts ? statusOf(state, triage) : 'on another branch'
    steps.unshift({ day: dayOf(hours), status, severity })
  }
  for (const { hours, kind, before } of backwards) {
    add(hours)
    if (kind.endsWith('primary')) counts = finding.type === 'secrets' || kind === 'left_primary'
    else if (kind === 'severity_changed') severity = severityNamed(before)
    else if (scanEventKinds.some((one) => one === kind)) state = before ?? 'unresolved'
    else triage = before ?? 'untriaged'
  }
  add((finding.at ?? 0) / 60)
  return steps
}

/** How findings were at the end of a day, those that were found until then. */
const statesOn = (unit: readonly Step[][], day: number) =>
  unit.flatMap((steps) => steps.findLast((step) => step.day <= day) ?? [])
const isInBacklog = (unit: readonly Step[][], day: number) =>
  statesOn(unit, day).some(({ status }) => status === 'backlog')
const highestOn = (unit: readonly Step[][], day: number) =>
  Math.max(...statesOn(unit, day).map(({ severity }) => rankOf(severity)))

/** Compares the changes of severity of each interval, and the backlog of each severity, with the steps of findings. */
function compareSeverities(answer: OverviewAnswer, type: Type, units: readonly Step[][][]) {
  const dayOf = (text: string) => Date.parse(text) / dayMs
  const counts = answer.types[type]
  const spans = [
    { ...answer, flows: counts.flows },
    ...answer.intervals.map((one) => ({ ...one, flows: one.types[type].flows })),
  ]
  for (const { from, until, flows } of spans) {
    const changes = units
      .filter((unit) => isInBacklog(unit, dayOf(from) - 1))
      .map((unit) => highestOn(unit, dayOf(until)) - highestOn(unit, dayOf(from) - 1))
    const [raised, lowered] = [changes.filter((one) => one > 0), changes.filter((one) => one < 0)]
    expect([type, from, until, flows.raised, flows.lowered]).toEqual([
      ...[type, from, until],
      ...[raised.length, lowered.length],
    ])
  }
  for (const severity of severities) {
    const backlogOn = (day: number) =>
      units.filter((unit) =>
        statesOn(unit, day).some((one) => one.status === 'backlog' && one.severity === severity),
      ).length
    const [before, after] = [backlogOn(dayOf(answer.from) - 1), backlogOn(dayOf(answer.until))]
    const { open, change } = counts.by_severity[severity]
    expect([type, severity, open, change]).toEqual([type, severity, after, after - before])
  }
}

const given = fc.record({
  type: fc.constantFrom('sast' as const, 'sca' as const, 'secrets' as const),
  project: fc.constantFrom('acme/shop', 'acme/api'),
  ref: fc.constantFrom('refs/heads/main', 'refs/heads/main', 'refs/heads/next'),
  rule: fc.constantFrom('one', 'two', 'three'),
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  severity: fc.constantFrom('critical' as const, 'high' as const, 'low' as const),
  state: fc.constantFrom(...states),
  triage: fc.constantFrom(...triageStates),
  at: fc.integer({ min: 0, max: 20 * 24 * 60 }),
  advisory: fc.constantFrom('CVE-2026-1', 'CVE-2026-2'),
})

const happened = fc
  .record({ finding: fc.integer({ min: 1, max: 40 }), hours: fc.integer({ min: 0, max: 39 * 24 }) })
  .chain((one) =>
    fc
      .oneof(
        fc.record({ kind: fc.constantFrom(...scanEventKinds), before: fc.constantFrom(...states) }),
        fc.record({ kind: fc.constantFrom(...triageEventKinds), before: fc.constantFrom(...triageStates) }),
        fc.record({ kind: fc.constant('severity_changed'), before: fc.constantFrom(...severities) }),
        fc.record({ kind: fc.constantFrom('became_primary', 'left_primary'), before: fc.constant(null) }),
      )
      .map((what) => ({ ...one, ...what })),
  )

const zones = fc.constantFrom('UTC', 'America/New_York', 'Pacific/Kiritimati')

const dueDates = { days: { critical: 1, high: 5, medium: 35, low: null }, tags: [] }

async function setZone(service: TestService, name: string) {
  expect((await service.call(updateSettings, { body: { timeZone: name } })).status).toBe(200)
}

/** Equal rules of different types are different rules. */
const withOwnRule = (finding: GivenFinding) => ({ ...finding, rule: `${finding.type}.${finding.rule}` })

const ruleOfKey: Record<string, string> = { a: 'one', b: 'one', c: 'two', d: 'two', e: 'three', f: 'three' }
/** One rule finds all locations of a secret, as a scanner does; a filter by rules then selects all of them or none. */
const withOneRule = (finding: GivenFinding) => ({ ...finding, rule: ruleOfKey[finding.key ?? ''] ?? 'one' })

async function started(findings: readonly GivenFinding[], days: number, zone = 'UTC') {
  const service = await startTestService()
  await setZone(service, zone)
  const build = new Build(service)
  await build.rule('sast.three', { mode: 'MODE_DISABLED' }, 'sast')
  await build.rule('secrets.three', { mode: 'MODE_DISABLED' }, 'secrets')
  await build.rule('sca.three', { mode: null }, 'sca')
  await build.add(...findings.map(withOwnRule))
  service.clock.now = start + days * dayMs + hourMs
  return service
}

describe('the overview', () => {
  it('agrees with the list of each number, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(given, { minLength: 20, maxLength: 40 }),
        fc.array(happened, { maxLength: 80 }),
        fc.constantFrom('period=30d', 'period=1y', 'period=30d&project=acme/shop'),
        zones,
        fc.boolean(),
        async (given, events, query, zone, isOneRule) => {
          const findings = isOneRule ? given.map(withOneRule) : given
          const service = await started(findings, 40, zone)
          expect((await service.call(updateSettings, { body: { dueDates } })).status).toBe(200)
          await write(
            service,
            events.filter(({ finding }) => finding <= findings.length),
          )
          if (query.includes('project')) {
            const answer = await read(service, query)
            const code = await total(service, 'sast', `${backlogFilter}&repos=acme/shop`)
            expect(answer.types.sast.open).toBe(code)
          } else await compareWithLists(service, query, isOneRule ? findingTypes : ['sast', 'sca'])
        },
      ),
      { numRuns: runsOnEngine(12) },
    )
  })

  it('has the backlog of each day, which is that of the day before plus and minus its changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(given, { minLength: 10, maxLength: 40 }),
        fc.array(happened, { maxLength: 120 }),
        zones,
        async (findings, events, zone) => {
          const service = await started(findings, 40, zone)
          const known = events.filter(({ finding }) => finding <= findings.length)
          await write(service, known)
          const answer = await read(service, 'period=30d&include_disabled=true')
          const sorted = known
            .map((one, at) => ({ ...one, at }))
            .sort((a, b) => a.hours - b.hours || a.at - b.at)
          const paths = findings.map((finding, at) => ({
            finding,
            steps: replay(
              finding,
              sorted.filter((event) => event.finding === at + 1),
              zone,
            ),
          }))
          const units: Record<Type, Step[][][]> = { sast: [], sca: [], secrets: [] }
          for (const { finding, steps } of paths)
            if (finding.type !== 'secrets') units[finding.type ?? 'sast'].push([steps])
          const secrets = Map.groupBy(
            paths.filter(({ finding }) => finding.type === 'secrets'),
            ({ finding }) => `${finding.project} ${finding.key}`,
          )
          units.secrets = [...secrets.values()].map((flaw) => flaw.map(({ steps }) => steps))
          for (const type of findingTypes) {
            for (const { until, types } of answer.intervals) {
              const day = Date.parse(until) / dayMs
              const expected = units[type].filter((unit) => isInBacklog(unit, day)).length
              expect([type, until, types[type].backlog]).toEqual([type, until, expected])
            }
            compareSeverities(answer, type, units[type])
          }
        },
      ),
      { numRuns: runsOnEngine(12) },
    )
  })

  it('measures the time to fix from the last time a finding was found, and the age of the backlog', async () => {
    const at = (day: number) => day * 24 * 60
    const service = await started(
      [
        { severity: 'high', state: 'fixed', at: at(2) },
        { severity: 'high', state: 'fixed', at: at(4) },
        { severity: 'high', state: 'fixed', triage: 'ignored', at: at(1) },
        { severity: 'high', at: at(5) },
        { severity: 'low', at: at(30) },
        { severity: 'low', at: at(20) },
      ],
      40,
    )
    await write(service, [
      // Fixed after 10 days; found again on day 20 and fixed after 3.
      { finding: 1, hours: 12 * 24, kind: 'fixed', before: 'unresolved' },
      { finding: 2, hours: 10 * 24, kind: 'fixed', before: 'unresolved' },
      { finding: 2, hours: 20 * 24, kind: 'reappeared', before: 'fixed' },
      { finding: 2, hours: 23 * 24, kind: 'fixed', before: 'unresolved' },
      // Left the backlog by a decision, not by a fix.
      { finding: 3, hours: 15 * 24, kind: 'triaged', before: 'untriaged' },
      { finding: 3, hours: 30 * 24, kind: 'fixed', before: 'unresolved' },
    ])
    const { types, intervals } = await read(service, 'period=90d')
    expect(types.sast.by_severity.high).toMatchObject({ time_to_fix: 6.5, age: 35, open: 1, change: 1 })
    expect(types.sast.by_severity.low).toMatchObject({ time_to_fix: null, age: 15, open: 2, change: 2 })
    expect(types.sast.flows).toMatchObject({ opened: 6, reopened: 0, fixed: 2, ignored: 1 })
    const reopened = intervals.find(({ from }) => from === dayText(firstDay + 20))
    expect(reopened?.types.sast.flows).toMatchObject({ opened: 1, reopened: 1 })
  })

  it('counts what somebody owns, alone or with a team', async () => {
    const service = await started([{}, {}, {}], 3)
    const { call, mint } = service
    const token = await mint({ person: 'Ann', name: 'ann', role: 'analyst', webApiEnabled: true })
    const { body } = await call(createTeam, { body: { name: 'Payments' } })
    const assign = (id: number, owner: string) =>
      call(triage, { body: { issue_type: 'sast', issue_ids: [id], new_owner: owner } })
    const open = async (owner: string) => {
      const answer = await call(overview, { query: { owner }, token })
      const { headers } = await call(listFindings, {
        query: `${listOf('sast')}&${backlogFilter}&owner=${owner}`,
        token,
      })
      expect(Number(headers['x-total-count'])).toBe(answer.body.types.sast.open)
      return answer.body.types.sast.open
    }
    await assign(1, 'person:Ann')
    await assign(2, 'team:Payments')
    expect([await open('me'), await open('none'), await open('team:Payments')]).toEqual([1, 1, 1])
    // No finding changes.
    await call(patchTeam, { path: { id: body.team?.id ?? '' }, body: { members: ['Ann'] } })
    expect([await open('me'), await open('none')]).toEqual([2, 1])
  })

  it('has the days of the time zone of the deployment, from the moment it is set', async () => {
    const midnight = firstDay * dayMs
    const late = (midnight + dayMs - start - hourMs / 2) / 60_000
    const service = await started([{ at: late }, { type: 'secrets', at: late }], 3)
    service.clock.now = midnight + 3 * dayMs + 23.5 * hourMs
    const openedOn = async () => {
      const answer = await compareWithLists(service, 'period=30d')
      const of = (type: Type) => answer.intervals.find(({ types }) => types[type].flows.opened > 0)?.from
      const { time_zone: name, since, until } = answer
      return { name, since, until, sast: of('sast'), secrets: of('secrets') }
    }
    expect(await openedOn()).toMatchObject({
      ...{ name: 'UTC', until: dayText(firstDay + 3) },
      ...{ sast: dayText(firstDay), secrets: dayText(firstDay) },
    })
    await setZone(service, 'Asia/Tokyo')
    const moved = await openedOn()
    expect(moved).toMatchObject({
      ...{ name: 'Asia/Tokyo', until: dayText(firstDay + 4) },
      ...{ sast: dayText(firstDay + 1), secrets: dayText(firstDay + 1) },
    })
    expect(moved.since).toMatch(/T15:00:00/)
    const { body } = await service.call(findingTrend, { query: 'issue_type=sast&days=5' })
    expect(body.days.map(({ day, new: found }) => [day, found])).toContainEqual([dayText(firstDay + 1), 1])
    expect((await service.call(updateSettings, { body: { timeZone: 'Mars/Olympus' } })).status).toBe(400)
  })

  it('leaves out disabled rules unless they are asked for', async () => {
    const service = await started(
      [
        { type: 'sast', rule: 'three' },
        { type: 'sast', rule: 'one' },
      ],
      3,
    )
    expect((await read(service, '')).types.sast.open).toBe(1)
    expect((await read(service, 'include_disabled=true')).types.sast.open).toBe(2)
    expect(await total(service, 'sast', backlogFilter)).toBe(1)
  })

  it('counts again what changed since, and what a rule or a tag changes', async () => {
    const service = await started([{ rule: 'one' }, { rule: 'two' }, { type: 'sca', rule: 'one' }], 3)
    const open = async () => {
      const { types } = await read(service, '')
      return [types.sast.open, types.sca.open]
    }
    expect(await open()).toEqual([2, 1])
    const body = { issue_type: 'sast' as const, issue_ids: [1], new_triage_state: 'ignored' as const }
    expect((await service.call(triage, { body })).status).toBe(200)
    expect(await open()).toEqual([1, 1])
    expect((await read(service, '')).types.sast.flows.ignored).toBe(1)
    service.clock.now += dayMs
    expect((await read(service, '')).intervals.at(-1)?.until).toBe(dayText(firstDay + 4))
  })

  it('is restricted to a project or a tag, and knows which exist', async () => {
    const service = await startTestService()
    const build = new Build(service)
    await build.project('acme/shop', { tags: ['pci'] })
    await build.add({ project: 'acme/shop' }, { project: 'acme/api' }, { project: 'acme/api' })
    service.clock.now = start + 3 * dayMs
    const open = async (query: string) => (await read(service, query)).types.sast.open
    expect(await open('project=acme/api')).toBe(2)
    expect(await open('tag=pci')).toBe(1)
    expect(await open('tag=none')).toBe(0)
    const unscanned = { projects: 1, never: 1 }
    expect((await read(service, 'project=acme/api')).coverage).toMatchObject({ projects: 1, never: 0 })
    await build.project('acme/new', { tags: ['new'] })
    for (const query of ['project=acme/new', 'tag=new', 'project=acme/new&owner=none'])
      expect((await read(service, query)).coverage).toMatchObject(unscanned)
    expect((await service.call(overview, { query: 'project=no/where' })).status).toBe(404)
    expect((await service.call(overview, { query: 'period=1d' })).status).toBe(400)
  })

  it('says nothing of the time before its history was deleted', async () => {
    const service = await started([{ at: 0 }], 40)
    await service.services.change(service.deployment.id, 'Tess Ter', async (transaction) => {
      const { setHistoryStart } = await import('#server/findings/history/history-start.ts')
      await setHistoryStart(transaction, service.deployment.id, start + 30 * dayMs)
    })
    const answer = await read(service, 'period=90d')
    expect(answer.from).toBe(dayText(Math.ceil((start + 30 * dayMs) / dayMs)))
    expect(answer.types.sast.previous_flows).toBeNull()
    expect(answer.intervals[0]?.types.sast.backlog).toBe(1)
  })
})

it('refuses a filter by changes that is none', async () => {
  const service = await startTestService()
  for (const flow of ['fixed', 'lost:2026-01-01..2026-01-02', 'fixed:2026-01-02..2026-01-01', 'fixed:x..y']) {
    const { status } = await service.call(listFindings, { query: `flow=${flow}` })
    expect([flow, status]).toEqual([flow, 400])
  }
})
