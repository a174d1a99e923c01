import type { BranchSetup } from './branch-setups.ts'
import type { Format } from './formats/format.ts'
import type { Expected, History } from './scenario.ts'
import type { TestProject } from './test-project.ts'

/**
 * Plays a history and says what became of the decision: the words of what is expected where it is so, else what a
 * person sees instead.
 */
export async function play<State>(
  project: TestProject<State>,
  format: Format<State>,
  { before, steps }: History<State>,
  setup: BranchSetup,
  expected: Expected,
): Promise<string> {
  await project.scan(before, { ref: setup.decidedOn, commit: commitOf(0) })
  if (!setup.late) await project.decide('decided', setup.decidedOn)
  let state = before
  let commit = 0
  for (const { edit, run = {}, sameCommit } of steps) {
    state = edit(state)
    if (!sameCommit) commit += 1
    const files = setup.kind === 'diff' ? { files: format.changedFiles(before, state) } : {}
    const place = { ref: setup.scanned, kind: setup.kind, commit: commitOf(commit) }
    await project.scan(state, { ...place, run: { ...run, ...files } })
  }
  if (setup.late) await project.decide('decided', setup.decidedOn)
  return whatIsSeen(project, setup, expected)
}

const commitOf = (number: number) => `${number}`.padStart(40, 'a')

async function whatIsSeen<State>(
  project: TestProject<State>,
  setup: BranchSetup,
  expected: Expected,
): Promise<string> {
  const matches = await project.found(setup.scanned)
  const ignored = [...matches].flatMap(([truth, row]) => (row.status === 'ignored' ? [truth] : []))
  const others = ignored.filter((truth) => truth !== 'decided')
  if (others.length > 0) return `the decision is on ${others.join(' and ')}`
  const row = matches.get('decided')
  if (!row) return expected.decided === 'gone' ? expected.words : 'it is gone'
  const outcome = await project.outcomeOf(row, 'decided')
  if (!expected.decided.includes(outcome)) return `it is ${outcome}`
  if (outcome !== 'ignored') return expected.words
  const decision = project.decisionOn('decided')
  if (row.reason !== 'false_positive' || row.note !== decision?.note) return 'its reason or note is lost'
  if (row.state !== 'unresolved') return `its state is ${row.state}`
  const sameRow = row.id === decision.id
  return sameRow || setup.scanned !== setup.decidedOn ? expected.words : 'the decision is on another row'
}
