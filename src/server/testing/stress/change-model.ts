import { expect } from 'vitest'
import type { Served } from '../command-line.ts'
import { Promises, perScan, requestJson, rules, scanFile, sendRequest } from './promises.ts'

const modes = ['MODE_COMMENT', 'MODE_BLOCK', 'MODE_DISABLED', 'MODE_MONITOR']
const [single = '', ...batch] = rules

/** What the service has answered, so that it must be there for good, and what it was asked. */
export const nothingPromised = () => ({
  imports: new Set<string>(),
  tags: new Promises(false),
  notes: new Promises<string | null>(null),
  bulk: new Promises<string | null>(null),
  modes: new Promises('MODE_MONITOR'),
})
export type Promised = ReturnType<typeof nothingPromised>

/**
 * Changes things in five ways at once until `moment` steps were taken. What breaks them off is done then.
 * @param round distinguishes what is changed from that of other calls.
 */
export async function changeUntil(
  served: Pick<Served, 'base'>,
  promised: Promised,
  { round, moment, end }: { round: number; moment: number; end: () => Promise<unknown> },
) {
  let steps = 0
  let ended: Promise<unknown> | null = null
  const step = () => {
    steps += 1
    if (steps === moment) ended = end()
  }
  const change = async (method: string, path: string, body: unknown = '') => {
    const answered = sendRequest(served, method, path, typeof body === 'string' ? body : JSON.stringify(body))
    step()
    await (await answered).arrayBuffer()
    step()
  }
  const repeat = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; ended === null; turn++) {
      try {
        await work(turn)
      } catch (error) {
        if (ended === null) throw error
        return
      }
    }
  }
  await Promise.all([
    repeat(async (turn) => {
      const project = `killed/${round}-${turn}`
      await change('POST', `scans?project=${project}`, scanFile)
      promised.imports.add(project)
    }),
    repeat(async (turn) => {
      const tag = `t${turn % 20}`
      const add = !promised.tags.get(tag).answered
      promised.tags.ask(tag, add)
      if (add) await change('PUT', 'projects/acme/shop/tags', [tag])
      else await change('DELETE', `projects/acme/shop/tags?tags=${tag}`)
      promised.tags.answer(tag)
    }),
    repeat(async (turn) => {
      const id = 1 + (turn % perScan)
      const note = `note ${round}-${turn}`
      promised.notes.ask(String(id), note)
      const body = { issue_type: 'sast', issue_ids: [id], new_triage_state: 'reviewing', new_note: note }
      await change('POST', 'triage', body)
      promised.notes.answer(String(id))
    }),
    repeat(async (turn) => {
      const note = `all ${round}-${turn}`
      promised.bulk.ask('acme/bulk', note)
      const new_triage_state = turn % 2 === 0 ? 'fixing' : 'reviewing'
      const body = { issue_type: 'sast', repos: ['acme/bulk'], new_triage_state, new_note: note }
      await change('POST', 'triage', body)
      promised.bulk.answer('acme/bulk')
    }),
    repeat(async (turn) => {
      const policyMode = modes[(round + turn) % modes.length] ?? ''
      const one = turn % 2 === 0
      const thing = one ? single : 'batch'
      promised.modes.ask(thing, policyMode)
      if (one) await change('PUT', 'policies/1', { rulePath: single, policyMode })
      else await change('POST', 'policies/1/modes', { rulePaths: batch, policyMode })
      promised.modes.answer(thing)
    }),
  ])
  await ended
}

interface Listed {
  projects: { name: string; tags: string[] }[]
  sastFindings: { findings: { id: number; triage_comment: string | null; triage_state: string }[] }
  rules: { path: string; policyMode: string }[]
  total: number
  facets: { repos: { value: string; count: number }[] }
}

/** Everything that was answered is there, nothing is there in part, and counts agree with lists. */
export async function assertAllOf(served: Pick<Served, 'base'>, promised: Promised) {
  // parse: the shape is held by the tests of these answers.
  const read = async (path: string) => (await requestJson(served, 'GET', path)) as Listed
  const { projects } = await read('projects?page_size=3000')
  const names = projects.map((project) => project.name)
  expect(names).toEqual(expect.arrayContaining([...promised.imports]))
  const tags = projects.find((project) => project.name === 'acme/shop')?.tags ?? []
  for (const tag of new Set([...promised.tags.things(), ...tags])) promised.tags.hold(tag, tags.includes(tag))

  const listed = await read('findings?page_size=3000&repos=acme/shop')
  for (const { id, triage_comment, triage_state } of listed.sastFindings.findings) {
    promised.notes.hold(String(id), triage_comment)
    expect(triage_state).toBe(triage_comment === null ? 'untriaged' : 'reviewing')
  }
  const bulk = (await read('findings?page_size=3000&repos=acme/bulk')).sastFindings.findings
  expect(new Set(bulk.map((one) => `${one.triage_comment} ${one.triage_state}`)).size).toBe(1)
  promised.bulk.hold('acme/bulk', bulk[0]?.triage_comment ?? null)

  const modeOf = new Map((await read('policies/1')).rules.map((rule) => [rule.path, rule.policyMode]))
  promised.modes.hold(single, modeOf.get(single) ?? '')
  expect(new Set(batch.map((path) => modeOf.get(path))).size).toBe(1)
  promised.modes.hold('batch', modeOf.get(batch[0] ?? '') ?? '')

  // A scan is there with all of its findings, or not at all, and counts agree with lists.
  const { total, facets } = await read('findings/facets?facet=repos')
  expect(total).toBe(names.length * perScan)
  for (const { value, count } of facets.repos) expect([value, count]).toEqual([value, perScan])
  const page = await sendRequest(served, 'GET', 'findings?page_size=100')
  expect(page.headers.get('x-total-count')).toBe(String(total))
  await page.arrayBuffer()
}
