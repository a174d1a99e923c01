import * as z from 'zod/mini'
import { listOf, readContent } from '../content.ts'

const texts = listOf(z.string())

/** What appears around commits and pipelines, and what the code of the demo does. */
export const development = readContent(
  'organization/development.json',
  z.strictObject({ commitTitles: texts, branches: texts, pipelines: texts, verbs: texts }),
)

/** What people note when they triage findings and change policies, and why fixes fail. */
export const notes = readContent(
  'organization/notes.json',
  z.strictObject({
    triage: z.strictObject({
      falsePositive: texts,
      acceptableRisk: texts,
      noTime: texts,
      inProgress: texts,
      revoked: texts,
    }),
    comment: z.string(),
    policyChange: z.strictObject({ blocking: texts, disabled: texts }),
    failedFix: texts,
  }),
)

const policySchema = z.strictObject({ name: z.string(), slug: z.string() })

/** The policies of Acme, and the rulesets and teams that its rules belong to. */
export const policies = readContent(
  'organization/policies.json',
  z.strictObject({
    defaults: z.strictObject({ sast: policySchema, sca: policySchema, secrets: policySchema }),
    payments: policySchema,
    platform: policySchema,
    rulesets: texts,
    customRuleTeams: texts,
  }),
)
