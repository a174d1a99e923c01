import * as z from 'zod/mini'
import { match } from './matches.ts'
import { instant, maybe, open, uint32 } from './shapes.ts'

const location = z.object({
  filePath: z.string(),
  line: maybe(z.int()),
  column: maybe(z.int()),
  endLine: maybe(z.int()),
  endColumn: maybe(z.int()),
})

const externalTicket = z.object({
  id: maybe(z.int()),
  externalSlug: maybe(z.string()),
  linkedIssueIds: maybe(z.array(z.int())),
  url: maybe(z.string()),
})

const rule = z.object({
  name: z.string(),
  category: maybe(z.string()),
  confidence: maybe(z.string()),
  message: maybe(z.string()),
  cweNames: maybe(z.array(z.string())),
  owaspNames: maybe(z.array(z.string())),
  subcategories: maybe(z.array(z.string())),
  vulnerabilityClasses: maybe(z.array(z.string())),
})

const shared = {
  id: uint32,
  first_seen_scan_id: uint32,
  match_based_id: z.string(),
  syntactic_id: maybe(z.string()),
  rule_name: z.string(),
  rule_message: maybe(z.string()),
  rule,
  categories: maybe(z.array(z.string())),
  confidence: maybe(open('low', 'medium', 'high')),
  severity: open('low', 'medium', 'high', 'critical'),
  status: open('open', 'fixed', 'ignored', 'reviewing', 'fixing'),
  state: open('unresolved', 'fixed', 'muted', 'removed'),
  state_updated_at: maybe(instant),
  triage_state: open('untriaged', 'reopened', 'ignored', 'reviewing', 'fixing'),
  triage_reason: maybe(open('acceptable_risk', 'false_positive', 'no_time', 'no_triage_reason')),
  triage_comment: maybe(z.string()),
  triaged_at: maybe(instant),
  created_at: instant,
  relevant_since: instant,
  ref: maybe(z.string()),
  repository: z.object({ name: z.string(), url: maybe(z.string()) }),
  location: maybe(location),
  line_of_code_url: maybe(z.string()),
  /** Extension: where it stands in the program, such as `Acme.Shop::pay`; left out where the scan did not send it. */
  logical_location: maybe(z.string()),
  external_ticket: maybe(externalTicket),
  review_comments: maybe(
    z.array(z.object({ externalDiscussionId: maybe(z.string()), externalNoteId: maybe(z.int()) })),
  ),
  /** Only with `include=marks`: what a row of a list shows beside the documented fields. */
  marks: maybe(
    z.object({
      /** The scanner's short name of the rule. */
      title: z.nullable(z.string()),
      /** On how many other refs of the project the same finding stands, fixed ones left out. */
      other_refs: z.int(),
      /** How often it was reported again after it had been fixed. */
      reappeared: z.int(),
      /** Whether it may be the same as one that was decided, and nobody said whether it is. */
      uncertain: z.boolean(),
    }),
  ),
} as const

/** An element of `sastFindings.findings`. Source: API description, "Code finding". */
export const codeFinding = z.object({
  ...shared,
  sourcing_policy: maybe(z.object({ id: maybe(z.int()), name: maybe(z.string()), slug: maybe(z.string()) })),
  click_to_fix_prs: maybe(
    z.array(z.object({ created_at: maybe(instant), url: maybe(z.string()), state: maybe(z.string()) })),
  ),
  click_to_fix_failures: maybe(z.array(z.object({ created_at: maybe(instant), reason: maybe(z.string()) }))),
  assistant: maybe(
    z.object({
      autofix: maybe(z.object({ explanation: maybe(z.string()), fix_code: maybe(z.string()) })),
      autotriage: maybe(
        z.object({ reason: maybe(z.string()), verdict: maybe(open('true_positive', 'false_positive')) }),
      ),
      component: maybe(z.object({ risk: maybe(open('high', 'low', 'neutral')), tag: maybe(z.string()) })),
      guidance: maybe(z.object({ instructions: maybe(z.string()), summary: maybe(z.string()) })),
      rule_explanation: maybe(z.object({ explanation: maybe(z.string()), summary: maybe(z.string()) })),
    }),
  ),
})
export type CodeFinding = z.infer<typeof codeFinding>

