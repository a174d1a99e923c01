import * as z from 'zod/mini'
import {
  confidences,
  exposures,
  findingStates,
  findingTypes,
  fixPullRequestStates,
  ignoreEnds,
  policyModes,
  severities,
  statuses,
  transitivities,
  triageReasons,
  triageStates,
  validationStates,
  verdicts,
} from '../vocabulary.ts'
import { match } from './matches.ts'
import { always, instant, maybe, open, uint32 } from './shapes.ts'

const location = z.object({
  filePath: z.string(),
  line: always(z.nullable(z.int())),
  column: always(z.nullable(z.int())),
  endLine: always(z.nullable(z.int())),
  endColumn: always(z.nullable(z.int())),
})

/** A location as the scan sent it. */
const sharedLocationFields = z.object({
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
  category: always(z.nullable(z.string())),
  confidence: always(z.nullable(open(...confidences))),
  message: always(z.nullable(z.string())),
  cweNames: always(z.array(z.string())),
  owaspNames: always(z.array(z.string())),
  subcategories: always(z.array(z.string())),
  vulnerabilityClasses: always(z.array(z.string())),
})

const sharedFindingFields = {
  id: uint32,
  first_seen_scan_id: uint32,
  match_based_id: z.string(),
  syntactic_id: always(z.nullable(z.string())),
  rule_name: z.string(),
  rule_message: always(z.nullable(z.string())),
  rule,
  categories: always(z.array(z.string())),
  confidence: always(z.nullable(open(...confidences))),
  severity: open(...severities),
  status: open(...statuses),
  state: open(...findingStates),
  state_updated_at: always(z.nullable(instant)),
  triage_state: open(...triageStates),
  triage_reason: always(z.nullable(open(...triageReasons))),
  triage_comment: always(z.nullable(z.string())),
  triaged_at: always(z.nullable(instant)),
  created_at: instant,
  relevant_since: instant,
  ref: always(z.nullable(z.string())),
  repository: z.object({ name: z.string(), url: always(z.nullable(z.string())) }),
  location: always(z.nullable(location)),
  line_of_code_url: always(z.nullable(z.string())),
  /** Extension: the person of the current triage; omitted if there is none. */
  triaged_by: maybe(z.string()),
  /** Extension: when an ignored finding is reopened; omitted if never. */
  ignored_until: maybe(instant),
  /** Extension: what else reopens it; omitted if nothing does. */
  ignore_ends: maybe(open(...ignoreEnds)),
  /** 24:00 of the day on which it is due. */
  due_at: maybe(instant),
  /** Extension: who owns the finding, such as `person:Ann` or `team:Payments`; omitted if nobody does. */
  owner: maybe(z.string()),
  /** Extension: the request to ignore it that waits for approval; omitted if there is none. */
  ignore_request: maybe(z.string()),
  /** Extension: the location in the program, such as `Acme.Shop::pay`; omitted if the scan did not send it. */
  logical_location: maybe(z.string()),
  /** Extension: the source was not stored, since it may show a credential that could not be told from it; else omitted. */
  source_withheld: maybe(z.literal(true)),
  external_ticket: always(z.nullable(externalTicket)),
  review_comments: always(
    z.array(z.object({ externalDiscussionId: maybe(z.string()), externalNoteId: maybe(z.int()) })),
  ),
  /** Only with `include=marks`: additional fields of a list row beyond the documented ones. */
  marks: maybe(
    z.object({
      /** The scanner's short name of the rule. */
      title: z.nullable(z.string()),
      /** The number of other refs of the project with the same finding, without fixed ones. */
      other_refs: z.int(),
      /** How often it was reported again after it had been fixed. */
      reappeared: z.int(),
      /** Whether it may be the same as a triaged one, and nobody has confirmed or rejected that. */
      uncertain: z.boolean(),
    }),
  ),
} as const

/** The policy that decides the mode of a rule in a project. */
export const decidingPolicy = z.object({
  id: always(z.int()),
  name: always(z.string()),
  slug: always(z.string()),
})

