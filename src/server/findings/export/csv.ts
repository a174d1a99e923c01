import { type ExportColumn, exportColumns } from '#contract/operations/export.ts'
import { type Cell, csvCell } from '#lib/text/csv.ts'
import {
  confidences,
  fromCode,
  ignoreEnds,
  reachabilities,
  severities,
  states,
  statuses,
  transitivities,
  triageReasons,
  triageStates,
  validationStates,
} from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { modeOfLevel } from '#server/records/policies/effective-modes.ts'
import { requestedState } from '../approval-rules.ts'
import { createDueDates, type DueAt } from '../due/read-due-dates.ts'
import { formatInstant, parseDocument } from '../list/write-finding.ts'
import { codeUrl, findingUrl } from './addresses.ts'
import type { FileKind } from './file-kind.ts'
import type { ExportedRow } from './pages.ts'
import { createShared, messageOf, type Shared, sharedRuleOf, texts } from './shared.ts'

/** The type of the findings, and the origin of their URLs. */
type Written = Pick<FileKind, 'deploymentId' | 'type' | 'origin'>

/** The finding of the current line; reused for every line. */
class RowContext {
  readonly shared: Shared
  readonly kind: Written
  readonly dueAt: DueAt
  #row: ExportedRow
  #document: FindingDocument | undefined

  constructor(row: ExportedRow, shared: Shared, kind: Written, dueAt: DueAt) {
    this.#row = row
    this.shared = shared
    this.kind = kind
    this.dueAt = dueAt
  }

  get row() {
    return this.#row
  }
  set row(row) {
    this.#row = row
    this.#document = undefined
  }

  /** Parsed when a column first reads it. */
  get document() {
    this.#document ??= parseDocument(this.#row)
    return this.#document
  }
}

/** The version to upgrade to, with the name of the package if it is another one. */
function fixVersion(name: string | null, { fix_recommendations: fixes }: FindingDocument) {
  const fix = fixes?.[0]
  return fix && (fix.package === name ? fix.version : `${fix.package}@${fix.version}`)
}

const formatTime = (milliseconds: number | null) =>
  milliseconds === null ? null : formatInstant(milliseconds)

const cells: { readonly [C in ExportColumn]: (context: RowContext) => Cell } = {
  id: ({ row }) => row.id,
  severity: ({ row }) => fromCode(severities, row.severity),
  title: ({ row, shared }) => {
    const rule = sharedRuleOf(shared, row)
    return rule?.title ?? rule?.path
  },
  rule: ({ row, shared }) => sharedRuleOf(shared, row)?.path,
  project: ({ row, shared }) => shared.projects.get(row.project_id)?.name,
  ref: ({ row, shared }) => shared.refs.get(row.ref_id),
  path: ({ row }) => row.path,
  line: ({ row }) => row.line,
  resource: ({ row }) => row.resource,
  status: ({ row }) => fromCode(statuses, row.status),
  state: ({ row }) => fromCode(states, row.state),
  triage_state: ({ row }) => fromCode(triageStates, row.triage_state),
  triage_reason: ({ row }) => fromCode(triageReasons, row.triage_reason),
  note: ({ row }) => row.triage_comment,
  triaged_at: ({ row }) => formatTime(row.triaged_at),
  triaged_by: ({ row }) => row.triaged_by,
  ignored_until: ({ row }) => formatTime(row.ignored_until),
  ignore_ends: ({ row }) => fromCode(ignoreEnds, row.ignore_ends),
  due_at: ({ row, dueAt }) => formatTime(dueAt(row)),
  owner: ({ row, shared }) => shared.owners?.shown(row.owner),
  ignore_requested: ({ row }) => (row.approval_state === requestedState ? 'true' : null),
  relevant_since: ({ row }) => formatTime(row.relevant_since),
  first_seen: ({ row }) => formatTime(row.created_at),
  confidence: ({ row }) => fromCode(confidences, row.confidence),
  categories: ({ row, shared }) =>
    row.category_set_id === null ? null : shared.categories.get(row.category_set_id)?.join('; '),
  cwe: ({ row, shared }) => texts(sharedRuleOf(shared, row)?.cwe_json ?? '[]').join('; '),
  assistant_verdict: ({ document }) => document.assistant?.autotriage?.verdict,
  message: ({ row, shared, document }) => messageOf(row, document, shared),
  ticket: ({ document }) => document.external_ticket?.url,
  advisory: ({ row }) => row.advisory,
  package: ({ row }) => row.package,
  version: ({ row }) => row.package_version,
  ecosystem: ({ row }) => row.ecosystem,
  reachability: ({ row }) => fromCode(reachabilities, row.reachability),
  transitivity: ({ row }) => fromCode(transitivities, row.transitivity),
  epss_score: ({ row }) => row.epss_score,
  epss_percentile: ({ row }) => row.epss_percentile,
  fix_version: ({ row, document }) => fixVersion(row.package, document),
  malicious: ({ row }) => (row.is_malicious === null ? null : row.is_malicious === 1 ? 'true' : 'false'),
  secret_type: ({ row }) => row.secret_type,
  validation_state: ({ row }) => fromCode(validationStates, row.validation_state),
  validated_at: ({ row }) => formatTime(row.validated_at),
  match_based_id: ({ row }) => row.match_based_id,
  policy: ({ row, shared }) => shared.modes.policyOf(row.project_id, row.rule_id)?.name,
  policy_mode: ({ row, shared }) => modeOfLevel(shared.modes.levelOf(row.project_id, row.rule_id)),
  gatehouse_url: ({ row, kind }) => findingUrl(kind.origin, kind.type, row.id),
  url: ({ row, shared, document }) =>
    codeUrl(document.line_of_code_url, {
      repository: shared.projects.get(row.project_id)?.url,
      ref: shared.refs.get(row.ref_id),
      path: row.path,
      line: row.line,
    }),
}

/** Writes findings as CSV lines, the header first. `columns` are in the requested order. */
export function csvWriter({ columns = exportColumns, ...kind }: Written & Pick<FileKind, 'columns'>) {
  const cellWriters = columns.map((column) => cells[column])
  const readDueAt = createDueDates(kind.deploymentId)
  const hasDueDates = columns.includes('due_at')
  const shared = createShared(kind.deploymentId)
  return {
    begin: `${columns.join(',')}\r\n`,
    async page(reader: Reader, rows: readonly ExportedRow[]): Promise<string> {
      const [first] = rows
      if (!first) return ''
      const filled = await shared.fill(reader, rows)
      const dueAt = hasDueDates ? await readDueAt(reader, rows, filled.modes) : () => null
      const context = new RowContext(first, filled, kind, dueAt)
      let text = ''
      for (const row of rows) {
        context.row = row
        let between = ''
        for (const cell of cellWriters) {
          text += between + csvCell(cell(context))
          between = ','
        }
        text += '\r\n'
      }
      return text
    },
    end: () => '',
  }
}
