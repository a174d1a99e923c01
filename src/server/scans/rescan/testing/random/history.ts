import fc from 'fast-check'
import { resolveMatch } from '#contract/operations/matches.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import type { ServiceCalls } from '#server/testing/service.ts'
import type { Format, Run } from '../formats/format.ts'
import { detailsOf, type Row } from '../rows.ts'
import { main, type TestProject } from '../test-project.ts'
import { Comments } from './comments.ts'
import type { Decision } from './decision.ts'
import type { Figures } from './figures.ts'
import { GateJudge } from './gate-judge.ts'
import { type Fault, Judge } from './judge.ts'
import { type Command, chosen, type Snapshot, type World } from './world.ts'

const number = fc.nat({ max: 9_999 })
const command: fc.Arbitrary<Command> = fc.record({ kind: number, a: number, b: number, n: number })

interface Step {
  /** Which ref is scanned, and what happened to it before its edits. */
  act: Command
  edits: readonly Command[]
  decide: readonly Command[]
  /** Which offer is answered. */
  answer: number
}

/** What is edited, scanned and decided in a random history. */
export interface Script {
  flaws: readonly Command[]
  steps: readonly Step[]
}

const stepsOfHistory = 6

export const script: fc.Arbitrary<Script> = fc.record({
  flaws: fc.array(command, { minLength: 8, maxLength: 14 }),
  steps: fc.array(
    fc.record({
      act: command,
      edits: fc.array(command, { minLength: 1, maxLength: 3 }),
      decide: fc.array(command, { maxLength: 2 }),
      answer: number,
    }),
    { minLength: stepsOfHistory, maxLength: stepsOfHistory },
  ),
})

/** Decided before the first edit. */
const decidedAtFirst = 4

/** What a history came to: what is wrong with it, and what happened in it, each as sentences. */
export interface Played {
  faults: readonly Fault[]
  log: readonly string[]
}

/** Plays a random history and counts what became of its decisions. */
export async function playRandom<State, S extends Snapshot>(
  project: TestProject<State, ServiceCalls>,
  format: Format<State>,
  world: World<State, S>,
  script: Script,
  figures: Figures,
): Promise<Played> {
  const player = new Player(project, format, world, figures)
  await player.begin(script.flaws.length % 3 === 0)
  for (const step of script.steps) await player.play(step)
  await player.end()
  figures.histories += 1
  return player
}

class Player<State, S extends Snapshot> implements Played {
  readonly log: string[] = []
  readonly #project: TestProject<State, ServiceCalls>
  readonly #format: Format<State>
  readonly #world: World<State, S>
  readonly #figures: Figures
  readonly #judge: Judge<State, S>
  readonly #gate: GateJudge<State, S>
  readonly #comments: Comments<State, S>
  /** Branches whose first scan tells which files version control calls renamed. */
  readonly #telling = new Set<string>()
  readonly #branches: string[] = []
  #made = 0
  #decided = 0
  #category: string | undefined
  #isPrefixed = false

  constructor(
    project: TestProject<State, ServiceCalls>,
    format: Format<State>,
    world: World<State, S>,
    figures: Figures,
  ) {
    this.#project = project
    this.#format = format
    this.#world = world
    this.#figures = figures
    this.#judge = new Judge(project, format, world, figures)
    this.#gate = new GateJudge(project, world, this.#judge, figures)
    this.#comments = new Comments(project.service, this.#judge)
  }

  get faults(): readonly Fault[] {
    return this.#judge.faults
  }

