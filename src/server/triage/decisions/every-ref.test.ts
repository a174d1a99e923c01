import { describe, expect, it, test } from 'vitest'
import { createComment, listComments } from '#contract/operations/comments.ts'
import { patchProject } from '#contract/operations/projects.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage } from '#contract/operations/triage.ts'
import { coded, startHistory } from '#server/scans/resolve/testing/history.ts'

const [main, feature, trunk] = ['refs/heads/main', 'refs/heads/feature', 'refs/heads/trunk']
const flaw = (line = 10) => coded('app.py', 'render(name)', line)
const place = 'app.py:10'
const ticket = { url: 'https://tickets.example/SEC-7', externalSlug: 'SEC-7' }

type History = Awaited<ReturnType<typeof startHistory>>

/** What people do to a finding, and what is then seen of it. */
interface Work {
  name: string
  act(history: History, id: number): Promise<{ status: number }>
  seen: object
  /** How the history of a later instance begins, after that it was found. */
  inherited?: { what: string; to: string; reason?: string }
}

const triageAs =
  (body: object): Work['act'] =>
  ({ service }, id) =>
    service.call(triage, { body: { issue_type: 'sast', issue_ids: [id], ...body } })

const works: Work[] = [
  {
    name: 'ignored',
    act: triageAs({
      new_triage_state: 'ignored',
      new_triage_reason: 'false_positive',
      new_note: 'Harmless.',
      new_ignored_until: '2030-01-01',
    }),
    seen: { status: 'ignored', triage_reason: 'false_positive', triage_comment: 'Harmless.' },
    inherited: { what: 'inherited', to: 'ignored', reason: 'false_positive' },
  },
  {
    name: 'reviewing',
    act: triageAs({ new_triage_state: 'reviewing', new_note: 'I look at it.' }),
    seen: { status: 'reviewing', triage_comment: 'I look at it.', triaged_by: 'Tess Ter' },
    inherited: { what: 'inherited', to: 'reviewing' },
  },
  {
    name: 'fixing',
    act: triageAs({ new_triage_state: 'fixing' }),
    seen: { status: 'fixing', triage_comment: null },
    inherited: { what: 'inherited', to: 'fixing' },
  },
  {
    name: 'a note alone',
    act: triageAs({ new_note: 'Ask the owner.' }),
    seen: { status: 'open', triage_state: 'untriaged', triage_comment: 'Ask the owner.' },
    inherited: { what: 'inherited', to: 'untriaged' },
  },
  {
    name: 'ignored, then reopened',
    act: async (history, id) => {
      await history.decide(id)
      return history.decide(id, 'reopened')
    },
    seen: { status: 'open', triage_state: 'reopened', triage_comment: 'Harmless.' },
    inherited: { what: 'inherited', to: 'reopened' },
  },
  {
    name: 'an owner',
    act: triageAs({ new_owner: '@org/payments' }),
    seen: { status: 'open', owner: '@org/payments' },
  },
  {
    name: 'a ticket',
    act: ({ service }, id) => service.call(patchFinding, { path: { id }, body: { external_ticket: ticket } }),
    seen: { status: 'open', external_ticket: ticket },
  },
]

/** Where people work, and on which ref the same flaw is seen. */
const routes = [
  { name: 'pull request → main', from: feature, to: main },
  { name: 'main → pull request', from: main, to: feature },
  { name: 'old → new primary branch', from: main, to: trunk, switches: true },
]

const at = async (history: History, ref: string) => history.read(await history.idAt(place, { ref }))

const switchTo = (history: History, branch: string) =>
  history.service.call(patchProject, {
    path: { projectName: 'acme/shop' },
    body: { primary_branch: branch },
  })

describe.each(routes)('what people did follows a flaw, $name', ({ from, to, switches = false }) => {
  test.each(works)('$name, before the ref is scanned', async ({ act, seen, inherited }) => {
    const history = await startHistory()
    await history.scan([flaw()], { ref: from })
    expect((await act(history, await history.idAt(place, { ref: from }))).status).toBe(200)
    await history.scan([flaw()], { ref: to })
    if (switches) await switchTo(history, to)
    const found = await at(history, to)
    expect(found).toMatchObject(seen)
    if (inherited) expect(found.history[1]).toMatchObject({ ...inherited, ref: from })
    // A later scan changes nothing of it.
    await history.scan([flaw()], { ref: to })
    expect(await at(history, to)).toMatchObject(seen)
  })

  test.each(works)('$name, after it', async ({ act, seen }) => {
    const history = await startHistory()
    await history.scan([flaw()], { ref: from })
    await history.scan([flaw()], { ref: to })
    if (switches) await switchTo(history, to)
    expect((await act(history, await history.idAt(place, { ref: from }))).status).toBe(200)
    expect(await at(history, to)).toMatchObject(seen)
    await history.scan([flaw()], { ref: to })
    expect(await at(history, to)).toMatchObject(seen)
  })

  it.each([false, true])('comments, the ref scanned after them: %s', async (isAfter) => {
    const history = await startHistory()
    await history.scan([flaw()], { ref: from })
    if (!isAfter) await history.scan([flaw()], { ref: to })
    const id = await history.idAt(place, { ref: from })
    await history.service.call(createComment, { path: { id }, body: { text: 'Is this reachable?' } })
    if (isAfter) await history.scan([flaw()], { ref: to })
    const other = await history.idAt(place, { ref: to })
    const { comments } = (await history.service.call(listComments, { path: { id: other } })).body
    expect(comments).toMatchObject([{ text: 'Is this reachable?', finding_id: id }])
  })
})

describe('of what people did on several refs', () => {
  it('the newest decision stands', async () => {
    const history = await startHistory()
    const { scan, decide, idAt } = history
    await scan([flaw()], { ref: main })
    await decide(await idAt(place, { ref: main }), 'reviewing')
    await scan([flaw()], { ref: feature })
    await decide(await idAt(place, { ref: feature }), 'fixing')
    await scan([flaw()], { ref: trunk })
    expect(await at(history, trunk)).toMatchObject({ status: 'fixing' })
  })

  it('a removed ticket is gone on all of them', async () => {
    const history = await startHistory()
    const { scan, idAt, service } = history
    await scan([flaw()], { ref: main })
    const id = await idAt(place, { ref: main })
    await service.call(patchFinding, { path: { id }, body: { external_ticket: ticket } })
    await scan([flaw()], { ref: feature })
    const other = await idAt(place, { ref: feature })
    await service.call(patchFinding, { path: { id: other }, body: { external_ticket: null } })
    expect(await at(history, main)).toMatchObject({ external_ticket: null })
    await scan([flaw()], { ref: trunk })
    expect((await at(history, trunk)).external_ticket ?? null).toBeNull()
  })

  it('each of many findings has its own', async () => {
    const history = await startHistory()
    const many = Array.from({ length: 30 }, (_, index) => coded(`${index}.py`, `call_${index}(x)`, 1))
    await history.scan(many, { ref: main })
    for (const index of [3, 17]) await history.decide(await history.idAt(`${index}.py:1`), 'fixing')
    await history.scan(many, { ref: feature })
    const standing = await history.standing({ ref: feature })
    expect(Object.entries(standing).filter(([, status]) => status !== 'open')).toEqual(
      expect.arrayContaining([
        ['3.py:1', 'fixing'],
        ['17.py:1', 'fixing'],
      ]),
    )
  })
})
