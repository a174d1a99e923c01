import { record } from '#server/changes/change.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Database, Reader } from '#server/db/database.ts'
import { type MovedRow, newStagingTables, type Row } from '#server/db/engine.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import { insertStagedFindings } from '#server/findings/writes.ts'
import { contentOf, detailOf } from '#server/reports/findings/finding-content.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import type { ReportedFinding, ReportedRun } from '#server/reports/report/report.ts'
import type { PreparedRun } from '../run.ts'
import { mayTriage } from '../state/reported-triage.ts'
import { evidenceRow } from '../write/evidence-row.ts'
import { newRow } from '../write/finding-row.ts'
import { isSharedMessage } from '../write/intern-messages.ts'
import { defaultBranch } from '../write/intern-place.ts'

/** Smaller imports are not staged. */
const minStagedFindings = 1000
/** Staged rows are in memory; further rows of a larger import are written directly. */
const maxStagedFindings = 100_000
/**
 * Findings staged in one turn, which takes some milliseconds. Their rows are garbage after it; those that are at hand when
 * the youngest objects are collected stay in memory for long, so that there are few. A multiple of the rows of one statement.
 */
const findingsPerWrite = 120
/** Known fingerprints read at a time. */
const fingerprintsPerRead = 2000

/** Findings of an import, staged in their final form, so that the import's transaction is short. */
export interface StagedFindings {
  /** The number of a staged finding; undefined if it is not staged. */
  numberOf(finding: ReportedFinding): number | undefined
  /** Moves findings of a run into the tables, given by their numbers in order. */
  insertStaged(
    transaction: ChangeTransaction,
    prepared: PreparedRun,
    rows: readonly MovedRow[],
  ): Promise<void>
  /** Releases their memory. */
  discard(): Promise<void>
}

interface StagingRequest {
  deploymentId: number
  project: string
  /** A full ref; null for the primary branch. */
  ref: string | null
  /** The instant of the findings of a run, milliseconds since 1970. */
  at(run: ReportedRun): number
}

/**
 * Stages the findings of a large report that seem to be new, in many short turns between which others can write. They
 * are in temporary tables, so that nothing remains if the service is killed. They contain no data read from the
 * database, and the transaction uses only those that are still new and inherit no decision.
 * @returns null if the report is too small for staging.
 */
export async function stageFindings(
  database: Database,
  runs: readonly ReportedRun[],
  request: StagingRequest,
): Promise<StagedFindings | null> {
  if (runs.reduce((sum, run) => sum + run.findings.length, 0) < minStagedFindings) return null
  const tables = newStagingTables(database.read)
  const numbers = new Map<ReportedFinding, number>()
  const rowBuilders = new Map<ReportedRun, RowBuilder>()
  const discard = () => record(database, (transaction) => tables.drop(transaction))
  try {
    for (const run of runs) {
      const known = await readKnownFingerprints(database.read, run, request)
      const rowBuilder = new RowBuilder(run, request.deploymentId, request.at(run))
      rowBuilders.set(run, rowBuilder)
      const newFindings = run.findings.filter((finding) => !known.has(finding.matchBasedId))
      for (
        let from = 0;
        from < newFindings.length && numbers.size < maxStagedFindings;
        from += findingsPerWrite
      ) {
        const rows = newFindings.slice(from, from + findingsPerWrite).flatMap((finding): Row[] => {
          const row = rowBuilder.rowOf(finding)
          if (row === null) return []
          const number = numbers.size + 1
          numbers.set(finding, number)
          const { finding_id: _, ...evidence } = evidenceRow(0, finding)
          return [{ number, ...row, ...detailOf(finding), ...evidence }]
        })
        await record(database, (transaction) => tables.stage(transaction, rows))
        await yieldToEventLoop()
      }
    }
  } catch (error) {
    await discard().catch(() => undefined)
    throw error
  }
  return {
    numberOf: (finding) => numbers.get(finding),
    async insertStaged(transaction, prepared, rows) {
      const rowBuilder = rowBuilders.get(prepared.run)
      await tables.setIds(transaction, {
        rules: prepared.run.rules.map(({ path }) => prepared.ruleOf(path)),
        categorySets: rowBuilder?.examples.map(prepared.categorySetOf) ?? [],
        messages: rowBuilder?.withMessages.map(prepared.messageOf) ?? [],
      })
      await insertStagedFindings(transaction, tables, prepared.target, rows)
    },
    discard,
  }
}

