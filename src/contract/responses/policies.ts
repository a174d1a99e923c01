import * as z from 'zod/mini'
import {
  policyChangeKinds,
  policyModes,
  productTypes,
  ruleConfidences,
  secretSeverities,
} from '../vocabulary.ts'
import { always, instant, maybe, open, uint64 } from './shapes.ts'

/** The projects that a policy applies to. */
const appliesTo = z.object({
  /** Whether it applies to all projects; otherwise to `projects`, and to those with one of `tags`. */
  all: z.boolean(),
  /** Whether somebody chose it; otherwise it is as it was before policies had projects. */
  chosen: z.boolean(),
  projects: z.array(z.string()),
  tags: z.array(z.string()),
})
export type AppliesTo = z.infer<typeof appliesTo>

/** Source: docs/api.md#policies-and-rules. */
export const policy = z.object({
  id: uint64,
  isDefault: z.boolean(),
  name: z.string(),
  productType: open(...productTypes),
  slug: z.string(),
  /** Only with `include=counts`. */
  counts: maybe(
    z.object({
      rules: z.record(z.string(), z.int()),
      projects30Days: z.int(),
      /** When these 30 days began. */
      projectsSince: always(instant),
    }),
  ),
  /** Only with `include=projects`, and where a single policy is the answer. */
  appliesTo: maybe(appliesTo),
})
export type Policy = z.infer<typeof policy>
export const policiesAnswer = z.object({ policies: z.array(policy) })

const mode = open(...policyModes)

/**
 * The fields of a rule that are the same in every policy. Source: docs/api.md#policies-and-rules; `tool` is an
 * extension.
 */
const rule = {
  id: z.string(),
  path: z.string(),
  /** The tool that reports it; null if no scan has reported it yet. */
  tool: always(z.nullable(z.string())),
  category: always(z.nullable(z.string())),
  confidence: always(z.nullable(open(...ruleConfidences))),
  severity: always(z.nullable(open(...secretSeverities))),
  source: always(z.nullable(open('SOURCE_PRO', 'SOURCE_COMMUNITY', 'SOURCE_CUSTOM'))),
  cweCategories: always(z.array(z.string())),
  owaspCategories: always(z.array(z.string())),
  languages: always(z.array(z.string())),
  technologies: always(z.array(z.string())),
  hasValidators: always(z.boolean()),
  registryMaintainer: always(z.nullable(z.string())),
  rulesets: always(z.array(z.string())),
  secretType: always(z.nullable(z.string())),
  url: always(z.nullable(z.string())),
  vulnerabilityClass: always(z.nullable(z.union([z.string(), z.array(z.string())]))),
}
/** Additional in lists and on the rule's own page: the scanner's short name. */
const title = always(z.nullable(z.string()))
const counts = { openFindings: always(z.int()), fixRate: always(z.nullable(z.number())) }

/** A rule in one policy; `etag` is an extension. */
export const updatedRule = z.object({
  ...rule,
  policyMode: always(mode),
  lastChangeAt: always(z.nullable(instant)),
  lastChangeBy: always(z.nullable(z.string())),
  etag: always(z.string()),
})
/** Whether no full scan of a primary branch has reported the rule. */
const provisional = always(z.boolean())
export const policyRule = z.object({ ...updatedRule.shape, title, provisional, ...counts })
export const ruleWithCounts = z.object({ ...rule, title })
/** A rule in any response; each has some of the fields. */
export type PolicyRule = z.infer<typeof ruleWithCounts> & Partial<z.infer<typeof policyRule>>

export const setRuleModeAnswer = z.object({ policyId: uint64, updatedRule })
const facetValue = z.object({ value: z.nullable(z.string()), count: z.int() })
export const policyAnswer = z.object({
  policy,
  rules: z.array(policyRule),
  cursor: z.string(),
  /** The number of matching rules. */
  total: always(z.int()),
  /** The start of the period that `fixRate` covers. */
  fixRateSince: always(instant),
  /** Only with `include=facets`. */
  facets: maybe(z.record(z.string(), z.array(facetValue))),
})
export type PolicyAnswer = z.infer<typeof policyAnswer>
export const setRuleModesAnswer = z.object({
  policyId: uint64,
  /** null if every rule already had its mode. */
  changeId: always(z.nullable(uint64)),
  updatedRules: z.array(updatedRule),
})

const modeChange = z.object({
  id: z.string(),
  kind: always(open(...policyChangeKinds)),
  at: instant,
  by: z.string(),
  note: always(z.nullable(z.string())),
  /** The number of changed rules; in a list, `changes` has the first hundred of them. */
  count: always(z.int()),
  /** The change that this one reverted. */
  putsBack: always(z.nullable(z.string())),
  /** null as `from` for a rule that was added, as `to` for one that was removed. */
  changes: z.array(
    z.object({ rulePath: z.string(), from: always(z.nullable(mode)), to: always(z.nullable(mode)) }),
  ),
  name: maybe(z.object({ from: z.string(), to: z.string() })),
  appliesTo: maybe(z.object({ from: appliesTo, to: appliesTo })),
  /** Of the kind `tags`, the first hundred projects whose tags were changed. */
  projects: maybe(z.array(z.string())),
})
export type ModeChange = z.infer<typeof modeChange>
export const policyHistoryAnswer = z.object({ changes: z.array(modeChange), cursor: z.string() })
export const policyChangeAnswer = z.object({ change: modeChange })

