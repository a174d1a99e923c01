import * as z from 'zod/mini'
import { sbomDefaults } from '../details/sbom.ts'
import { scopes } from '../operation.ts'
import { dueDates } from '../parameters/due-dates.ts'
import { retentionPeriods } from '../parameters/retention.ts'
import { findingTypes, roles, triageReasons, triageStates, viewPages } from '../vocabulary.ts'
import { always, instant, maybe, open, uint32 } from './shapes.ts'

export const deployment = z.object({
  id: uint32,
  name: z.string(),
  slug: z.string(),
  findings: always(z.object({ url: z.string() })),
  /** True for the demo organization. */
  demo: always(z.boolean()),
})
export type Deployment = z.infer<typeof deployment>
export const deploymentsAnswer = z.object({ deployments: z.array(deployment) })

const token = z.object({
  id: z.string(),
  name: z.string(),
  person: z.nullable(z.string()),
  machine: z.boolean(),
  /** Whether it has access to all deployments, and not only to the one it is listed in. */
  allDeployments: always(z.boolean()),
  role: z.nullable(open(...roles)),
  scopes: z.array(open(...scopes)),
  /** The names of the projects that it is restricted to; null for all. */
  projects: always(z.nullable(z.array(z.string()))),
  webApiEnabled: z.boolean(),
  /** Whether answers have the form that existing clients of other services read. */
  compatibleAnswers: always(z.boolean()),
  createdAt: instant,
  createdBy: z.nullable(z.string()),
  expiresAt: z.nullable(instant),
  lastUsedAt: z.nullable(instant),
  /** Whether the request was made with this token, or in one of its sessions. */
  current: always(z.boolean()),
})
export type Token = z.infer<typeof token>
export const tokensAnswer = z.object({ tokens: z.array(token) })
export const createTokenAnswer = z.object({ token, secret: z.string() })
export const tokenAnswer = z.object({ token })

const auditFacet = z.array(z.object({ value: z.string(), count: z.int() }))
export const auditAnswer = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      at: instant,
      actor: z.string(),
      action: z.string(),
      target: z.nullable(z.string()),
      detail: z.unknown(),
    }),
  ),
  cursor: z.string(),
  facets: maybe(z.object({ actor: auditFacet, action: auditFacet })),
})
export type Audit = z.infer<typeof auditAnswer>

/** The findings that an event of the audit log changed, with their state before and after. */
export const auditFindingsAnswer = z.object({
  findings: z.array(
    z.object({
      id: uint32,
      issue_type: open(...findingTypes),
      /** The scanner's short name of the rule; null if it has none. */
      title: z.nullable(z.string()),
      rule: z.string(),
      project: z.string(),
      ref: z.string(),
      path: z.nullable(z.string()),
      line: z.nullable(z.int()),
      /** Package and version of a supply-chain finding. */
      package: z.nullable(z.string()),
      from: z.nullable(open(...triageStates)),
      to: z.nullable(open(...triageStates)),
      reason: z.nullable(open(...triageReasons)),
      note: z.nullable(z.string()),
    }),
  ),
  cursor: z.string(),
})
export type AuditFinding = z.infer<typeof auditFindingsAnswer>['findings'][number]

/** The settings that an administrator makes for a deployment. */
export const settingsAnswer = z.object({
  /** The URL that opens a new ticket, with placeholders in braces; null if none is set. */
  ticketUrlTemplate: z.nullable(z.string()),
  /** The default values of SBOM exports; null if none are set. Missing in other services' responses. */
  sbomDefaults: always(z.nullable(sbomDefaults)),
  /** How many days data is kept. Missing in other services' responses. */
  retention: always(retentionPeriods),
  /** Whose days charts and the overview count, such as Europe/Berlin. Missing in other services' responses. */
  timeZone: always(z.string()),
  /** When findings are due; null if they never are. Missing in other services' responses. */
  dueDates: always(z.nullable(dueDates)),
  /** Whether ignoring critical and high findings needs approval. Missing in other services' responses. */
  requireApproval: always(z.boolean()),
})
export type Settings = z.infer<typeof settingsAnswer>