/**
 * Builds rows for the findings of a run; rules, lists of categories and long messages are referenced by their index in
 * the run.
 */
class RowBuilder {
  /** One finding for each list of categories, in the order of their numbers. */
  readonly examples: ReportedFinding[] = []
  /** One finding for each long message, in the order of their numbers. */
  readonly withMessages: ReportedFinding[] = []
  readonly #messages = new Map<string, number>()
  readonly #lists = new Map<string, number>()
  readonly #rules: ReadonlyMap<string, number>
  readonly #place: Parameters<typeof newRow>[0]

  constructor(run: ReportedRun, deploymentId: number, at: number) {
    this.#rules = new Map(run.rules.map(({ path }, number) => [path, number]))
    const place = { projectId: 0, refId: 0, onPrimary: false, onMergeQueue: false, sourceId: 0, scanId: 0 }
    this.#place = { ...place, deploymentId, at }
  }

  /** The row of a finding; null if its history begins with more than the `found` event. */
  rowOf(finding: ReportedFinding): Row | null {
    if (mayTriage(finding)) return null
    const content = contentOf(finding, {
      rule: this.#rules.get(finding.rulePath) ?? -1,
      categorySet: this.#listOf(finding),
      message: this.#messageOf(finding),
    })
    const { row, history } = newRow(this.#place, finding, { content, policyId: null })
    return history.length === 0 ? row : null
  }

  #messageOf(finding: ReportedFinding): number | null {
    const { message } = finding
    if (!isSharedMessage(message)) return null
    const known = this.#messages.get(message)
    if (known !== undefined) return known
    this.#messages.set(message, this.#messages.size)
    return this.withMessages.push(finding) - 1
  }

  #listOf(finding: ReportedFinding): number {
    const list = JSON.stringify(finding.categories)
    const known = this.#lists.get(list)
    if (known !== undefined) return known
    this.#lists.set(list, this.examples.length)
    return this.examples.push(finding) - 1
  }
}

/** The fingerprints that the source of a run has on the ref, as far as known before the transaction. */
async function readKnownFingerprints(
  reader: Reader,
  run: ReportedRun,
  request: StagingRequest,
): Promise<Set<string>> {
  const known = new Set<string>()
  const place = await reader
    .selectFrom('project')
    .innerJoin('ref', (join) =>
      join
        .onRef('ref.deployment_id', '=', 'project.deployment_id')
        .onRef('ref.project_id', '=', 'project.id'),
    )
    .innerJoin('scan_source as source', (join) =>
      join.onRef('source.deployment_id', '=', 'project.deployment_id'),
    )
    .select(['ref.id as refId', 'source.id as sourceId'])
    .where('project.deployment_id', '=', request.deploymentId)
    .where('project.id', '=', projectIdNamed(request.deploymentId, request.project))
    .where((eb) =>
      eb('ref.name', '=', request.ref ?? eb.fn.coalesce('project.primary_branch', eb.val(defaultBranch))),
    )
    .where('source.tool', '=', run.source.tool)
    .where('source.category', '=', run.source.category ?? '')
    .executeTakeFirst()
  if (!place) return known
  for (let after = 0; ; ) {
    const rows = await reader
      .selectFrom('finding')
      .select(['id', 'match_based_id'])
      .where('deployment_id', '=', request.deploymentId)
      .where('ref_id', '=', place.refId)
      .where('source_id', '=', place.sourceId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(fingerprintsPerRead)
      .execute()
    for (const row of rows) known.add(row.match_based_id)
    after = rows.at(-1)?.id ?? 0
    if (rows.length < fingerprintsPerRead) return known
    await yieldToEventLoop()
  }
}
