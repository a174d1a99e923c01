import { describe, expect, test } from 'vitest'
import { resolveMatch } from '#contract/operations/matches.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { Branches } from './testing/branches.ts'
import { changeCode, fixInPlace, renameRules } from './testing/edits.ts'
import { lineFormats } from './testing/formats/all.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { type Flaw, fileWith, type Repository } from './testing/repository.ts'
import { detailsOf } from './testing/rows.ts'
import { lineOf, ordersFile, shop, subjectOf } from './testing/subjects.ts'
import { sharedService } from './testing/table.ts'
import { main, TestProject } from './testing/test-project.ts'

const [feature, next] = ['refs/heads/feature', 'refs/heads/next']
const isCode = ({ sends }: LineFormat) => sends.code && !sends.secret && !sends.resource
const codeFormats = lineFormats.filter(isCode)
type Project = TestProject<Repository>

/** Answers the question of a finding. @returns the id of the change, which can be undone. */
async function answer(project: Project, truth: string, ref: string, same: boolean): Promise<string> {
  const id = (await project.found(ref)).get(truth)?.id ?? 0
  const { matches } = await detailsOf(project.service, id)
  const offer = matches.find(({ kind, state }) => kind === 'candidate' && state === 'open')
  const path = { id, matchId: offer?.id ?? '' }
  const { body } = await project.service.call(resolveMatch, { path, body: { same } })
  return body.change_id ?? ''
}

const undo = (project: Project, changeId: string) =>
  project.service.call(undoTriage, { path: { change_id: changeId } })

async function decide(project: Project, truth: string, ref: string, body: object): Promise<string> {
  const row = (await project.found(ref)).get(truth)
  const answered = await project.service.call(triage, {
    body: { issue_type: row?.issueType, issue_ids: [row?.id], ...body },
  })
  return answered.body.change_id ?? ''
}

const ticket = 'https://tickets.example/7'
async function link(project: Project, truth: string): Promise<void> {
  const id = (await project.found()).get(truth)?.id ?? 0
  const body = { external_ticket: { url: ticket, externalSlug: 'T-7' } }
  await project.service.call(patchFinding, { path: { id }, body })
}

/** How findings stand on a ref, with a question mark for those that are uncertain. */
async function standing(project: Project, ref = main): Promise<Record<string, string>> {
  const found = await project.found(ref)
  return Object.fromEntries(
    [...found].map(([truth, row]) => [truth, `${row.status}${row.uncertain ? '?' : ''}`]),
  )
}

/** The decided finding alone in each of these files, named after them, with code of their own. */
function places(format: LineFormat, names: readonly string[], prefix = ''): Repository {
  const { decided } = subjectOf(format)
  return new Map(
    names.map((name, index) => {
      const code = decided.code.replace('query_for', `query_${index}_for`)
      const flaw: Flaw = { ...decided, truth: name, code }
      const renamed = { ...flaw, rule: `${prefix}${decided.rule}` }
      return [`${name}.py`, fileWith(name, 30, { 9: { ...lineOf(flaw), flaw: renamed } })] as const
    }),
  )
}
const among = (format: LineFormat, state: Repository): Repository =>
  new Map([['app/x.py', fileWith('x', 30, { 9: lineOf(subjectOf(format).above) })], ...state])

/** The file of the decided flaw under another name. */
const elsewhere = (state: Repository): Repository =>
  new Map([...state].map(([path, lines]) => [path === ordersFile ? 'app/shop/checkout.py' : path, lines]))

