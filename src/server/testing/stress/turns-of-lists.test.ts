import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { getGate } from '#contract/operations/gate.ts'
import { createWebhook } from '#contract/operations/webhooks.ts'
import { followGroups } from '#server/access/teams/follow-groups.ts'
import { insertRows } from '#server/db/bulk.ts'
import { toCode, triageStates } from '#server/db/codes.ts'
import { result, semgrep, upload } from '../../scans/testing/upload.ts'
import { startTestService } from '../service.ts'
import { writeUnchecked } from '../unchecked-write.ts'
import { longest, longestTurn } from './longest-turn.ts'

const listed = (length: number) => Array.from({ length }, (_, at) => at)

const lodash = (versions: readonly string[], advisories: readonly string[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: versions.map((version) => ({
    type: 'library',
    'bom-ref': version,
    name: 'lodash',
    version,
    purl: `pkg:npm/lodash@${version}`,
  })),
  vulnerabilities: advisories.map((id) => ({
    id,
    description: `${id}: ${'x'.repeat(400)}`,
    ratings: [{ severity: 'high' }],
    affects: versions.map((ref) => ({ ref })),
  })),
})

const gate = async (query: Record<string, string>) => {
  const service = await startTestService()
  const path = { projectName: 'acme/shop' }
  return {
    send: async (file: object, where: Record<string, string>) => {
      const answer = await upload(service, file, where)
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()])
      await service.services.jobs.settled()
    },
    turn: () =>
      longestTurn(service, async () => {
        const { status } = await service.call(getGate, { path, query })
        expect(status).toBe(200)
      }),
  }
}

test('the gate compares thousands of advisories of one package', async () => {
  const { send, turn } = await gate({ commit: 'c0ffee' })
  const ids = (year: number) => listed(4000).map((at) => `CVE-${year}-${10_000 + at}`)
  await send(lodash(['1.0.0'], ids(2023)), { ref: 'refs/heads/main', commit: 'a1' })
  await send(lodash(['1.0.1'], ids(2024)), { ref: 'refs/pull/1/merge', commit: 'c0ffee' })
  const took = await turn()
  expect(took).toBeLessThan(longest)
}, 240_000)

test('the gate compares thousands of versions of one package', async () => {
  const { send, turn } = await gate({ commit: 'c0ffee' })
  const versions = (patch: number) => listed(1500).map((at) => `${at}.0.${patch}`)
  await send(lodash(versions(1), ['CVE-2024-1']), { ref: 'refs/heads/main', commit: 'a1' })
  await send(lodash(versions(2), ['CVE-2024-1']), { ref: 'refs/pull/1/merge', commit: 'c0ffee' })
  const took = await turn()
  expect(took).toBeLessThan(longest)
}, 240_000)

test('the gate looks for other files with the code of thousands of ignored findings', async () => {
  const service = await startTestService()
  const { database } = service.services
  const file = semgrep(listed(3000).map((at) => result('xss', `${at}.py`, `render(x${at})`, 1)))
  await upload(service, file, { ref: 'refs/heads/main', commit: 'a1' })
  await upload(service, file, { ref: 'refs/pull/1/merge', commit: 'c0ffee' })
  await writeUnchecked(database, service.deployment.id, async (transaction) => {
    const ofHead = sql`ref_id = (select id from ref where name = 'refs/pull/1/merge')`
    await sql`update finding set triage_state = ${toCode(triageStates, 'ignored')} where ${ofHead}`.execute(
      transaction,
    )
    // As if each had come with a renamed file.
    await sql`insert into finding_match (deployment_id, id, project_id, finding_id, other_id, kind, state, basis, scan_id, at)
      select deployment_id, 100000 + id, project_id, id, 1, 'match', 'open', 'renamed', last_seen_scan_id, 1
      from finding where ${ofHead}`.execute(transaction)
  })
  const turn = await longestTurn(service, async () => {
    const path = { projectName: 'acme/shop' }
    const { status } = await service.call(getGate, { path, query: { commit: 'c0ffee' } })
    expect(status).toBe(200)
  })
  expect(turn).toBeLessThan(longest)
}, 240_000)

test('filters of fifty webhooks are held against a scan one by one', async () => {
  const service = await startTestService({ config: { webhookAddresses: ['127.0.0.1'] } })
  const paths = listed(2000).map((at) => `${'a/'.repeat(250)}${at}.py`)
  for (const at of listed(50)) {
    const filter = new URLSearchParams({ path: `${'*a/*a'.repeat(90)}${at}`, q: 'a/'.repeat(100) })
    const body = { name: `${at}`, url: 'http://127.0.0.1:9/', events: ['finding.new'], filter: `${filter}` }
    expect((await service.call(createWebhook, { body })).status).toBe(201)
  }
  const file = Buffer.from(JSON.stringify(semgrep(paths.map((path) => result('xss', path, 'x', 1)))))
  const turn = await longestTurn(service, async () => {
    expect((await upload(service, file)).status).toBe(201)
    service.services.jobs.wake('notification_position')
  })
  expect(turn).toBeLessThan(longest)
}, 240_000)

test('groups of a person are held against the teams of all deployments', async () => {
  const service = await startTestService()
  const { database } = service.services
  const deployment_id = service.deployment.id
  const groups = listed(50).map((at) => `group ${at}`)
  const teams = listed(2000)
  await writeUnchecked(database, deployment_id, async (transaction) => {
    await insertRows(
      transaction,
      'team',
      teams.map((id) => ({
        deployment_id,
        id: 1000 + id,
        name: `Team ${id}`,
        key: `team ${id}`,
        created_at: 1,
        created_by: 'Ann',
      })),
    )
    await insertRows(
      transaction,
      'team_group',
      teams.flatMap((id) => groups.map((group_name) => ({ deployment_id, team_id: 1000 + id, group_name }))),
    )
    await insertRows(transaction, 'person', [
      { id: 77, issuer: 'https://id.example', subject: 's', name: 'Bob', created_at: 1 },
    ])
    await insertRows(transaction, 'person_role', [
      { person_id: 77, deployment_id, role: 'viewer', created_at: 1 },
    ])
  })
  const follow = (own: string[]) => () =>
    followGroups(service.services, { issuer: 'https://id.example', subject: 's', groups: own })
  expect(await longestTurn(service, follow(groups))).toBeLessThan(longest)
  expect(await longestTurn(service, follow([]))).toBeLessThan(longest)
}, 240_000)

test('three thousand findings whose projects all say something of their own are listed', async () => {
  const service = await startTestService()
  const say = (text: string) =>
    semgrep(
      listed(3000).map((at) => {
        const one = result(`rule${at}`, 'a.py', `f(${at})`, 1 + at)
        return { ...one, extra: { ...one.extra, message: `${text} ${at} ${'x'.repeat(500)}` } }
      }),
    )
  for (const project of ['a', 'b']) await upload(service, say('Usual'), { project })
  await upload(service, say('Own'), { project: 'c' })
  const query = { repos: 'c', page_size: '3000' }
  const list = () => service.call(listFindings, { query })
  const { body } = await list()
  expect(body.sastFindings?.findings).toHaveLength(3000)
  expect(await longestTurn(service, list)).toBeLessThan(longest)
}, 240_000)
