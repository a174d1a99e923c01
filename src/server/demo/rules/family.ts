import * as z from 'zod/mini'
import { componentRisks, confidences, severities } from '#server/db/codes.ts'
import { entryOf, listOf } from '../content.ts'
import { frameworks } from './frameworks.ts'
import { languageSchema } from './languages.ts'
import { cweSchema, owaspTopicSchema } from './standards.ts'

export const severitySchema = z.enum(severities)
export type Severity = z.infer<typeof severitySchema>
export type Confidence = (typeof confidences)[number]

const responseSchema = z.union([
  z.strictObject({ html: z.string() }),
  z.strictObject({ redirect: z.string() }),
  z.strictObject({ header: z.string(), value: z.string() }),
])
const codeSchema = listOf(z.union([z.string(), responseSchema]))

/** A line of code, or a response that each framework writes in its own way. */
export type CodeLine = z.infer<typeof codeSchema>[number]

const matches = (lines: readonly CodeLine[]) =>
  lines.map((line) => (typeof line === 'string' ? line.split('«').length - 1 : 1)).reduce((a, b) => a + b, 0)

/** One flaw as it shows in one library. `src/server/demo/content/README.md` explains the slots and marks in the code. */
const sinkSchema = z.strictObject({
  /** Last part of the rule's path; none where the family has a single form there. */
  slug: z.optional(z.string()),
  library: z.optional(z.string()),
  /** Only projects that use this library or tool report the flaw. */
  technology: z.optional(z.string()),
  /** Title of the rule where the one made from family, library and framework would read badly. */
  title: z.optional(z.string()),
  severity: z.optional(severitySchema),
  before: z.optional(z.array(z.string())),
  code: codeSchema.check(z.refine((lines) => matches(lines) === 1, 'marks no match or several: «…»')),
  fix: z.optional(codeSchema),
  after: z.optional(z.array(z.string())),
})

const variantSchema = z
  .strictObject({
    language: languageSchema,
    /** Frameworks whose requests reach the sinks; none where the flaw needs no request. */
    frameworks: z.optional(listOf(entryOf(frameworks, 'frameworks.json'))),
    /** File paths, where the usual ones of the language do not fit. */
    paths: z.optional(listOf(z.string())),
    sinks: listOf(sinkSchema),
  })
  .check(
    z.refine(
      ({ frameworks: own, sinks }) =>
        own !== undefined ||
        sinks.every(({ code, fix = [] }) => [...code, ...fix].every((line) => typeof line === 'string')),
      'a response needs frameworks',
    ),
  )

export const familySchema = z.strictObject({
  title: z.string(),
  cwe: cweSchema,
  owasp: owaspTopicSchema,
  severity: severitySchema,
  confidence: z.enum(confidences),
  /** Security where it is absent. */
  category: z.optional(
    z.enum(['correctness', 'best-practice', 'performance', 'maintainability', 'portability']),
  ),
  subcategory: z.enum(['vuln', 'audit', 'secure default']),
  vulnerabilityClass: z.string(),
  description: z.string(),
  impact: z.string(),
  remediation: z.string(),
  instructions: listOf(z.string()),
  /** Why the assistant considers a finding a true or a false positive. */
  truePositive: z.string(),
  falsePositive: z.string(),
  component: z.strictObject({
    tag: z.enum([
      'user authentication',
      'user data',
      'payments',
      'infrastructure',
      'cryptography',
      'observability',
      'sample code',
      'tests',
    ]),
    risk: z.enum(componentRisks),
  }),
  /** Names of the tainted value, in camel case. */
  fields: z.optional(listOf(z.string())),
  variants: listOf(variantSchema),
})

export type Sink = z.infer<typeof sinkSchema>
export type Variant = z.infer<typeof variantSchema>
/** The key begins the last part of the path of each rule. */
export type RuleFamily = z.infer<typeof familySchema> & { key: string }