/** What a change of policies does. */
export const policyPreview = z.object({
  projects: z.int(),
  rules: z.int(),
  blocked: z.int(),
  noLongerBlocked: z.int(),
  /** The newest change of policies, for `expectedRevision`. */
  revision: z.int(),
})
export type PolicyPreview = z.infer<typeof policyPreview>

export const policyChangedAnswer = z.object({
  /** null if it is deleted. */
  policy: z.nullable(policy),
  /** null if nothing changed. */
  changeId: z.nullable(uint64),
})

const pullRequests = z.nullable(z.int())
export const impactAnswer = z.object({
  /** Rules whose effective mode would change. */
  rules: z.int(),
  /** Rules whose mode in the policy would change: another policy may decide over some of them. */
  changed: always(z.int()),
  /** The open findings of all requested rules, as the policy counts them. */
  openFindings: z.int(),
  /** Those of them whose rule would become less strict. */
  leaving: z.int(),
  pullRequests: z.object({
    commented: pullRequests,
    blocked: pullRequests,
    noLongerCommented: pullRequests,
    noLongerBlocked: pullRequests,
    examples: z.array(
      z.object({
        url: always(z.nullable(z.string())),
        title: always(z.nullable(z.string())),
        project: z.string(),
      }),
    ),
    /** All of these pull requests, the newest first, at most 1,000. */
    affected: always(
      z.array(
        z.object({
          /** The counts above that count it. */
          counted: z.array(open('commented', 'blocked', 'noLongerCommented', 'noLongerBlocked')),
          number: z.string(),
          url: z.nullable(z.string()),
          title: z.nullable(z.string()),
          project: z.string(),
          /** The newest scan of it. */
          scan: uint64,
        }),
      ),
    ),
  }),
  known: z.int(),
  /** The newest change of policies, for `expectedRevision`. */
  revision: always(z.int()),
  basis: z.object({ from: instant, scans: z.int() }),
})
export type Impact = z.infer<typeof impactAnswer>

const ruleRename = z.object({
  id: z.string(),
  at: instant,
  project: z.string(),
  /** The source whose scan showed it. */
  tool: z.string(),
  category: z.nullable(z.string()),
  /** Paths of rules. */
  from: z.string(),
  to: z.string(),
  /** When somebody separated them again. */
  undone_at: z.nullable(instant),
})
export type RuleRename = z.infer<typeof ruleRename>
export const undoRuleRenameAnswer = z.object({ rename: ruleRename, findings: z.int() })

const ruleTexts = z.object({
  title: maybe(z.nullable(z.string())),
  message: maybe(z.nullable(z.string())),
  severity: maybe(open(...secretSeverities)),
  confidence: maybe(open(...ruleConfidences)),
  cweCategories: maybe(z.array(z.string())),
  owaspCategories: maybe(z.array(z.string())),
  url: maybe(z.nullable(z.string())),
})
export type RuleTexts = z.infer<typeof ruleTexts>
/** What an administrator set; null if nothing. */
const fixedTexts = z.nullable(z.object({ at: instant, texts: ruleTexts }))
export const setRuleTextAnswer = z.object({ fixed: always(fixedTexts) })

export const rulesAnswer = z.object({ rules: z.array(ruleWithCounts), cursor: z.string() })
export const ruleAnswer = z.object({
  rule: z.object({
    ...rule,
    title,
    ...counts,
    message: always(z.nullable(z.string())),
    /** The scanner's explanation, in Markdown, where it is more than the message. */
    help: always(z.nullable(z.string())),
    provisional,
    fixed: always(fixedTexts),
    /** What most projects say, which `fixed` takes the place of. */
    reported: always(ruleTexts),
    /** What other projects say, by the names of fields: the number of projects, and the first of them. */
    differences: always(
      z.array(
        z.object({ field: z.string(), value: z.string(), projects: z.int(), names: z.array(z.string()) }),
      ),
    ),
    policies: z.array(
      z.object({
        id: uint64,
        name: z.string(),
        policyMode: mode,
        /** As the rule counts them in this policy: in the projects that it applies to. */
        openFindings: always(z.int()),
        etag: always(z.string()),
      }),
    ),
    /** The effective modes, each with the policy that decides it and the projects where it does, most projects first. */
    effective: always(
      z.array(
        z.object({
          /** null if no policy that applies contains the rule. */
          policyMode: always(z.nullable(mode)),
          policy: always(z.nullable(z.object({ id: uint64, name: z.string() }))),
          projects: z.int(),
          /** The first hundred of the projects, by name. */
          names: z.array(z.string()),
        }),
      ),
    ),
    changes: z.array(
      z.object({
        id: z.string(),
        at: instant,
        by: z.string(),
        note: always(z.nullable(z.string())),
        policyId: uint64,
        from: always(z.nullable(mode)),
        to: always(z.nullable(mode)),
      }),
    ),
    renames: z.array(ruleRename),
    /**
     * The last 90 days, from the current state of each finding: a fix that was reopened in between is not included. A
     * finding on several refs counts once.
     */
    days: z.array(z.object({ day: z.string(), open: z.int(), new: z.int(), closed: z.int() })),
  }),
})
export type RuleAnswer = z.infer<typeof ruleAnswer>