describe.each(codeFormats)('$name', (format) => {
  /** The decided finding with the same code in each of these files, named after them. */
  const copies = (...names: string[]): Repository => {
    const line = lineOf(subjectOf(format).decided)
    const flawIn = (truth: string): Flaw => ({ ...subjectOf(format).decided, truth })
    const files = names.map(
      (name) => [`${name}.py`, fileWith(name, 30, { 9: { ...line, flaw: flawIn(name) } })] as const,
    )
    return among(format, new Map(files))
  }
  const service = sharedService()
  let projects = 0
  async function start() {
    const project = new TestProject(await service(), format, `acme/${projects++}`)
    return { project, branches: new Branches(project) }
  }

  test('changed code is said to be another flaw, then the old one is reopened on main → the gate still fails for it', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    await branches.scan(feature, subjectOf(format).changeSlightly)
    await answer(project, 'decided', feature, false)
    expect(await project.blocked(feature)).toEqual(['decided'])
    await decide(project, 'decided', main, { new_triage_state: 'reopened' })
    expect(await project.blocked(feature)).toEqual(['decided'])
  })

  test('changed code of main is said to be another flaw → a branch with the old code, which is open, fails', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    await branches.scan(main, subjectOf(format).changeSlightly)
    await answer(project, 'decided', main, false)
    await decide(project, 'decided', feature, { new_triage_state: 'reopened' })
    expect(await project.blocked(feature)).toEqual(['decided'])
  })

  test('code changed on main and otherwise on a branch, that of main is confirmed → the branch still asks, also after undoing', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    await branches.scan(main, subjectOf(format).changeSlightly)
    const { code } = subjectOf(format).decided
    await branches.scan(feature, changeCode('decided', code.replace(')', ', token=secret)')))
    const asked = { ...(await standing(project)), ...(await standing(project, feature)) }
    const changeId = await answer(project, 'decided', main, true)
    expect(await standing(project)).toMatchObject({ decided: 'ignored' })
    expect(await standing(project, feature)).toMatchObject({ decided: 'open?' })
    expect(await project.blocked(feature)).toEqual(['decided'])
    await decide(project, 'decided', main, { new_triage_state: 'ignored', new_note: 'again' })
    expect(await standing(project, feature)).toMatchObject({ decided: 'open?' })
    await undo(project, changeId)
    expect({ ...(await standing(project)), ...(await standing(project, feature)) }).toEqual(asked)
    await decide(project, 'decided', feature, { new_triage_state: 'fixing' })
    await answer(project, 'decided', main, true)
    expect(await standing(project, feature)).toMatchObject({ decided: 'fixing' })
  })

  test.each([
    ['a note', { new_note: 'ask the owner' }, 'ignored', 'open?'],
    ['a note', { new_note: 'ask the owner' }, 'reviewing', 'reviewing'],
    ['a decision', { new_triage_state: 'fixing' }, 'ignored', 'fixing'],
  ])(
    'changed code has %s on a branch, and main gets it → the decision of main is not lost',
    async (_, body, decided, expected) => {
      const { project, branches } = await start()
      await branches.begin(shop(subjectOf(format), 'none'))
      await project.decide('decided')
      branches.make(feature)
      await branches.scan(feature, subjectOf(format).changeSlightly)
      await decide(project, 'decided', feature, body)
      await decide(project, 'decided', main, { new_triage_state: decided, new_note: 'of main' })
      await branches.scan(main, subjectOf(format).changeSlightly)
      expect(await standing(project)).toMatchObject({ decided: expected })
    },
  )

  test.each([
    ['a decision', { new_triage_state: 'ignored', new_note: 'known' }],
    ['a note', { new_note: 'known' }],
    ['an owner', { new_owner: '@payments' }],
    ['a decision with an owner', { new_triage_state: 'fixing', new_owner: '@payments' }],
  ])('%s is undone after a branch was scanned → no ref has it, nor gets it later', async (_, body) => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    const changeId = await decide(project, 'decided', main, body)
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    const rowOn = async (ref: string) => {
      const row = (await project.found(ref)).get('decided')
      return [row?.status, row?.note, row?.owner]
    }
    expect(await rowOn(feature)).toEqual(await rowOn(main))
    expect((await undo(project, changeId)).status).toBe(200)
    branches.make(next)
    await branches.scan(next, (state) => state)
    for (const ref of [main, feature, next]) expect(await rowOn(ref)).toEqual(['open', null, null])
  })

  test('a confirmation is undone after a later decision → the changed code is another flaw again', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, subjectOf(format).changeSlightly)
    const changeId = await answer(project, 'decided', feature, true)
    await decide(project, 'decided', feature, { new_triage_state: 'reviewing' })
    await undo(project, changeId)
    await decide(project, 'decided', main, { new_triage_state: 'ignored', new_note: 'again' })
    expect((await standing(project, feature))['decided']).toMatch(/^reviewing/)
  })

  test('a branch has code that main changed, and is said to be what main has now → one decision is for both', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    await branches.scan(main, subjectOf(format).changeSlightly)
    branches.make(feature)
    const { code } = subjectOf(format).decided
    await branches.scan(feature, changeCode('decided', code.replace(')', ', token=secret)')))
    const { matches } = await detailsOf(
      project.service,
      (await project.found(feature)).get('decided')?.id ?? 0,
    )
    expect(matches.some(({ kind, state }) => kind === 'candidate' && state === 'open')).toBe(true)
    await answer(project, 'decided', feature, true)
    await decide(project, 'decided', main, { new_triage_state: 'reviewing' })
    expect(await standing(project)).toMatchObject({ decided: 'reviewing' })
    expect(await standing(project, feature)).toMatchObject({ decided: 'reviewing' })
  })

  test('an uncertain finding is decided by mistake, and that is undone → it asks again', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    await branches.scan(main, subjectOf(format).changeSlightly)
    const change = await decide(project, 'decided', main, {
      new_triage_state: 'ignored',
      new_triage_reason: 'acceptable_risk',
      new_note: 'By itself.',
    })
    expect((await standing(project))['decided']).toBe('ignored')
    await undo(project, change)
    expect((await standing(project))['decided']).toBe('open?')
  })

  test('a branch has the new id of a rule before main → main keeps or offers its decisions', async () => {
    const { project, branches } = await start()
    const names = ['a', 'b']
    await branches.begin(among(format, new Map()))
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    await branches.scan(feature, () => among(format, places(format, names, 'config.')))
    await branches.scan(main, () => among(format, places(format, names)))
    for (const name of names) await project.decide(name)
    await branches.scan(main, () => among(format, places(format, names, 'config.')))
    const now = await standing(project)
    for (const name of names) expect(['ignored', 'open?'], name).toContain(now[name])
  })

  test('a diff scan sees a renamed rule first → the full scan after it offers what is left', async () => {
    const { project } = await start()
    const names = ['a', 'b', 'c']
    const renamed = among(format, places(format, names, 'config.'))
    await project.scan(among(format, places(format, names)))
    for (const name of names) await project.decide(name)
    await project.scan(renamed, { kind: 'diff', run: { files: ['a.py'] } })
    await project.scan(renamed, { accepted: true })
    const now = await standing(project)
    for (const name of names) expect(['ignored', 'open?'], name).toContain(now[name])
  })

  test('a renamed finding is confirmed and reopened → its former place is open, too, when it comes back on a branch', async () => {
    const { project, branches } = await start()
    await branches.begin(copies('a'))
    await project.decide('a')
    await branches.scan(main, () => copies('b', 'c'))
    await answer(project, 'b', main, true)
    await decide(project, 'b', main, { new_triage_state: 'reopened', new_note: 'It is real.' })
    await branches.scan(main, () => copies())
    branches.make(feature)
    await branches.scan(feature, () => copies('a'))
    expect((await standing(project, feature))['a']).toBe('open')
    expect(await project.blocked(feature)).toEqual(['a'])
  })

  test('a confirmation is undone after a new branch took the decision over → the branch asks, too', async () => {
    const { project, branches } = await start()
    await branches.begin(copies('a'))
    await project.decide('a')
    await branches.scan(main, () => copies('b', 'c'))
    const change = await answer(project, 'b', main, true)
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    expect(await standing(project, feature)).toMatchObject({ b: 'ignored', c: 'open' })
    await undo(project, change)
    for (const ref of [main, feature])
      expect(await standing(project, ref)).toMatchObject({ b: 'open?', c: 'open?' })
  })

  test('a renamed rule is confirmed on a branch, followed by main, undone and denied → it is open on all refs', async () => {
    const { project, branches } = await start()
    const state = (prefix = '') => among(format, places(format, ['a'], prefix))
    await branches.begin(state())
    await project.decide('a')
    branches.make(feature)
    await branches.scan(feature, (same) => same)
    await branches.scan(feature, () => state('config.'))
    const change = await answer(project, 'a', feature, true)
    await branches.scan(main, () => state('config.'))
    expect((await standing(project))['a']).toBe('ignored')
    await undo(project, change)
    for (const ref of [main, feature]) expect((await standing(project, ref))['a'], ref).toBe('open?')
    await answer(project, 'a', feature, false)
    await branches.scan(main, (same) => same)
    branches.make(next)
    await branches.scan(next, (same) => same)
    for (const ref of [main, feature, next]) expect((await standing(project, ref))['a'], ref).toBe('open')
  })

  test('a renamed rule of one place is confirmed, and named as before again → it keeps or offers the decision', async () => {
    const { project, branches } = await start()
    const state = (prefix = '') => among(format, places(format, ['a'], prefix))
    await branches.begin(state())
    await project.decide('a')
    branches.make(feature)
    await branches.scan(feature, (same) => same)
    await branches.scan(main, () => state('config.'))
    await answer(project, 'a', main, true)
    await branches.scan(feature, () => state('config.'))
    for (const ref of [main, feature]) {
      await branches.scan(ref, () => state())
      expect(['ignored', 'ignored?', 'open?'], ref).toContain((await standing(project, ref))['a'])
    }
  })

  test('what is said of changed code before it is called another flaw stays, and what was said before leaves', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    await decide(project, 'decided', main, { new_owner: '@acme/cart' })
    await branches.scan(main, subjectOf(format).changeSlightly)
    await answer(project, 'decided', main, false)
    expect((await project.found()).get('decided')).toMatchObject({ note: null, owner: null })

    await project.decide('decided')
    await branches.scan(main, () => shop(subjectOf(format), 'none'))
    await decide(project, 'decided', main, { new_owner: '@acme/web', new_note: 'About this code.' })
    await answer(project, 'decided', main, false)
    expect((await project.found()).get('decided')).toMatchObject({
      note: 'About this code.',
      owner: '@acme/web',
    })
  })
  test('changed code is called another flaw, then a branch with the old code is merged → owner and ticket are back, too', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    await decide(project, 'decided', main, { new_owner: '@acme/cart' })
    await link(project, 'decided')
    branches.make(feature)
    await branches.scan(feature, (same) => same)
    await branches.scan(main, subjectOf(format).changeSlightly)
    await answer(project, 'decided', main, false)
    await branches.scan(main, () => shop(subjectOf(format), 'none'))
    expect((await project.found()).get('decided')).toMatchObject({
      triage: 'ignored',
      owner: '@acme/cart',
      ticket,
    })
  })

  test('a moved finding is confirmed and gets a ticket → its former place has it, too, when it comes back on a branch', async () => {
    const { project, branches } = await start()
    await branches.begin(copies('a'))
    await project.decide('a')
    await branches.scan(main, () => copies('b', 'c'))
    await answer(project, 'b', main, true)
    await link(project, 'b')
    await branches.scan(main, () => copies())
    branches.make(feature)
    await branches.scan(feature, () => copies('a'))
    expect((await project.found(feature)).get('a')).toMatchObject({ ticket })
  })

  const edits: [string, (state: Repository) => Repository][] = [
    ['changed slightly', subjectOf(format).changeSlightly],
    ['rewritten', subjectOf(format).rewrite],
    ['moved to another file and rewritten', (state) => elsewhere(subjectOf(format).rewrite(state))],
  ]
  test.each(edits)(
    'code that is %s is confirmed on a branch → where that is merged nobody is asked again, until it is undone',
    async (_, edit) => {
      const { project, branches } = await start()
      await branches.begin(shop(subjectOf(format), 'none'))
      await project.decide('decided')
      for (const ref of [feature, next]) {
        branches.make(ref)
        await branches.scan(ref, (same) => same)
      }
      await branches.scan(feature, edit)
      const change = await answer(project, 'decided', feature, true)
      await branches.scan(main, edit)
      await branches.scan(next, edit)
      for (const ref of [main, feature, next])
        expect((await standing(project, ref))['decided'], ref).toBe('ignored')
      expect(await project.blocked(next)).toEqual([])
      await undo(project, change)
      for (const ref of [main, feature, next])
        expect((await standing(project, ref))['decided'], ref).toBe('open?')
    },
  )
  test('a finding moved on a branch to where main gets two equal ones → at most one of them has the decision', async () => {
    const { project, branches } = await start()
    const line = lineOf(subjectOf(format).decided)
    const flawIn = (truth: string): Flaw => ({ ...subjectOf(format).decided, truth })
    const twice = new Map([
      [
        'two.py',
        fileWith('two', 60, {
          9: { ...line, flaw: flawIn('in two') },
          40: { ...line, flaw: flawIn('another in two') },
        }),
      ],
    ])
    await branches.begin(copies('a'))
    await project.decide('a')
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    await branches.scan(feature, () =>
      among(format, new Map([['two.py', fileWith('two', 60, { 9: { ...line, flaw: flawIn('a') } })]])),
    )
    await branches.scan(main, () => among(format, twice))
    expect(Object.values(await standing(project)).filter((each) => each === 'ignored').length).toBeLessThan(2)
  })
  test('a renamed rule is seen in one file first, then everywhere → what was decided elsewhere is kept or on offer', async () => {
    const { project } = await start()
    const state = (prefix = '') => among(format, places(format, ['a', 'b', 'c'], prefix))
    await project.scan(state())
    for (const name of ['a', 'b', 'c']) await project.decide(name)
    await project.scan(state('config.'), { run: { files: ['a.py'] }, accepted: true })
    await project.scan(state('config.'), { accepted: true })
    const now = await standing(project)
    for (const name of ['a', 'b', 'c']) expect(['ignored', 'open?'], name).toContain(now[name])
  })

  test('a finding is fixed, its rule renamed, and it comes back → what was decided is kept or on offer', async () => {
    const { project, branches } = await start()
    const state = (names: readonly string[], prefix = '') => among(format, places(format, names, prefix))
    await branches.begin(state(['a', 'b']))
    for (const name of ['a', 'b']) await project.decide(name)
    await project.scan(state(['a']), { accepted: true })
    await project.scan(state(['a'], 'config.'), { accepted: true })
    await project.scan(state(['a', 'b'], 'config.'), { accepted: true })
    const now = await standing(project)
    for (const name of ['a', 'b']) expect(['ignored', 'open?'], name).toContain(now[name])
  })
  test('a finding is fixed, its file renamed, and it comes back → what was decided is on offer, on main and on a new branch', async () => {
    const { project, branches } = await start()
    const before = shop(subjectOf(format), 'both')
    await branches.begin(before)
    await project.decide('decided')
    await branches.scan(main, fixInPlace('decided'))
    branches.make(feature)
    await branches.scan(feature, () => elsewhere(before))
    await branches.scan(main, elsewhere)
    await branches.scan(main, () => elsewhere(before))
    for (const ref of [feature, main]) expect((await standing(project, ref))['decided'], ref).toBe('open?')
  })

  test('rules and a file are renamed at once → what was decided is kept or on offer', async () => {
    const { project, branches } = await start()
    await branches.begin(shop(subjectOf(format), 'both'))
    await project.decide('decided')
    await branches.scan(main, (state) => elsewhere(renameRules((rule) => `configs.sec.${rule}`)(state)))
    expect(['ignored', 'open?']).toContain((await standing(project))['decided'])
  })
})