  async begin(isProtected: boolean): Promise<void> {
    await this.#scan(main)
    if (isProtected) {
      await this.#project.protect(['feature/*'])
      this.#judge.told.isReference = (ref) => ref === main || ref.startsWith('refs/heads/feature/')
      this.log.push('feature branches are protected')
    }
    const rows = [...(this.#judge.observed.get(main)?.keys() ?? [])].slice(0, decidedAtFirst)
    const decisions: Decision[] = []
    for (const [index, truth] of rows.entries())
      decisions.push(...(await this.#decide(main, truth, { kind: 0, a: index, b: 0, n: index })))
    await this.#judge.decided(main, decisions)
  }

  async play({ act, edits, decide, answer }: Step): Promise<void> {
    const ref = await chosen(this.#acts, act.kind)(act, edits)
    if (ref === null) return
    await this.#answer(ref, answer)
    const found = [...(this.#judge.observed.get(ref)?.keys() ?? [])]
    const decisions: Decision[] = []
    for (const each of decide) {
      const truth = found[each.a % Math.max(1, found.length)]
      if (truth !== undefined && !decisions.some((one) => this.#judge.truths.same(one.truth, truth)))
        decisions.push(...(await this.#decide(ref, truth, each)))
    }
    if (decisions.length > 0) await this.#judge.decided(ref, decisions)
  }

  async end(): Promise<void> {
    this.#judge.faults.push(...(await this.#comments.faults()))
  }

  // The first one is what a failing history shrinks to. Each gives the ref that was scanned.
  readonly #acts: readonly (readonly [
    number,
    (act: Command, edits: readonly Command[]) => Promise<string | null>,
  ])[] = [
    [34, (_, edits) => this.#onMain(edits)],
    [34, (act, edits) => this.#onBranch(act, edits)],
    [8, (act) => this.#mergeIntoMain(act)],
    [5, (act) => this.#mergeFromMain(act)],
    [6, (act) => this.#scanAnotherFolder(act)],
    [3, () => this.#prefixRules()],
    [2, () => this.#addCategory()],
    [2, (act) => this.#deleteBranch(act)],
    [2, () => this.#renameProject()],
    [2, () => this.#splitProject()],
  ]

  async #onMain(edits: readonly Command[]): Promise<string> {
    this.#edit(main, edits)
    await this.#scan(main)
    return main
  }

  /** Edits a branch, a new one more often than not while there are few. */
  async #onBranch({ a, n }: Command, edits: readonly Command[]): Promise<string> {
    const isNew = n % 4 >= this.#branches.length
    const ref = isNew ? this.#makeBranch(a) : (this.#branches[a % this.#branches.length] ?? main)
    this.#edit(ref, edits)
    return this.#scanBranch(ref)
  }

  #makeBranch(a: number): string {
    this.#made += 1
    const ref = a % 2 === 0 ? `refs/pull/${this.#made}/merge` : `refs/heads/feature/${this.#made}`
    this.#world.make(ref, main)
    this.#branches.push(ref)
    if (a % 3 === 0) this.#telling.add(ref)
    this.log.push(`${ref} is made from main`)
    return ref
  }

  async #scanBranch(ref: string): Promise<string> {
    await this.#scan(ref)
    await this.#gate.judge(ref)
    return ref
  }

  async #mergeIntoMain({ a, n }: Command): Promise<string | null> {
    const ref = this.#branches[a % Math.max(1, this.#branches.length)]
    if (ref === undefined) return null
    this.#world.checkout(main)
    this.#world.merge(ref)
    this.log.push(`${ref} is merged into main`)
    if (n % 2 === 0) this.#forget(ref)
    await this.#scan(main)
    return main
  }

  async #mergeFromMain({ a }: Command): Promise<string | null> {
    const ref = this.#branches[a % Math.max(1, this.#branches.length)]
    if (ref === undefined) return null
    this.#world.checkout(ref)
    this.#world.merge(main)
    this.log.push(`main is merged into ${ref}`)
    return this.#scanBranch(ref)
  }

  async #deleteBranch({ a }: Command): Promise<null> {
    const ref = this.#branches[a % Math.max(1, this.#branches.length)]
    if (ref !== undefined) this.#forget(ref)
    return null
  }

  #forget(ref: string): void {
    this.#branches.splice(this.#branches.indexOf(ref), 1)
    this.#judge.told.forget(ref)
    this.log.push(`${ref} is deleted`)
  }

  /** Neither a clean scan of another folder nor a run that failed says anything of what the last scan found. */
  async #scanAnotherFolder({ n }: Command): Promise<null> {
    const state = this.#world.elsewhere()
    if (state === null) return null
    const standing = async () =>
      (await this.#project.rows())
        .map(({ id, state, status }) => `${id} ${state} ${status}`)
        .toSorted()
        .join()
    const report = this.#format.write(state, this.#world.run)
    const found = [...(this.#judge.observed.get(main)?.values() ?? [])]
    // Where a report does not name its files, only open findings count, and a scan without the last few is believed.
    const namesFiles = JSON.stringify(report).includes('docs/conf.py')
    const projects = Map.groupBy(found, ({ project }) => project)
    const counted = [...projects.values()].map((rows) =>
      rows.filter(({ triage }) => namesFiles || triage !== 'ignored'),
    )
    if (counted.some(({ length }) => length < 5)) return null
    const before = await standing()
    // What a failed run finds again changes as little as what it does not find.
    const last = n % 2 === 0 ? this.#judge.told.newest(main) : undefined
    const failed = n % 3 === 0 ? asFailed(last ? this.#format.write(last.state, last.run) : report) : null
    const what = failed === null ? 'a clean scan of docs/' : 'a run that failed'
    this.log.push(`${what} is sent for main`)
    await this.#project.send(failed ?? report, {}, this.#category ? { category: this.#category } : {})
    if ((await standing()) === before) return null
    this.#figures.emptied += 1
    this.#judge.faults.push(`emptied: ${what} changed what was found elsewhere`)
    // What it removed comes back with the next scan, so that what follows is judged as if it had not been.
    await this.#scan(main)
    return null
  }

  async #prefixRules(): Promise<string | null> {
    if (!this.#world.prefixRules()) return null
    this.#isPrefixed = true
    this.log.push('all rules get a prefix')
    await this.#scan(main, true)
    return main
  }

  /** Refs are scanned again as they are: what moves before, or has another rule, stays with the other category. */
  async #addCategory(): Promise<string | null> {
    if (this.#category !== undefined || this.#isPrefixed) return null
    const refs = [main, ...this.#branches]
    // An advisory that goes by another id is not known again in another category.
    const { advisoryIds, withoutAliases } = this.#world.run
    for (const ref of refs) {
      const last = this.#judge.told.newest(ref)?.run
      if (last?.advisoryIds !== advisoryIds || last?.withoutAliases !== withoutAliases) await this.#scan(ref)
    }
    this.#category = 'web'
    this.log.push('scans are of a category from now on')
    for (const ref of refs) await this.#scan(ref)
    return main
  }

  async #renameProject(): Promise<null> {
    await this.#project.rename(`${this.#project.name}-renamed`)
    this.log.push('the project is renamed')
    await this.#judge.moved()
    return null
  }

  async #splitProject(): Promise<null> {
    this.#world.checkout(main)
    const folder = this.#world.split()
    if (folder === null) return null
    await this.#project.split(folder, `${this.#project.name}-part`)
    this.log.push(`${folder} is a project of its own`)
    await this.#judge.moved()
    return null
  }

  #edit(ref: string, edits: readonly Command[]): void {
    this.#world.checkout(ref)
    for (const each of edits) this.log.push(`${ref}: ${this.#world.edit(each)}`)
  }

  async #scan(ref: string, isRuleRenamed = false): Promise<void> {
    this.#world.checkout(ref)
    const { scanned: state, run } = this.#world
    const snapshot = this.#world.snapshot()
    const told = this.#world.describe(this.#judge.told.newest(ref)?.snapshot ?? snapshot)
    const isFirst = this.#judge.told.newest(ref) === undefined
    const now = this.#world.describe(snapshot)
    this.log.push(
      `scan of ${ref}${inWords(run)}`,
      ...told.filter((line) => !isFirst && !now.includes(line)).map((line) => `  - ${line}`),
      ...now.filter((line) => isFirst || !told.includes(line)).map((line) => `  + ${line}`),
    )
    const renamed = this.#telling.delete(ref) ? this.#world.renamedFiles() : new Map<string, string>()
    if (renamed.size > 0) this.log.push('  with the names of renamed files')
    await this.#project.scan(state, {
      ...{ ref, run, accepted: true, category: this.#category },
      ...(renamed.size > 0 ? { renamedFiles: [...renamed].map(([to, from]) => ({ from, to })) } : {}),
    })
    await this.#judge.scanned(ref, { state, run, snapshot, renamed }, isRuleRenamed)
  }

  async #decide(ref: string, truth: string, { kind, n }: Command): Promise<Decision[]> {
    const row = this.#judge.observed.get(ref)?.get(truth)
    if (!row) return []
    const states = ['ignored', 'ignored', 'ignored', 'ignored', 'noted', 'reviewing', 'fixing', 'reopened']
    const state = states[kind % states.length] ?? ''
    const id = this.#decided++
    const owner = n % 3 === 0 ? `@team-${id}` : null
    const ticket = n % 4 === 0 ? `https://tickets.example/${id}` : null
    const note = `Decision ${id} was on ${truth}.`
    this.log.push(
      `${truth} is set to ${state} on ${ref}${owner ? ', with an owner' : ''}${ticket ? ', with a ticket' : ''}`,
    )
    await this.#post(row, {
      ...(state === 'noted' ? {} : { new_triage_state: state }),
      new_note: note,
      ...(state === 'ignored' ? { new_triage_reason: 'false_positive' } : {}),
      ...(owner ? { new_owner: owner } : {}),
    })
    if (ticket) {
      const external_ticket = { url: ticket, externalSlug: `T-${id}` }
      await this.#project.service.call(patchFinding, { path: { id: row.id }, body: { external_ticket } })
    }
    if (n % 16 === 1) await this.#comments.say(truth, note, row)
    return [{ truth, state, note, owner, ticket }]
  }

  async #post({ id, issueType }: Row, body: object): Promise<void> {
    const response = await this.#project.service.call(triage, {
      body: { issue_type: issueType, issue_ids: [id], ...body },
    })
    if (response.status !== 200) throw new Error(response.text)
  }

  /** Answers an offer of a ref as its truth says, and now and then undoes that. */
  async #answer(ref: string, answer: number): Promise<void> {
    const offering = [...(this.#judge.observed.get(ref) ?? [])].filter(([, { uncertain }]) => uncertain)
    const [truth, row] = offering[answer % Math.max(1, offering.length)] ?? []
    if (truth === undefined || !row || answer % 3 === 0) return
    const { matches } = await detailsOf(this.#project.service, row.id)
    const candidate = matches.find(({ kind, state }) => kind === 'candidate' && state === 'open')
    const decision = this.#judge.newestDecision(truth)
    const { id: otherId, note, triage_state: state } = candidate?.other ?? {}
    const offered = this.#judge.truthOf({ id: otherId, note })
    if (!candidate || offered === undefined) return
    const same = offered === truth
    // What was decided of the same flaw may have ended there, so that confirming it brings the rest alone.
    const isStill = note === decision?.note && (decision?.state !== 'ignored' || state === 'ignored')
    if (same && !isStill) return
    this.#figures.offers[same ? 'right' : 'other'] += 1
    this.log.push(`what is offered to ${truth} on ${ref} is ${same ? 'confirmed' : 'rejected'}`)
    const { body, status } = await this.#project.service.call(resolveMatch, {
      path: { id: row.id, matchId: candidate.id },
      body: { same },
    })
    if (!same) return this.#judge.rejected(truth)
    if (status !== 200 || decision === undefined) return
    await this.#judge.confirmed(ref, decision)
    const undone = answer % 4 === 0 ? (body.change_id ?? null) : null
    if (undone === null) return
    await this.#project.service.call(undoTriage, { path: { change_id: undone } })
    this.#figures.offers.undone += 1
    this.log.push('which is undone')
    await this.#judge.undone(ref, decision, row)
  }
}

/** The report of a run that says it failed; null where the format cannot say so. */
function asFailed(report: unknown): string | null {
  const text = typeof report === 'string' ? report : JSON.stringify(report)
  const failed = text
    .replace('"executionSuccessful":true', '"executionSuccessful":false')
    .replace('"status":"success"', '"status":"failure"')
  return failed === text ? null : failed
}

/** How a scanner runs, where that is not as usual. */
const inWords = (run: Run) =>
  Object.entries(run)
    .map(([name, value]) => ` ${name}=${value}`)
    .join('')
