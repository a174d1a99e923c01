import * as z from 'zod/mini'
import { listOf, readContent } from '../content.ts'
import { severitySchema } from '../rules/family.ts'
import { ruleMessage } from '../rules/message.ts'
import { cweSchema, owaspTopicSchema } from '../rules/standards.ts'

/** A kind of secret that is looked for. There is never a value, not even a made-up one. */
const kindSchema = z.strictObject({
  /** The type as responses name it. */
  type: z.string(),
  /** Last part of the rule's path. */
  slug: z.string(),
  title: z.string(),
  severity: severitySchema,
  hasValidator: z.boolean(),
  /** Files in which it is found, with slots. */
  paths: listOf(z.string()),
})

export type SecretKind = z.infer<typeof kindSchema>

export const secrets = readContent(
  'secrets.json',
  z.strictObject({
    cwe: cweSchema,
    owasp: owaspTopicSchema,
    vulnerabilityClass: z.string(),
    description: z.string(),
    withValidator: z.string(),
    withoutValidator: z.string(),
    impact: z.string(),
    remediation: z.string(),
    kinds: listOf(kindSchema),
  }),
)

/** The message of a secret's rule, in Markdown. */
export function secretMessage({ title, hasValidator }: SecretKind): string {
  const { description, withValidator, withoutValidator } = secrets
  const validation = hasValidator ? withValidator : withoutValidator
  return ruleMessage({
    ...secrets,
    description: `${description.replace('{title}', title)} ${validation}`,
  })
}