/** An element of `scaFindings.findings`. Source: API description, "Supply-chain finding". */
export const supplyChainFinding = z.object({
  ...shared,
  vulnerability_identifier: maybe(z.string()),
  epss_score: maybe(z.object({ score: maybe(z.number()), percentile: maybe(z.number()) })),
  /** Extension: CVSS scores of the advisory, the newest version first; left out where the scan sent none. */
  cvss: maybe(
    z.array(
      z.object({
        method: open('CVSSv4', 'CVSSv31', 'CVSSv3', 'CVSSv2'),
        score: maybe(z.number()),
        vector: maybe(z.string()),
        source: maybe(z.string()),
      }),
    ),
  ),
  fix_recommendations: maybe(z.array(z.object({ package: maybe(z.string()), version: maybe(z.string()) }))),
  found_dependency: maybe(
    z.object({
      ecosystem: maybe(z.string()),
      package: maybe(z.string()),
      version: maybe(z.string()),
      transitivity: maybe(open('direct', 'transitive', 'unknown')),
      lockfile_line_url: maybe(z.string()),
    }),
  ),
  is_malicious: maybe(z.boolean()),
  reachability: maybe(
    open('reachable', 'always_reachable', 'conditionally_reachable', 'unreachable', 'unknown'),
  ),
  reachable_condition: maybe(z.string()),
  usage: maybe(z.object({ external_ticket: maybe(externalTicket), location: maybe(location) })),
})
export type SupplyChainFinding = z.infer<typeof supplyChainFinding>

export const findingsAnswer = z.object({
  sastFindings: maybe(z.object({ findings: z.array(codeFinding) })),
  scaFindings: maybe(z.object({ findings: z.array(supplyChainFinding) })),
})
export type FindingsAnswer = z.infer<typeof findingsAnswer>

const historyEntry = z.object({
  at: instant,
  what: open(
    'found',
    'fixed',
    'reappeared',
    'muted',
    'unmuted',
    'removed',
    'triaged',
    'noted',
    'inherited',
    'moved',
    'matched',
    'uncertain',
    'confirmed',
    'separated',
    'retired',
    'restored',
    'undone',
    'ticket',
  ),
  who: maybe(z.string()),
  from: maybe(z.string()),
  to: maybe(z.string()),
  reason: maybe(z.string()),
  note: maybe(z.string()),
  scan_id: maybe(uint32),
  /** SHA-256 of the file that a person's triage came in. */
  file: maybe(z.string()),
  ref: maybe(z.string()),
  change_id: maybe(z.string()),
})

/** What a finding's own page shows beside the listed fields; each null where the scan did not send it. */
const detail = {
  history: z.array(historyEntry),
  /** Newest first. */
  matches: z.array(match),
  instances: z.array(
    z.object({
      id: uint32,
      ref: z.string(),
      primary: z.boolean(),
      status: z.string(),
      state: z.string(),
      relevant_since: instant,
      line: maybe(z.int()),
    }),
  ),
  code: z.nullable(z.object({ startLine: z.int(), lines: z.array(z.string()) })),
  data_flow: z.nullable(
    z.array(z.object({ kind: open('source', 'step', 'sink'), location, code: maybe(z.string()) })),
  ),
  fix: z.nullable(z.object({ startLine: z.int(), before: z.string(), after: z.string() })),
  references: z.nullable(z.array(z.string())),
  /** What the dashboard shows beside the documented fields. */
  issue_type: z.enum(['sast', 'sca', 'secrets']),
  rule_title: maybe(z.string()),
  policy_mode: maybe(z.string()),
  /** Of a secret alone. */
  secret: maybe(
    z.object({
      type: maybe(z.string()),
      validation_state: maybe(z.string()),
      /** When the state was last checked. */
      validated_at: maybe(instant),
      historical_info: maybe(
        z.object({
          gitCommit: maybe(z.string()),
          gitBlob: maybe(z.string()),
          gitCommitTimestamp: maybe(z.string()),
        }),
      ),
      /**
       * Whether the value could be told from what the scanner sent. Where not, neither code nor data flow is stored, since
       * they might show it.
       */
      value_determined: z.boolean(),
      /** What all places of the same secret share; selects them as `secret_hashes`. */
      hash: maybe(z.string()),
      /** At how many other places and branches the same secret stands, of any status. */
      other_places: z.int(),
    }),
  ),
  first_seen: maybe(
    z.object({ at: instant, commit: maybe(z.string()), ref: maybe(z.string()), author: maybe(z.string()) }),
  ),
} as const

/** The answer of `GET findings/{id}`: the finding with its detail. */
export const findingDetail = z.union([
  z.object({ ...codeFinding.shape, ...detail }),
  z.object({ ...supplyChainFinding.shape, ...detail }),
])
export type FindingDetail = (CodeFinding | SupplyChainFinding | (CodeFinding & SupplyChainFinding)) & {
  [K in keyof typeof detail]: z.infer<(typeof detail)[K]>
}
export type HistoryEntry = z.infer<typeof historyEntry>

