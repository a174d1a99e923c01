import type { ServiceCalls } from '#server/testing/service.ts'
import type { Format } from '../formats/format.ts'
import type { Row } from '../rows.ts'
import { main, type TestProject } from '../test-project.ts'
import { type Decision, hasDecision, missing } from './decision.ts'
import type { Figures, Share } from './figures.ts'
import { type Observed, observe, type Scan } from './observed.ts'
import { Told } from './told.ts'
import { Truths } from './truths.ts'
import type { Asked, Pair, Snapshot, World } from './world.ts'

/** What may not happen, as a sentence; the first word says which kind it is. */
export type Fault = string

/** Follows what a history's scans and decisions make of the findings, and says what is wrong with it. */
export class Judge<State, S extends Snapshot> {
  readonly told: Told<State, S>
  readonly faults: Fault[] = []
  readonly truths = new Truths()
  observed: Observed = new Map()
  readonly #project: TestProject<State, ServiceCalls>
  readonly #format: Format<State>
  readonly #world: World<State, S>
  readonly #figures: Figures
  readonly #decisions: Decision[] = []
  /** Where a decision was seen on its flaw, and where it was not though it might have been; by ref and note. */
  readonly #held = new Set<string>()
  readonly #settled = new Set<string>()
  readonly #landed = new Set<string>()
  /** Flaws of which somebody said that they are not what was offered. */
  readonly #rejected = new Set<string>()

  constructor(
    project: TestProject<State, ServiceCalls>,
    format: Format<State>,
    world: World<State, S>,
    figures: Figures,
  ) {
    this.#project = project
    this.#format = format
    this.#world = world
    this.told = new Told(world)
    this.#figures = figures
  }

  newestDecision(truth: string): Decision | undefined {
    return this.#decisions.findLast((each) => each.truth === truth)
  }

  isLanded(ref: string, truth: string): boolean {
    return this.#landed.has(`${ref} ${truth}`)
  }

  /** Looks at what a scan made of the findings. */
  async scanned(ref: string, scan: Scan<State, S>, isRuleRenamed: boolean): Promise<void> {
    const before = this.observed
    this.told.add(ref, scan)
    this.#figures.scans += 1
    await this.#look()
    this.#joinExchanged(ref, before)
    this.#findLandings(before)
    for (const [truth, row] of this.observed.get(ref) ?? []) {
      const decision = this.newestDecision(truth)
      if (decision) await this.#judgeDecision(ref, decision, row, before, isRuleRenamed)
      else await this.#judgeSuccessor(ref, truth, row, before)
    }
  }

  /** Looks at what decisions on a ref made of the findings of all refs. */
  async decided(ref: string, decisions: readonly Decision[]): Promise<void> {
    const before = this.observed
    this.#decisions.push(...decisions)
    this.#figures.decisions += decisions.length
    await this.#look()
    this.#findLandings(before)
    for (const [other, found] of this.observed)
      for (const decision of decisions) {
        const row = found.get(decision.truth)
        if (row) await this.#judgeSpread(ref, other, decision, row)
      }
  }

  /** Whether what was just decided on a ref is on a finding of the flaw, there or on another one. */
  async #judgeSpread(ref: string, other: string, decision: Decision, row: Row): Promise<void> {
    const { truth, state, note } = decision
    const key = `${other} ${note}`
    const isThere = hasDecision(row, decision)
    if (isThere) this.#held.add(key)
    if (other === ref && !isThere)
      this.#fault('unchanged', `${truth} on ${ref} does not have what was just decided`)
    if (other === ref || state === 'reopened' || !this.#isAlwaysAsked(ref, other, truth)) return
    if (isThere) {
      this.#figures.keep.kept += 1
      return
    }
    this.#settled.add(key)
    await this.#count(this.#figures.keep, other, decision, row)
  }

