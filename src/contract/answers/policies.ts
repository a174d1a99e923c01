import * as z from 'zod/mini'
import { instant, maybe, open, uint64 } from './shapes.ts'

/** Source: API description, "Policy". */
export const policy = z.object({
  id: uint64,
  isDefault: z.boolean(),
  name: z.string(),
  productType: open('PRODUCT_TYPE_SAST', 'PRODUCT_TYPE_SCA', 'PRODUCT_TYPE_SECRETS'),
  slug: z.string(),
  /** Only with `include=counts`. */
  counts: maybe(z.object({ rules: z.record(z.string(), z.int()), projects30Days: z.int() })),
})
export type Policy = z.infer<typeof policy>
export const policiesAnswer = z.object({ policies: z.array(policy) })

/** Source: API description, "Rule"; `title`, `tool`, `etag`, `openFindings`, `fixRate` are extensions. */
export const policyRule = z.object({
  id: z.string(),
  path: z.string(),
  /** The scanner's short name. */
  title: maybe(z.string()),
  /** The tool that reports it; null where no scan has reported it yet. */
  tool: maybe(z.string()),
  category: maybe(z.string()),
  confidence: maybe(open('CONFIDENCE_HIGH', 'CONFIDENCE_MEDIUM', 'CONFIDENCE_LOW')),
  severity: maybe(open('SEVERITY_CRITICAL', 'SEVERITY_HIGH', 'SEVERITY_MEDIUM', 'SEVERITY_LOW')),
  source: maybe(open('SOURCE_PRO', 'SOURCE_COMMUNITY', 'SOURCE_CUSTOM')),
  policyMode: maybe(open('MODE_MONITOR', 'MODE_COMMENT', 'MODE_BLOCK', 'MODE_DISABLED')),
  cweCategories: maybe(z.array(z.string())),
  owaspCategories: maybe(z.array(z.string())),
  languages: maybe(z.array(z.string())),
  technologies: maybe(z.array(z.string())),
  hasValidators: maybe(z.boolean()),
  lastChangeAt: maybe(instant),
  lastChangeBy: maybe(z.string()),
  registryMaintainer: maybe(z.string()),
  rulesets: maybe(z.array(z.string())),
  secretType: maybe(z.string()),
  url: maybe(z.string()),
  vulnerabilityClass: maybe(z.union([z.string(), z.array(z.string())])),
  etag: maybe(z.string()),
  openFindings: maybe(z.int()),
  fixRate: maybe(z.number()),
})
export type PolicyRule = z.infer<typeof policyRule>

export const setRuleModeAnswer = z.object({ policyId: uint64, updatedRule: policyRule })
const facetValue = z.object({ value: z.nullable(z.string()), count: z.int() })
export const policyAnswer = z.object({
  policy,
  rules: z.array(policyRule),
  cursor: z.string(),
  /** How many rules match. */
  total: maybe(z.int()),
  /** From when on findings count in `fixRate`. */
  fixRateSince: maybe(instant),
  /** Only with `include=facets`. */
  facets: maybe(z.record(z.string(), z.array(facetValue))),
})
export type PolicyAnswer = z.infer<typeof policyAnswer>
export const setRuleModesAnswer = z.object({
  policyId: uint64,
  /** null where every rule had its mode already. */
  changeId: maybe(uint64),
  updatedRules: z.array(policyRule),
})

const modeChange = z.object({
  id: z.string(),
  at: instant,
  by: z.string(),
  note: maybe(z.string()),
  /** How many rules it changed; `changes` has the first hundred of them in a list. */
  count: maybe(z.int()),
  /** The change that this one put back. */
  putsBack: maybe(z.string()),
  changes: z.array(z.object({ rulePath: z.string(), from: z.string(), to: z.string() })),
})
export type ModeChange = z.infer<typeof modeChange>
export const policyHistoryAnswer = z.object({ changes: z.array(modeChange), cursor: z.string() })
export const policyChangeAnswer = z.object({ change: modeChange })

const pullRequests = z.nullable(z.int())
export const impactAnswer = z.object({
  /** Rules whose effective mode would change. */
  rules: z.int(),
  /** Their open findings. */
  openFindings: z.int(),
  /** Those of them whose rule would act less strictly than now. */
  leaving: z.int(),
  pullRequests: z.object({
    commented: pullRequests,
    blocked: pullRequests,
    noLongerCommented: pullRequests,
    noLongerBlocked: pullRequests,
    examples: z.array(z.object({ url: maybe(z.string()), title: maybe(z.string()), project: z.string() })),
  }),
  known: z.int(),
  basis: z.object({ from: instant, scans: z.int() }),
})
export type Impact = z.infer<typeof impactAnswer>

export const rulesAnswer = z.object({ rules: z.array(policyRule), cursor: z.string() })
export const ruleAnswer = z.object({
  rule: z.object({
    ...policyRule.shape,
    message: maybe(z.string()),
    policies: z.array(
      z.object({ id: uint64, name: z.string(), policyMode: z.string(), etag: maybe(z.string()) }),
    ),
    changes: z.array(
      z.object({
        id: z.string(),
        at: instant,
        by: z.string(),
        note: maybe(z.string()),
        policyId: uint64,
        from: z.string(),
        to: z.string(),
      }),
    ),
    /**
     * The last 90 days, from how each finding stands now: what was fixed and came back in between is not told.
     * A finding on several refs counts once.
     */
    days: z.array(z.object({ day: z.string(), open: z.int(), new: z.int(), closed: z.int() })),
  }),
})
export type RuleAnswer = z.infer<typeof ruleAnswer>