const expiredRows = z.object({ count: z.int(), oldest: z.nullable(instant) })
const deletedRows = z.object({ scans: z.int(), history: z.int(), exports: z.int(), audit: z.int() })
export const retentionAnswer = z.object({
  /** What would be deleted now, and the time of the oldest. */
  scans: expiredRows,
  history: expiredRows,
  exports: expiredRows,
  audit: expiredRows,
  /** The last run of the daily job; null if there was none yet. */
  lastRun: z.nullable(z.object({ at: instant, deleted: deletedRows })),
})
export type RetentionPreview = z.infer<typeof retentionAnswer>

const dueCounts = z.object({ overdue: z.int(), week: z.int(), later: z.int() })
/** The findings of one type with a due date. */
export type DueCounts = z.infer<typeof dueCounts>
const dueChange = z.object({
  now: dueCounts,
  after: dueCounts,
  /** Overdue after the change, and not before. */
  newly_overdue: z.int(),
})
export const dueDatesAnswer = z.object({ sast: dueChange, sca: dueChange, secrets: dueChange })
export type DueDatesPreview = z.infer<typeof dueDatesAnswer>

export const pingAnswer = z.object({ pong: z.literal(true), version: z.string() })
export const serviceAnswer = z.object({
  publicUrl: z.nullable(z.string()),
  host: z.nullable(
    z.object({
      dataFolder: z.string(),
      /** The file that Node runs for the command `gatehouse`. */
      program: z.string(),
      platform: z.string(),
      /** The slug of the deployment that the first import creates. */
      deployment: z.string(),
    }),
  ),
})
export type Service = z.infer<typeof serviceAnswer>
export const capabilitiesAnswer = z.object({
  version: z.string(),
  extensions: z.array(z.string()),
  limits: z.record(z.string(), z.int()),
})
export type Capabilities = z.infer<typeof capabilitiesAnswer>

export const meAnswer = z.object({
  name: z.string(),
  machine: z.boolean(),
  role: z.nullable(open(...roles)),
  scopes: z.array(open(...scopes)),
  /** The names of the projects that the token is restricted to; null for all. */
  projects: always(z.nullable(z.array(z.string()))),
  expiresAt: z.nullable(instant),
  /** Whether this is a session of single sign-on. */
  singleSignOn: always(z.boolean()),
  deployments: z.array(
    z.object({
      id: uint32,
      slug: z.string(),
      name: z.string(),
      demo: z.boolean(),
      /** The permissions in this deployment. */
      role: always(z.nullable(open(...roles))),
      scopes: always(z.array(open(...scopes))),
      /** The last change included in this response; the event stream resumes after it as after any `Last-Event-ID`. */
      change: always(z.int()),
      /** The counts of the navigation: open findings of the primary branches, without disabled rules, projects, and the person's inbox. */
      counts: z.object({
        sast: z.int(),
        sca: z.int(),
        secrets: z.int(),
        projects: z.int(),
        inbox: always(z.int()),
      }),
      /** The person's default views: the navigation opens and counts these instead of the default lists. */
      defaultViews: always(
        z.array(z.object({ page: open(...viewPages), id: z.string(), search: z.string() })),
      ),
    }),
  ),
})
export type Me = z.infer<typeof meAnswer>

export const sessionAnswer = z.object({
  name: z.string(),
  deployment: z.nullable(z.string()),
  /** The page to return to after single sign-on, a path of the dashboard. */
  to: z.optional(z.string()),
  /** The secret of the token that an invitation has created; no other answer has it. */
  secret: z.optional(z.string()),
})
export const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      createdAt: instant,
      lastSeenAt: instant,
      userAgent: z.nullable(z.string()),
      /** The name of the token that was used to sign in. */
      token: always(z.string()),
    }),
  ),
})
