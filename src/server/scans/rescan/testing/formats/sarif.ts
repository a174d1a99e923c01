import { flawsIn, type PlacedFlaw, type Repository } from '../repository.ts'
import { codeRules } from '../rules.ts'
import { messageOf, type Run, reportedFlaws } from './format.ts'

/** The physical location of a flaw, with whatever a tool adds to its region and beside it. */
export const physicalLocation = (
  { path, line, column, endColumn }: PlacedFlaw,
  region: object = {},
  context: object = {},
) => ({
  physicalLocation: {
    artifactLocation: { uri: path, uriBaseId: '%SRCROOT%' },
    region: { startLine: line, startColumn: column, endLine: line, endColumn, ...region },
    ...context,
  },
})

/** The parts of a result that all tools write. */
export const plainResult = (flaw: PlacedFlaw, run: Run) => ({
  ruleId: flaw.rule,
  level: run.upgraded ? 'error' : 'warning',
  message: { text: messageOf(flaw, run) },
  ...(run.suppressed?.includes(flaw.truth)
    ? { suppressions: [{ kind: 'inSource', status: 'accepted' }] }
    : {}),
})

/** The rules that a tool lists: those that it ran, and those that are off where it names them. */
export const rulesIn = (run: Run, all: readonly string[] = Object.keys(codeRules)) =>
  all
    .filter((rule) => !run.offRules?.includes(rule) || run.namesOffRules)
    .map((id) => ({
      id,
      shortDescription: { text: `About ${id}` },
      defaultConfiguration: {
        level: run.upgraded ? 'error' : 'warning',
        ...(run.offRules?.includes(id) ? { enabled: false } : {}),
      },
      properties: { tags: ['security'], precision: run.upgraded ? 'very-high' : 'high' },
    }))

/** A SARIF log of one run. */
export const sarifLog = (run: object) => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [run],
})

/** The flaws that a SARIF tool reports. */
export const sarifFlaws = (repository: Repository, run: Run) => reportedFlaws(flawsIn(repository), run)
