import * as z from 'zod/mini'
import { listOf } from '../content.ts'
import { ecosystemSchema } from '../packages/catalogue.ts'
import { severitySchema } from '../rules/family.ts'
import { languageSchema } from '../rules/languages.ts'
import { cweSchema } from '../rules/standards.ts'

const probabilitySchema = z.number().check(z.minimum(0), z.maximum(1))

/** A published advisory about a package. Ids, packages and versions are real; the texts are ours. */
export const advisorySchema = z.strictObject({
  /** CVE id, or the GHSA, PYSEC or RUSTSEC id of those that have no CVE. */
  id: z.string(),
  ecosystem: ecosystemSchema,
  package: z.string(),
  license: z.string(),
  /** First vulnerable version; none where all before `fixed` are. */
  introduced: z.optional(z.string()),
  /** First version without the flaw; none where there is none, as for packages that were withdrawn. */
  fixed: z.optional(z.string()),
  /** Vulnerable versions that projects of the demo use. */
  versions: listOf(z.string()),
  severity: severitySchema,
  cwe: cweSchema,
  malicious: z.optional(z.literal(true)),
  title: z.string(),
  /** In Markdown. */
  summary: z.string(),
  epss: z.optional(z.strictObject({ score: probabilitySchema, percentile: probabilitySchema })),
  /** Where the vulnerable part is called: a line with the match between « and ». */
  usage: z.optional(
    z.strictObject({
      language: languageSchema,
      code: z.string().check(z.regex(/^[^«»]*«[^«»]+»[^«»]*$/, 'marks no match or several: «…»')),
    }),
  ),
  /** What must hold for the flaw to be reached, where it depends on a setting. */
  condition: z.optional(z.string()),
})

export type Advisory = z.infer<typeof advisorySchema>
