import type { ServiceCalls } from '#server/testing/service.ts'
import type { Row } from '../rows.ts'
import { main, type TestProject } from '../test-project.ts'
import type { Figures } from './figures.ts'
import type { Judge } from './judge.ts'
import type { Snapshot, World } from './world.ts'

/** What the base says of a flaw of the head. */
type OnBase = 'open' | 'hidden' | 'new' | 'unclear'

/** A verdict that is wrong about a flaw. */
interface Wrong {
  truth: string
  row: Row
  verdict: 'pass' | 'failure'
}
const isPass = ({ verdict }: Wrong) => verdict === 'pass'

/** Asks the gate about the newest scan of a ref, and compares its verdict with what the base has. */
export class GateJudge<State, S extends Snapshot> {
  readonly #project: TestProject<State, ServiceCalls>
  readonly #world: World<State, S>
  readonly #judge: Judge<State, S>
  readonly #figures: Figures

  constructor(
    project: TestProject<State, ServiceCalls>,
    world: World<State, S>,
    judge: Judge<State, S>,
    figures: Figures,
  ) {
    this.#project = project
    this.#world = world
    this.#judge = judge
    this.#figures = figures
  }

  async judge(ref: string): Promise<void> {
    const found = new Map(
      [...(this.#judge.observed.get(ref) ?? [])].filter(([, row]) => this.#project.isOwn(row)),
    )
    const { ids, reasons } = await this.#project.gate(ref, [...found.values()])
    if (reasons.length > 0) return
    const [base, head] = [main, ref].map((name) => this.#judge.told.newest(name)?.snapshot)
    if (!base || !head) return
    const equalOf = (truth: string) => this.#world.equalTo(truth, head, head)[0] ?? truth
    const wrong = [...found].flatMap(([truth, row]) => {
      const verdict = this.#wrong(ref, truth, row, ids.has(row.id))
      if (verdict !== null) this.#figures.gate.checks += 1
      return verdict ? [{ truth, row, verdict }] : []
    })
    // One that fails though nobody can tell whether the base has it stands for an equal one that is new.
    const unclear = [...found].flatMap(([truth, row]) =>
      ids.has(row.id) && this.#wrong(ref, truth, row, true) === null ? [equalOf(truth)] : [],
    )
    this.#figures.gate.verdicts += 1
    // Of equal results it counts how many are new: which of them these are nobody can tell.
    for (const [equal, some] of Map.groupBy(wrong, ({ truth }) => equalOf(truth))) {
      const [passed, failed] = [some.filter(isPass), some.filter((each) => !isPass(each))]
      const exchanged = Math.min(passed.length, failed.length)
      const isGone = (each: string) => !head.has(each)
      // What is ignored there counts in its file alone.
      const gone = new Set([
        ...this.#world.equalTo(equal, head, base).filter((each) => isGone(each) && this.#isOpen(each)),
        ...passed.flatMap(({ truth }) => this.#world.equalTo(truth, head, base, true).filter(isGone)),
      ])
      const excused = exchanged + gone.size + unclear.filter((one) => one === equal).length
      for (const each of [...passed.slice(excused), ...failed.slice(exchanged)]) this.#count(ref, each)
    }
  }

  #count(ref: string, { truth, row, verdict }: Wrong): void {
    const { gate } = this.#figures
    gate[verdict === 'pass' ? 'falsePasses' : 'falseFailures'] += 1
    this.#judge.faults.push(this.#inWords(ref, truth, row, verdict))
  }

  /** Which verdict is wrong, undefined where it is right; null where nothing says which one is. */
  #wrong(ref: string, truth: string, row: Row, isBlocked: boolean): 'pass' | 'failure' | undefined | null {
    if (this.#judge.isLanded(ref, truth)) return isBlocked ? undefined : 'pass'
    if (row.triage === 'ignored' || this.#judge.truths.isBlurred(truth)) return null
    const onBase = this.#onBase(ref, truth)
    if (onBase === 'unclear') return null
    if (onBase === 'open') return isBlocked ? 'failure' : undefined
    if (onBase === 'hidden') return isBlocked && this.#isAskedToKeep(ref, truth) ? 'failure' : null
    return isBlocked ? undefined : 'pass'
  }

  #isAskedToKeep(ref: string, truth: string): boolean {
    const [before, now] = [main, ref].map((name) => this.#judge.told.newest(name)?.snapshot)
    const across = { isFirstScan: false, isFromPrimary: true }
    return before && now ? this.#world.asks(truth, { before, now, across }) === 'keep' : false
  }

  #onBase(ref: string, truth: string): OnBase {
    const head = this.#judge.told.newest(ref)?.snapshot
    const scans = this.#judge.told.scansOf(main)
    const base = scans.at(-1)?.snapshot
    if (!head || !base) return 'unclear'
    if (base.has(truth)) return this.#isOpen(truth) ? this.#ofSame(truth, base, head) : 'hidden'
    const old = this.#standing(truth, base)
    if (old !== undefined && base.has(old) && !this.#judge.truths.isBlurred(old)) {
      const asked = this.#world.asksOfSuccessor(old, truth, { before: base, now: head, across: null })
      if (asked !== 'offer' || this.#judge.isRejected(truth) || !this.#world.canTell(old, truth, base, head))
        return 'unclear'
      return this.#isOpen(old) ? 'open' : this.#ofNew(ref, truth, base, head)
    }
    if (scans.some(({ snapshot }) => snapshot.has(truth))) return 'unclear'
    return this.#ofNew(ref, truth, base, head)
  }

  /** The flaw of a report in whose place one came, after others. */
  #standing(truth: string, base: S): string | undefined {
    const old = this.#world.predecessorOf(truth)
    return old === undefined || base.has(old) ? old : this.#standing(old, base)
  }

  /** One that the base has counts as such where the reports say so. */
  #ofSame(truth: string, base: S, head: S): OnBase {
    const across = { isFirstScan: false, isFromPrimary: false }
    if (this.#world.asks(truth, { before: base, now: head, across }) === 'keep') return 'open'
    if (!this.#world.canTell(truth, truth, base, head)) return 'unclear'
    const [stood, stands] = [base, head].map((each) => this.#world.equalTo(truth, each, each).length)
    return stood === 1 && stands === 1 ? 'open' : 'unclear'
  }

  #ofNew(ref: string, truth: string, base: S, head: S): OnBase {
    const isOfPart = (each: string) => {
      const row = this.#judge.observed.get(ref)?.get(each)
      return row !== undefined && !this.#project.isOwn(row)
    }
    // Of equal ones the gate sees those of its own project.
    if (this.#world.equalTo(truth, head, head).some(isOfPart)) return 'unclear'
    return this.#world.isCountedInBase(truth, base, head) ? 'unclear' : 'new'
  }

  #isOpen(truth: string): boolean {
    const row = this.#judge.observed.get(main)?.get(truth)
    return row !== undefined && row.triage !== 'ignored'
  }

  #inWords(ref: string, truth: string, row: Row, wrong: 'pass' | 'failure'): string {
    const told = [main, ref].flatMap((name) => {
      const snapshot = this.#judge.told.newest(name)?.snapshot
      return snapshot ? this.#world.describe(snapshot).map((line) => `  ${name}: ${line}`) : []
    })
    const [kind, verdict] = wrong === 'pass' ? ['passed', 'passes with'] : ['failed', 'fails for']
    return [`${kind}: the gate of ${ref} ${verdict} ${truth}, which is ${row.status}`, ...told].join('\n')
  }
}
