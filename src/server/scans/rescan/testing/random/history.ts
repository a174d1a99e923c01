import fc from 'fast-check'
import { triage } from '#contract/operations/triage.ts'
import type { Row } from '../rows.ts'
import type { TestProject } from '../test-project.ts'
import type { Figures } from './figures.ts'
import type { Command, Landing, Snapshot, World } from './world.ts'

const number = fc.nat({ max: 9_999 })
const command: fc.Arbitrary<Command> = fc.record({ kind: number, a: number, b: number, n: number })

/** What is decided and edited in a random history of ten scans. */
export interface Script {
  flaws: readonly Command[]
  scans: readonly { edits: readonly Command[]; decide: readonly number[] }[]
}

export const script: fc.Arbitrary<Script> = fc.record({
  flaws: fc.array(command, { minLength: 12, maxLength: 20 }),
  scans: fc.array(
    fc.record({
      edits: fc.array(command, { minLength: 1, maxLength: 4 }),
      decide: fc.array(number, { maxLength: 2 }),
    }),
    { minLength: 9, maxLength: 9 },
  ),
})

/** Decided before the first edit. */
const decidedAtFirst = 5

interface Decision<S> {
  truth: string
  /** Another one for each decision, by which it is known wherever it is found. */
  note: string
  /** The last scan that reported the flaw with its decision. */
  last: S
  reportedAgain: boolean
  /** Whether it stayed with its flaw so far. */
  stayed: boolean
}

/**
 * Plays a random history and counts what became of its decisions.
 * @returns a sentence for each decision that landed on another flaw without excuse.
 */
export async function playRandom<State, S extends Snapshot>(
  project: TestProject<State>,
  world: World<State, S>,
  { scans }: Script,
  figures: Figures,
): Promise<string[]> {
  const decisions: Decision<S>[] = []
  const wrong: string[] = []
  const decide = async (truth: string, row: Row, last: S) => {
    const note = `Decision ${decisions.length} was on ${truth}.`
    await project.decideRow(truth, row, note)
    decisions.push({ truth, note, last, reportedAgain: false, stayed: true })
  }
  await project.scan(world.state, { run: world.run, accepted: true })
  let current = world.snapshot()
  for (const [truth, row] of [...(await project.found())].slice(0, decidedAtFirst))
    await decide(truth, row, current)
  for (const { edits, decide: picks } of scans) {
    for (const each of edits) world.edit(each)
    await project.scan(world.state, { run: world.run, accepted: true })
    const previous = current
    current = world.snapshot()
    const matches = await project.found()
    wrong.push(...(await judge({ project, world, figures, decisions, previous, current, found: matches })))
    const open = [...matches].filter(
      ([truth]) => !decisions.some((each) => each.stayed && each.truth === truth),
    )
    for (const pick of new Set(picks.map((each) => each % Math.max(1, open.length)))) {
      const [truth, row] = open[pick] ?? []
      if (truth !== undefined && row) await decide(truth, row, current)
    }
  }
  const kept = decisions.filter(({ stayed, reportedAgain }) => stayed && reportedAgain).length
  figures.decisions += kept
  figures.kept += kept
  figures.histories += 1
  figures.scans += scans.length + 1
  return wrong
}

interface Judged<State, S extends Snapshot> {
  project: TestProject<State>
  world: World<State, S>
  figures: Figures
  decisions: readonly Decision<S>[]
  previous: S
  current: S
  found: ReadonlyMap<string, Row>
}

/** Counts the decisions that did not stay with their flaw in a scan, and those found on other flaws. */
async function judge<State, S extends Snapshot>(judged: Judged<State, S>): Promise<string[]> {
  const { project, world, figures, decisions, previous, current, found: matches } = judged
  const wrong: string[] = []
  for (const decision of decisions) {
    const { truth: decided, note, last, stayed } = decision
    const holders = [...matches].flatMap(([truth, row]) =>
      row.status === 'ignored' && row.note === note ? [truth] : [],
    )
    const elsewhere = holders.filter((truth) => truth !== decided)
    const keeps = holders.includes(decided)
    const own = matches.get(decided)
    let isWrong = false
    for (const on of elsewhere) {
      const closed = !stayed || !previous.has(decided)
      const landing: Landing<S> = { decided, on, last, previous, current, closed }
      const excused = !keeps && world.isExcused(landing)
      isWrong ||= !excused
      if (!excused) wrong.push(world.describe(landing))
      await reopen(project, matches.get(on))
    }
    if (isWrong) figures.wrong += 1
    else if (elsewhere.length > 0) figures.indistinguishable += 1
    if (!stayed) continue
    if (elsewhere.length === 0 && (!own || keeps)) {
      if (own) Object.assign(decision, { last: current, reportedAgain: true })
      continue
    }
    decision.stayed = false
    figures.decisions += 1
    if (elsewhere.length > 0) continue
    const isOffered = own && (await project.outcomeOf(own, decided)) === 'uncertain'
    figures[isOffered ? 'uncertain' : 'lost'] += 1
  }
  return wrong
}

/** Takes a decision off a finding that it does not belong to. */
async function reopen<State>({ service }: TestProject<State>, row: Row | undefined): Promise<void> {
  if (!row) return
  await service.call(triage, {
    body: { issue_type: row.issueType, issue_ids: [row.id], new_triage_state: 'reopened' },
  })
}