const facetValue = z.object({ value: z.nullable(z.union([z.string(), z.boolean()])), count: z.int() })
export const facetsAnswer = z.object({
  total: z.int(),
  facets: z.record(z.string(), z.array(facetValue)),
  rest: z.record(z.string(), z.object({ values: z.int(), count: z.int() })),
  /** Only with `without=true`: how many would match without each of the filters that are set. */
  without: maybe(z.record(z.string(), z.int())),
})
export type FacetsAnswer = z.infer<typeof facetsAnswer>

export const groupsAnswer = z.object({
  groups: z.array(
    z.object({
      value: z.nullable(z.string()),
      count: z.int(),
      severities: z.record(z.string(), z.int()),
      /** The short name of a rule, the kind of a secret. */
      title: maybe(z.string()),
      /** In how many projects the group stands. */
      projects: z.int(),
      /** How many of a supply-chain group are reachable, one way or another. */
      reachable: maybe(z.int()),
      /** Of a secret: on how many refs it stands, and whether it works. */
      refs: maybe(z.int()),
      validation_state: maybe(z.string()),
      validated_at: maybe(instant),
      /** Of a secret: when it was first found anywhere, and when the newest scan ran that saw it. */
      first_seen: maybe(instant),
      last_seen: maybe(instant),
    }),
  ),
  /** How many groups there are. */
  total: z.int(),
  /** How many findings they hold together: the total of the list. */
  findings: maybe(z.int()),
})
export type GroupsAnswer = z.infer<typeof groupsAnswer>
export type FindingGroup = GroupsAnswer['groups'][number]

export const trendAnswer = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      open: z.int(),
      new: z.int(),
      fixed: z.int(),
      ignored: z.int(),
      reopened: z.int(),
    }),
  ),
})
export type TrendAnswer = z.infer<typeof trendAnswer>

export const triageAnswer = z.object({
  num_triaged: z.int(),
  triaged_issues: z.array(uint32),
  change_id: z.string(),
})
export type TriageAnswer = z.infer<typeof triageAnswer>

export const undoAnswer = z.object({
  num_undone: z.int(),
  skipped: z.array(z.object({ id: uint32, reason: z.string() })),
})

export const conflict = z.object({
  id: uint32,
  triage_state: z.string(),
  triage_reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
  at: z.nullable(instant),
})

export const triagePreview = z.object({
  /** Findings asked for that the job decides. */
  count: z.int(),
  /** Other instances of them, on refs that were not asked for, which take the decision too. */
  along: z.int(),
  projects: z.array(z.object({ name: z.string(), count: z.int() })),
  skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
})

export type TriagePreview = z.infer<typeof triagePreview>

/** What a decision set, for a job or a list of decisions. */
const whatWasDecided = {
  issue_type: z.enum(['sast', 'sca', 'secrets']),
  to_state: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
} as const

export const job = z.object({
  id: z.string(),
  kind: open('triage', 'undo', 'import'),
  /** The job that a job of kind `undo` undoes. */
  undoes: z.nullable(z.string()),
  state: open('queued', 'running', 'done', 'failed', 'cancelled'),
  done: z.int(),
  total: z.int(),
  skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
  error: z.nullable(z.string()),
  /** Of an import that is done: its scan. */
  result: z.nullable(z.object({ scan_id: uint32 })),
  by: z.string(),
  at: instant,
  finished_at: z.nullable(instant),
  /** Until when it can be undone; null when it cannot, or was. */
  undo_until: z.nullable(instant),
  undone_at: z.nullable(instant),
  ...whatWasDecided,
})
export type Job = z.infer<typeof job>
export const jobsAnswer = z.object({ jobs: z.array(job) })

export const triageChangesAnswer = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      at: instant,
      by: z.string(),
      count: z.int(),
      /** The first ten of what it decided, for a link when it is one. */
      finding_ids: z.array(uint32),
      /** The job it was made by; such a change is undone with its job. */
      job_id: z.nullable(z.string()),
      undo_until: z.nullable(instant),
      undone_at: z.nullable(instant),
      ...whatWasDecided,
    }),
  ),
})
export type TriageChange = z.infer<typeof triageChangesAnswer>['changes'][number]

export const view = z.object({
  id: z.string(),
  name: z.string(),
  shared: z.boolean(),
  /** Whether it is the asking person's own view of this page to begin with. */
  default: z.boolean(),
  /** Whether the asking person may change and delete it. */
  editable: z.boolean(),
  by: z.string(),
  page: z.string(),
  /** A query string without `sort`, `group`, `columns` and `page_size`. */
  query: z.string(),
  columns: z.nullable(z.array(z.string())),
  sort: z.nullable(z.string()),
  group: z.nullable(z.string()),
  page_size: z.nullable(z.int()),
})
export type View = z.infer<typeof view>
export const viewsAnswer = z.object({ views: z.array(view) })
export const keptFilter = z.object({ id: z.string(), query: z.string() })