/** An element of `sastFindings.findings`. Source: docs/api.md#fields. */
export const codeFinding = z.object({
  ...sharedFindingFields,
  /** Extension: the resource of infrastructure code, such as `aws_s3_bucket.logs`; omitted if the scan did not send it. */
  resource: maybe(z.string()),
  sourcing_policy: always(z.nullable(decidingPolicy)),
  click_to_fix_prs: always(
    z.array(
      z.object({
        created_at: maybe(instant),
        url: maybe(z.string()),
        state: maybe(open(...fixPullRequestStates)),
      }),
    ),
  ),
  click_to_fix_failures: always(z.array(z.object({ created_at: maybe(instant), reason: maybe(z.string()) }))),
  assistant: always(
    z.nullable(
      z.object({
        autofix: maybe(z.object({ explanation: maybe(z.string()), fix_code: maybe(z.string()) })),
        autotriage: maybe(z.object({ reason: maybe(z.string()), verdict: maybe(open(...verdicts)) })),
        component: maybe(z.object({ risk: maybe(open('high', 'low', 'neutral')), tag: maybe(z.string()) })),
        guidance: maybe(z.object({ instructions: maybe(z.string()), summary: maybe(z.string()) })),
        rule_explanation: maybe(z.object({ explanation: maybe(z.string()), summary: maybe(z.string()) })),
      }),
    ),
  ),
})
export type CodeFinding = z.infer<typeof codeFinding>

/** An element of `scaFindings.findings`. Source: docs/api.md#fields. */
export const supplyChainFinding = z.object({
  ...sharedFindingFields,
  vulnerability_identifier: always(z.nullable(z.string())),
  epss_score: always(
    z.nullable(
      z.object({ score: always(z.nullable(z.number())), percentile: always(z.nullable(z.number())) }),
    ),
  ),
  /** Extension: CVSS scores of the advisory, newest version first; omitted if the scan sent none. */
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
  /**
   * Extension: the rating that the severity follows where the scanner names none: the newest CVSS version of the source
   * that the advisory names, else of another one, or another kind of rating; `none` for what nobody rated, which is
   * medium. Omitted where the scanner names the severity, or there was one rating with a severity or score.
   */
  severity_from: maybe(
    z.object({
      method: open('CVSSv4', 'CVSSv31', 'CVSSv3', 'CVSSv2', 'other', 'none'),
      source: maybe(z.string()),
    }),
  ),
  /** Extension: the advisory names fixed versions of the package, none of them above the installed one. */
  no_later_fix: maybe(z.literal(true)),
  fix_recommendations: always(z.array(z.object({ package: maybe(z.string()), version: maybe(z.string()) }))),
  found_dependency: always(
    z.object({
      ecosystem: always(z.nullable(z.string())),
      package: always(z.string()),
      version: always(z.string()),
      transitivity: always(z.nullable(open(...transitivities))),
      lockfile_line_url: always(z.nullable(z.string())),
    }),
  ),
  is_malicious: always(z.nullable(z.boolean())),
  reachability: always(open(...exposures)),
  reachable_condition: always(z.nullable(z.string())),
  usage: always(
    z.nullable(z.object({ external_ticket: maybe(externalTicket), location: maybe(sharedLocationFields) })),
  ),
})
export type SupplyChainFinding = z.infer<typeof supplyChainFinding>

export const findingsAnswer = z.object({
  sastFindings: always(z.object({ findings: z.array(codeFinding) })),
  scaFindings: always(z.object({ findings: z.array(supplyChainFinding) })),
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
    'severity_changed',
    'rule_renamed',
    'version_changed',
    'became_primary',
    'left_primary',
    'triaged',
    'ignore_requested',
    'ignore_approved',
    'ignore_declined',
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
  /** SHA-256 of the file that contained a person's triage. */
  file: maybe(z.string()),
  ref: maybe(z.string()),
  change_id: maybe(z.string()),
  /** Until when the finding is ignored, or was, where that ended. */
  ignored_until: maybe(instant),
  /** What else ends it, or what did. */
  ignore_ends: maybe(open(...ignoreEnds)),
})