  /** Looks at what became of the findings when their project was renamed or split: nothing. */
  async moved(): Promise<void> {
    const before = this.observed
    await this.#look()
    this.#findLandings(before)
    for (const [ref, found] of this.observed)
      for (const [truth, row] of found) {
        const decision = this.newestDecision(truth)
        const had = before.get(ref)?.get(truth)
        if (!decision || !had || !hasDecision(had, decision)) continue
        if (hasDecision(row, decision)) this.#figures.keep.kept += 1
        else await this.#count(this.#figures.keep, ref, decision, row)
      }
  }

  /** Looks at what it made of the findings that somebody confirmed an offer. */
  async confirmed(ref: string, decision: Decision): Promise<void> {
    const before = this.observed
    await this.#look()
    this.#findLandings(before)
    const row = this.observed.get(ref)?.get(decision.truth)
    if (!row) return
    if (hasDecision(row, decision)) this.#held.add(`${ref} ${decision.note}`)
    else
      this.#fault(
        'confirmed',
        `${decision.truth} on ${ref} does not have what was confirmed: ${missing(row, decision)}`,
      )
  }

  /** The flaw of which something was decided with a note, else that of a finding; undefined where neither is known. */
  truthOf({ id, note }: { id?: number | undefined; note?: string | null | undefined }): string | undefined {
    const noted = this.#decisions.find((each) => each.note === note)
    if (noted) return noted.truth
    for (const found of this.observed.values())
      for (const [truth, row] of found) if (row.id === id) return truth
    return undefined
  }

  /** Whether the newest reports of two refs say the same of a flaw. */
  isSameOn(ref: string, other: string, truth: string): boolean {
    const [before, now] = [ref, other].map((name) => this.told.newest(name)?.snapshot)
    const across = { isFirstScan: false, isFromPrimary: false }
    return !!before && !!now && this.#world.asks(truth, { before, now, across }) === 'keep'
  }

  rejected(truth: string): void {
    this.#rejected.add(truth)
  }

  /** Whether somebody said of a flaw that it is none of those that it may be. */
  isRejected(truth: string): boolean {
    return this.#rejected.has(truth)
  }

  /** Looks at what it made of the findings that this was undone. */
  async undone(ref: string, decision: Decision, was: Row): Promise<void> {
    await this.#look()
    this.#held.delete(`${ref} ${decision.note}`)
    this.#settled.add(`${ref} ${decision.note}`)
    if (was.triage !== 'ignored' && this.observed.get(ref)?.get(decision.truth)?.triage === 'ignored')
      this.#fault('undone', `${decision.truth} on ${ref} is still ignored`)
  }

  /** Whether two refs had the flaw in the same place whenever they were scanned. */
  #isAlwaysAsked(ref: string, other: string, truth: string): boolean {
    if (this.truths.isBlurred(truth)) return false
    const wasAway = [ref, other].some((name) => this.told.wasAway(name, truth))
    const across = { isFirstScan: false, isFromPrimary: false, wasAway }
    const of = (name: string) =>
      this.told.scansOf(name).flatMap(({ snapshot }) => (snapshot.has(truth) ? [snapshot] : []))
    return of(ref).every((before) =>
      of(other).every((now) => this.#world.asks(truth, { before, now, across }) === 'keep'),
    )
  }

  async #look(): Promise<void> {
    this.observed = observe(this.#format, this.told.scans, await this.#project.allRows(), (sentence) =>
      this.#fault('rows', sentence),
    )
  }

  #fault(kind: string, sentence: string): void {
    const fault = `${kind}: ${sentence}`
    if (!this.faults.includes(fault)) this.faults.push(fault)
  }

  /** Two flaws whose findings were exchanged, as the reports allow, are not told apart from then on. */
  #joinExchanged(ref: string, before: Observed): void {
    const old = new Map([...(before.get(ref) ?? [])].map(([truth, { id }]) => [id, truth]))
    for (const [truth, { id }] of this.observed.get(ref) ?? []) {
      const was = old.get(id)
      if (was === undefined || was === truth || this.truths.same(was, truth)) continue
      if (this.told.isExplained(ref, was, truth, true)) this.truths.join(was, truth)
    }
  }

  /** Finds what was decided of one flaw on another one. */
  #findLandings(before: Observed): void {
    // The newest first: what an earlier one left behind goes where that one went.
    for (const [ref, found] of this.observed)
      for (const [truth, row] of found)
        for (const decision of this.#decisions.toReversed()) {
          const decided = decision.truth
          if (this.truths.same(decided, truth) || !this.#isMarked(row, truth, decision)) continue
          const held = before.get(ref)?.get(decided)
          const isExcused = this.told.isExplained(
            ref,
            decided,
            truth,
            held !== undefined && held.triage === row.triage,
          )
          this.truths.join(decided, truth)
          if (isExcused) {
            this.#figures.indistinguishable += 1
            continue
          }
          this.#figures.wrong += 1
          this.#landed.add(`${ref} ${truth}`)
          this.#fault('wrong', this.#landingInWords(ref, decided, truth, row))
        }
  }

  /** Whether a finding has a part of a decision; what does not hide one that came in another's place is of both. */
  #isMarked(row: Row, truth: string, { truth: decided, state, note, owner, ticket }: Decision): boolean {
    if (row.note === note && row.triage === 'ignored') return true
    const isInProgress = row.triage === 'reviewing' || row.triage === 'fixing'
    const isOpen = row.note === note && (isInProgress || state === 'noted')
    const isOwned =
      (row.owner !== null && row.owner === owner) || (row.ticket !== null && row.ticket === ticket)
    return (isOpen || isOwned) && !this.truths.joined(truth).some((each) => this.isRelated(each, decided))
  }

  /** Whether one flaw came in the place of the other, or both in that of a third one on refs of their own. */
  isRelated(one: string, other: string): boolean {
    return this.#firstIn(one) === this.#firstIn(other)
  }

  /** The flaw in whose place one came, after all others there. */
  #firstIn(truth: string): string {
    const old = this.#world.predecessorOf(truth)
    return old === undefined ? truth : this.#firstIn(old)
  }

  #landingInWords(ref: string, decided: string, on: string, row: Row): string {
    const truths = new Set([decided, on])
    const told = [...this.told.scans].flatMap(([name, scans]) =>
      scans
        .slice(-2)
        .flatMap(({ snapshot }, index) => [
          `  ${name}, ${index === scans.slice(-2).length - 1 ? 'newest' : 'before'}:`,
          ...this.#world.describe(snapshot, truths).map((line) => `    ${line}`),
        ]),
    )
    return [`what was decided of ${decided} (${row.triage}) is on ${on} on ${ref}`, ...told].join('\n')
  }

  /** Whether a decision is on its flaw after a scan of a ref, as far as the rules ask for it. */
  async #judgeDecision(ref: string, decision: Decision, row: Row, before: Observed, isRuleRenamed: boolean) {
    const { truth, state } = decision
    const key = `${ref} ${decision.note}`
    if (hasDecision(row, decision)) {
      const asked = this.#settled.has(key) ? null : this.#asked(ref, decision, before)
      this.#held.add(key)
      const share = this.#shareOf(asked, isRuleRenamed)
      if (share) share.kept += 1
      return
    }
    if (state === 'reopened' || this.truths.isBlurred(truth) || this.#settled.has(key)) return
    if (this.#isReplaced(decision, row)) return
    const share = this.#shareOf(this.#asked(ref, decision, before), isRuleRenamed)
    this.#settled.add(key)
    if (share) await this.#count(share, ref, decision, row)
  }

  /** Whether a finding has what was decided later of one that came in its place. */
  #isReplaced(decision: Decision, row: Row): boolean {
    const later = this.#decisions.slice(this.#decisions.indexOf(decision) + 1)
    return later.some(({ truth, note }) => note === row.note && this.isRelated(truth, decision.truth))
  }

  #shareOf(asked: Asked, isRuleRenamed: boolean): Share | null {
    if (asked === null) return null
    if (asked === 'offer') return this.#figures.offer
    return isRuleRenamed ? this.#figures.keepRenamedRules : this.#figures.keep
  }

  /** What the rules ask for a decision: by the ref's own scans where it was there, else by those of refs that have it. */
  #asked(ref: string, decision: Decision, before: Observed): Asked {
    const { truth, note, state } = decision
    const own = this.told.scansOf(ref)
    const now = own.at(-1)?.snapshot
    if (!now || this.truths.isBlurred(truth)) return null
    const earlier = own.slice(0, -1)
    const last = earlier.findLast(({ snapshot }) => snapshot.has(truth))?.snapshot
    if (this.#held.has(`${ref} ${note}`) && last) {
      const asked = this.#world.asks(truth, { before: last, now, across: null })
      if (earlier.at(-1)?.snapshot === last) return asked
      // What is in progress is so no longer once it was fixed.
      if (state === 'reviewing' || state === 'fixing') return null
      const across = { isFirstScan: false, isFromPrimary: false, wasAway: true }
      return this.#world.asks(truth, { before: last, now, across })
    }
    if (last) return null
    // What the primary branch has comes before what other refs have.
    const isOnMain = ref !== main && before.get(main)?.has(truth) === true
    const asked = [...before].flatMap(([other, found]) => {
      if (isOnMain && other !== main) return []
      const row = found.get(truth)
      const snapshot = this.told.newest(other)?.snapshot
      if (other === ref || !row || !hasDecision(row, decision) || !snapshot) return []
      const renamed = own.at(-1)?.renamed ?? new Map()
      const across = { isFirstScan: earlier.length === 0, isFromPrimary: other === main, renamed }
      return this.#world.asks(truth, { before: snapshot, now, across })
    })
    return asked.find((each) => each === 'keep') ?? asked.find((each) => each === 'offer') ?? null
  }

  /** Counts a check of a decision that is not on its flaw. */
  async #count(share: Share, ref: string, decision: Decision, row: Row): Promise<void> {
    const outcome = await this.#project.outcomeOf(row)
    if (outcome === 'uncertain') {
      share.offered += 1
      return
    }
    share.lost += 1
    const asked = share === this.#figures.offer ? 'not offered' : 'lost'
    this.#fault(
      'lost',
      [
        `what was decided of ${decision.truth} (${decision.state}) is ${asked} on ${ref}: ${missing(row, decision)}`,
        ...this.#told(decision.truth),
      ].join('\n'),
    )
  }

  #told(truth: string): string[] {
    const truths = new Set([truth])
    return [...this.told.scans].flatMap(([name, scans]) =>
      scans
        .slice(-2)
        .flatMap(({ snapshot }) =>
          this.#world.describe(snapshot, truths).map((line) => `  ${name}: ${line}`),
        ),
    )
  }

  /** Whether a flaw in the place of one that was ignored offers what was decided. */
  async #judgeSuccessor(ref: string, truth: string, row: Row, before: Observed): Promise<void> {
    const old = this.#world.predecessorOf(truth)
    const stood = old === undefined ? undefined : before.get(ref)?.get(old)
    const scans = this.told.scansOf(ref)
    const [previous, now] = scans.slice(-2)
    if (old === undefined || stood?.triage !== 'ignored' || !previous?.snapshot.has(old) || !now) return
    if (this.truths.isBlurred(truth) || this.truths.isBlurred(old) || this.#rejected.has(truth)) return
    const pair: Pair<S> = { before: previous.snapshot, now: now.snapshot, across: null }
    const decision = this.newestDecision(old)
    if (!decision || this.#world.asksOfSuccessor(old, truth, pair) !== 'offer') return
    await this.#count(this.#figures.offer, ref, { ...decision, truth }, row)
  }
}
