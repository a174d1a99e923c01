import * as z from 'zod/mini'
import { inboxReasons } from '../inbox-reasons.ts'
import {
  findingStates,
  findingTypes,
  ignoreEnds,
  severities,
  statuses,
  triageReasons,
  triageStates,
} from '../vocabulary.ts'
import { approval } from './approvals.ts'
import { scanHold } from './scans.ts'
import { instant, open, uint32 } from './shapes.ts'

/** A finding that waits for somebody, in one form for all types. */
const inboxFinding = z.object({
  id: uint32,
  issue_type: z.enum(findingTypes),
  /** The scanner's short name of the rule; null if it has none. */
  title: z.nullable(z.string()),
  rule: z.string(),
  project: z.string(),
  ref: z.string(),
  path: z.nullable(z.string()),
  line: z.nullable(z.int()),
  /** Package and version of a supply-chain finding. */
  package: z.nullable(z.string()),
  severity: open(...severities),
  state: open(...findingStates),
  status: open(...statuses),
  triage_state: open(...triageStates),
  triage_reason: z.nullable(open(...triageReasons)),
  triage_comment: z.string(),
  triaged_at: z.nullable(instant),
  triaged_by: z.nullable(z.string()),
  ignored_until: z.nullable(instant),
  ignore_ends: z.nullable(open(...ignoreEnds)),
  owner: z.nullable(z.string()),
  /** The id of a request to ignore it that waits; null if there is none. */
  ignore_request: z.nullable(z.string()),
})
export type InboxFinding = z.infer<typeof inboxFinding>

/** A scan that waits until somebody applies it. */
const inboxScan = z.object({
  id: uint32,
  project: z.string(),
  ref: z.string(),
  started_at: instant,
  hold: scanHold,
})
export type InboxScan = z.infer<typeof inboxScan>

/** A comment that names the person, under a finding. */
const inboxMention = z.object({
  /** For marking it as seen. */
  id: z.string(),
  comment: z.string(),
  author: z.string(),
  /** The beginning of the comment: at most 500 characters. */
  text: z.string(),
  at: instant,
})
export type InboxMention = z.infer<typeof inboxMention>

/** One of `finding`, `approval` and `scan` is set; with `mention` also its `finding`. */
const inboxItem = z.object({
  /** The place in the list, for `after`; stays the same while the item does. */
  key: z.int(),
  reasons: z.array(open(...inboxReasons)),
  /** Until when something has to be done; null if there is no date. */
  due_at: z.nullable(instant),
  finding: z.nullable(inboxFinding),
  approval: z.nullable(approval),
  mention: z.nullable(inboxMention),
  scan: z.nullable(inboxScan),
})
export type InboxItem = z.infer<typeof inboxItem>

export const inboxCounts = z.object({
  all: z.int(),
  assigned: z.int(),
  approval: z.int(),
  mentioned: z.int(),
  answer: z.int(),
  uncertain: z.int(),
  held_scan: z.int(),
  expiring: z.int(),
})
export type InboxCounts = z.infer<typeof inboxCounts>

export const inboxAnswer = z.object({
  items: z.array(inboxItem),
  counts: inboxCounts,
  /** The value of `after` for the next page; null on the last one. */
  next: z.nullable(z.int()),
  /** When the list was read; later triage by others is a conflict. */
  read_at: instant,
})
export type Inbox = z.infer<typeof inboxAnswer>
