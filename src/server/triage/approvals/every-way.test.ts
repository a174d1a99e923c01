import { expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { resolveMatch } from '#contract/operations/matches.ts'
import { createTriageJob, triage, undoJob, undoTriage } from '#contract/operations/triage.ts'
import { importVex } from '#contract/operations/vex.ts'
import { fromCode, severities, toCode, triageStates } from '#server/db/codes.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { openVex, statement } from '#server/vex/testing/shop.ts'
import { twoPeople } from './testing/two-people.ts'

type World = Awaited<ReturnType<typeof twoPeople>>

/** A finding as another service answers it. */
const answered = (severity: string, more: object = {}) => ({
  sastFindings: {
    findings: [
      { rule_name: 'xss', severity, match_based_id: 'a', location: { filePath: 'a.py', line: 1 }, ...more },
    ],
  },
})
const inFile = { triage_state: 'ignored', triage_reason: 'false_positive', triage_comment: 'Not ours.' }
const decision = {
  new_triage_state: 'ignored',
  new_triage_reason: 'acceptable_risk',
  new_note: 'Fine.',
} as const

const send = (world: World, file: unknown, query: Record<string, string> = {}) => {
  world.clock.now += 60_000
  return upload(world, file, { commit: String(world.clock.now), ...query })
}
const onlyId = async (world: World) => (await codeFindings(world))[0]?.id ?? 0

/** Ignores a finding of low severity, which needs no approval. */
async function ignoredLow(world: World) {
  await send(world, answered('low'))
  const id = await onlyId(world)
  expect((await world.ignore([id])).body.num_triaged).toBe(1)
  return id
}

async function job(world: World, body: object) {
  const preview = await world.call(createTriageJob, {
    query: { preview: true },
    body: { issue_type: 'sast', ...body },
  })
  const count = 'count' in preview.body ? preview.body.count : 0
  const made = await world.call(createTriageJob, {
    body: { issue_type: 'sast', ...body, expected_count: count },
  })
  await world.services.jobs.settled()
  return 'id' in made.body ? made.body.id : ''
}

/** A result whose code identifies it, without a fingerprint. */
const coded = (text: string, severity: string) => {
  const one = result('r', 'a.py', text, 10)
  return semgrep([{ ...one, extra: { ...one.extra, severity, fingerprint: 'requires login' } }])
}

/** Each tries to ignore a critical or high finding, by the operation that it is named after. */
const ways: Record<string, (world: World) => Promise<unknown>> = {
  'triage of ids': async (world) =>
    world.ignore(await world.build.add({ severity: 'critical' }), {}, world.token),
  'triage of a filter': async ({ build, decide, token }) => {
    await build.add({ severity: 'high' }, { type: 'secrets', severity: 'critical' })
    await decide({ severities: ['high'], ...decision }, token)
    await decide({ issue_type: 'secrets', status: ['open'], ...decision }, token)
  },
  'triage of another branch': async (world) => {
    const [id = 0] = await world.build.add(
      { severity: 'low', key: 'same', ref: 'refs/heads/dev' },
      { severity: 'critical', key: 'same' },
    )
    await world.ignore([id])
  },
  'triage without an end after one with it': async (world) => {
    const [id = 0] = await world.build.add({ severity: 'critical' })
    const until = new Date(world.clock.now + 1000).toISOString()
    await world.approve((await world.ignore([id], { new_ignored_until: until })).body.approval_id)
    await world.ignore([id])
    await world.decide({ issue_ids: [id], new_triage_state: 'reopened' })
  },
  createTriageJob: async (world) => {
    await world.build.add({ severity: 'critical' }, { severity: 'high' }, { severity: 'low' })
    await job(world, decision)
  },
  'createTriageJob begun before approvals were required': async (world) => {
    await world.require(false)
    await world.build.add({ severity: 'critical' })
    const body = { issue_type: 'sast', new_triage_state: 'ignored', expected_count: 1 }
    await world.services.jobs.stop()
    await world.call(createTriageJob, { body })
    await world.require(true)
    await world.services.jobs.start({ alone: true })
    await world.services.jobs.settled()
  },
  undoTriage: async (world) => {
    const id = await ignoredLow(world)
    const { body } = await world.decide({ issue_ids: [id], new_triage_state: 'reopened' })
    await send(world, answered('critical'))
    const undone = await world.call(undoTriage, { path: { change_id: body.change_id } })
    expect(undone.body).toMatchObject({ num_undone: 0, skipped: [{ id, code: 'unapproved' }] })
  },
  undoJob: async (world) => {
    await ignoredLow(world)
    const id = await job(world, { new_triage_state: 'reopened' })
    await send(world, answered('critical'))
    await world.call(undoJob, { path: { id } })
    await world.services.jobs.settled()
  },
  'createScan with triage in its file': (world) => send(world, answered('critical', inFile)),
  'createScan with triage in its file, without a note': (world) =>
    send(world, answered('critical', { triage_state: 'ignored' })),
  'createScan of a raised severity': async (world) => {
    const id = await ignoredLow(world)
    await send(world, answered('critical'))
    expect((await world.read(id)).history.at(-1)).toMatchObject({
      what: 'triaged',
      from: 'ignored',
      to: 'reopened',
    })
  },
  'createScan of another branch': async (world) => {
    await send(world, answered('low'), { ref: 'refs/heads/dev' })
    const [finding] = await codeFindings(world, { ref: 'refs/heads/dev' })
    await world.ignore([finding?.id ?? 0])
    await send(world, answered('critical'))
  },
  'resolveMatch with the finding of an ignored one': async (world) => {
    await send(world, coded('call(a, b)', 'INFO'))
    await world.ignore([await onlyId(world)])
    await send(world, coded('query(1, 2, "x")', 'ERROR'))
    const [offered] = await codeFindings(world, { uncertain: 'true' })
    const id = offered?.id ?? 0
    const [match] = (await world.read(id)).matches
    expect(
      (await world.call(resolveMatch, { path: { id, matchId: match?.id ?? '' }, body: { same: true } }))
        .status,
    ).toBe(200)
    expect((await world.read(id)).ignore_request).toBeDefined()
  },
  importVex: async (world) => {
    const lodash = { type: 'sca', package: 'lodash', version: '4.17.20', advisory: 'CVE-2021-23337' } as const
    await world.build.add({ ...lodash, severity: 'critical' })
    const body = Buffer.from(JSON.stringify(openVex([statement()])))
    const vex = (query: object) => world.call(importVex, { query: { project: 'acme/shop', ...query }, body })
    expect((await vex({ dry_run: true })).body.results).toMatchObject([{ count: 1, requested: 1 }])
    expect((await vex({})).body.results).toMatchObject([{ outcome: 'triaged', requested: 1 }])
    // Sent again, it asks for nothing again.
    expect((await vex({})).body.results).toMatchObject([{ outcome: 'unchanged' }])
    expect(await world.list()).toHaveLength(1)
  },
}

/** Operations that change findings, but set no triage. */
const harmless = [
  'patchFinding',
  'createComment',
  'editComment',
  'deleteComment',
  'cancelJob',
  'acceptScan',
  'keepFilter',
  'createView',
  'updateView',
  'deleteView',
  'createComment',
  'editComment',
  'deleteComment',
  'evaluateGate',
  'sendCodeowners',
]

it.each(Object.keys(ways))('ignores nothing without another person: %s', async (way) => {
  const world = await twoPeople()
  await ways[way]?.(world)
  for (const issue_type of ['sast', 'sca'] as const) {
    const { body } = await world.call(listFindings, {
      query: { issue_type, status: 'ignored', severities: 'critical,high', dedup: false },
    })
    expect([...(body.sastFindings?.findings ?? []), ...(body.scaFindings?.findings ?? [])]).toEqual([])
  }
  const rows = await world.services.database.read
    .selectFrom('finding')
    .select('triage_state')
    .distinct()
    .where('severity', '>=', toCode(severities, 'high'))
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map((row) => fromCode(triageStates, row.triage_state))).not.toContain('ignored')
})

it('has tried every operation that may triage', () => {
  const mayTriage = operations.filter(
    ({ method, scopes }) =>
      method !== 'GET' &&
      typeof scopes === 'object' &&
      scopes.some((scope) => scope === 'findings:triage' || scope === 'scans:write'),
  )
  const tried = Object.keys(ways).map((way) => way.split(' ')[0] ?? '')
  const unknown = mayTriage.filter(({ id }) => !tried.includes(id) && !harmless.includes(id))
  expect(unknown.map(({ id }) => id)).toEqual([])
  expect(triage.scopes).toEqual(['findings:triage'])
})