/** Additional fields of a finding's detail; each is null if the scan did not send it. */
const findingDetailFields = {
  history: z.array(historyEntry),
  /** Newest first. */
  matches: z.array(match),
  instances: z.array(
    z.object({
      id: uint32,
      ref: z.string(),
      primary: z.boolean(),
      status: open(...statuses),
      state: open(...findingStates),
      relevant_since: instant,
      line: always(z.nullable(z.int())),
    }),
  ),
  code: z.nullable(z.object({ startLine: z.int(), lines: z.array(z.string()) })),
  data_flow: z.nullable(
    z.array(
      z.object({
        kind: open('source', 'step', 'sink'),
        location: sharedLocationFields,
        code: maybe(z.string()),
      }),
    ),
  ),
  fix: z.nullable(z.object({ startLine: z.int(), before: z.string(), after: z.string() })),
  references: z.nullable(z.array(z.string())),
  /** Additional fields of the dashboard beyond the documented ones. */
  issue_type: z.enum(findingTypes),
  rule_title: always(z.nullable(z.string())),
  /** The effective mode of the rule in the project, and the policy that decides it. */
  policy_mode: always(z.nullable(open(...policyModes))),
  policy: always(z.nullable(decidingPolicy)),
  /** Only for a secret. */
  secret: always(
    z.nullable(
      z.object({
        type: always(z.nullable(z.string())),
        validation_state: always(z.nullable(open(...validationStates))),
        /** When the validity was last checked. */
        validated_at: always(z.nullable(instant)),
        historical_info: always(
          z.nullable(
            z.object({
              gitCommit: maybe(z.string()),
              gitBlob: maybe(z.string()),
              gitCommitTimestamp: maybe(z.string()),
            }),
          ),
        ),
        /**
         * Whether the secret value could be determined from what the scanner sent. If not, neither code nor data flow
         * is stored, since they might reveal it.
         */
        value_determined: z.boolean(),
        /** Shared by all locations of the same secret; selects them as `secret_hashes`. */
        hash: always(z.nullable(z.string())),
        /** The number of other locations and branches of the same secret, of any status. */
        other_places: z.int(),
      }),
    ),
  ),
  /** The package URL that the newest report gives for the package of a supply chain finding. */
  purl: always(z.nullable(z.string())),
  /** The scanner's explanation of the rule, in Markdown, where it is more than the rule's message. */
  rule_help: always(z.nullable(z.string())),
  /** Further ids of the advisory of a supply chain finding, such as its CVE. */
  advisory_aliases: always(z.array(z.string())),
  first_seen: always(
    z.object({
      at: instant,
      commit: always(z.nullable(z.string())),
      ref: always(z.nullable(z.string())),
      author: always(z.nullable(z.string())),
    }),
  ),
} as const

/** The response of `GET findings/{id}`: the finding with its detail. */
export const findingDetail = z.union([
  z.object({ ...codeFinding.shape, ...findingDetailFields }),
  z.object({ ...supplyChainFinding.shape, ...findingDetailFields }),
])
export type FindingDetail = (CodeFinding | SupplyChainFinding | (CodeFinding & SupplyChainFinding)) &
  z.infer<z.ZodMiniObject<typeof findingDetailFields>>
export type HistoryEntry = z.infer<typeof historyEntry>

const facetValue = z.object({ value: z.nullable(z.union([z.string(), z.boolean()])), count: z.int() })
export const facetsAnswer = z.object({
  total: z.int(),
  facets: z.record(z.string(), z.array(facetValue)),
  rest: z.record(z.string(), z.object({ values: z.int(), count: z.int() })),
  /** Only with `without=true`: the number of matches without each active filter. */
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
      title: always(z.nullable(z.string())),
      /** The number of projects in the group. */
      projects: z.int(),
      /** The number of reachable findings in a supply-chain group, always or conditionally; null if none was analyzed. */
      reachable: maybe(z.int()),
      /**
       * For an upgrade: the versions to upgrade the package to, highest first; `count` of the findings name this one,
       * and `closes` this one or a lower one.
       */
      upgrades: maybe(z.array(z.object({ version: z.string(), count: z.int(), closes: z.int() }))),
      /** For a secret: the number of its refs, and its validity. */
      refs: maybe(z.int()),
      validation_state: maybe(open(...validationStates)),
      validated_at: maybe(instant),
      /** For a secret: when it was first found anywhere, and when the newest scan that reported it ran. */
      first_seen: maybe(instant),
      last_seen: maybe(instant),
    }),
  ),
  /** The number of groups. */
  total: z.int(),
  /** The number of findings in all groups: the total of the list. */
  findings: always(z.int()),
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
