import { expect } from 'vitest'
import { triage } from '#contract/operations/triage.ts'
import type { Run } from './formats/format.ts'
import type { Expected } from './scenario.ts'
import { main, type TestProject } from './test-project.ts'

/** What a person, and the gate, see of a flaw on a ref. */
export interface Seen {
  /** Which flaw. */
  truth: string
  ref: string
  expected: Expected
  /** Whether the gate fails because of it; left out where the base has it, and so it is about something else. */
  blocks?: boolean
}

/** The refs of a project, each with a state of its own. */
export class Branches<State> {
  readonly project: TestProject<State>
  readonly #states = new Map<string, State>()

  constructor(project: TestProject<State>) {
    this.project = project
  }

  /** Makes a branch from what another one is now. */
  make(ref: string, from = main): void {
    this.#states.set(ref, this.#stateOf(from))
  }

  /** Edits a ref, and scans it. */
  async scan(ref: string, edit: (state: State) => State, run: Run = {}): Promise<void> {
    this.#states.set(ref, edit(this.#stateOf(ref)))
    await this.project.scan(this.#stateOf(ref), { ref, run, accepted: true })
  }

  /** Begins with a state of the primary branch. */
  async begin(state: State): Promise<void> {
    this.#states.set(main, state)
    await this.project.scan(state)
  }

  /** Sets another state of a flaw than ignored. */
  async triage(truth: string, ref: string, state: string): Promise<void> {
    const row = (await this.project.found(ref)).get(truth)
    const { status, text } = await this.project.service.call(triage, {
      body: { issue_type: row?.issueType, issue_ids: [row?.id], new_triage_state: state },
    })
    expect(status, text).toBe(200)
  }

  /** What is expected, in words, or what is seen instead. */
  async seen({ truth, ref, expected, blocks }: Seen): Promise<string> {
    const row = (await this.project.found(ref)).get(truth)
    const outcome = row && (await this.project.outcomeOf(row))
    if (outcome === undefined || !expected.decided.includes(outcome))
      return `${truth} on ${ref} is ${outcome}`
    if (blocks === undefined) return expected.words
    const isBlocking = (await this.project.blocked(ref)).includes(truth)
    if (isBlocking === blocks) return expected.words
    return `${expected.words}, and the gate ${isBlocking ? 'fails' : 'passes'}`
  }

  #stateOf(ref: string): State {
    const state = this.#states.get(ref)
    if (state === undefined) throw new Error(`there is no ${ref}`)
    return state
  }
}
