import * as z from 'zod/mini'
import { readContent } from '../content.ts'

const cweNames = readContent('standards/cwe.json', z.record(z.string(), z.string()))

const owasp = readContent(
  'standards/owasp.json',
  z
    .strictObject({
      names: z.record(z.string(), z.string()),
      /** Risks that correspond to each other over the three editions. */
      topics: z.record(z.string(), z.array(z.string())),
    })
    .check(
      z.refine(
        ({ names, topics }) =>
          Object.values(topics)
            .flat()
            .every((id) => id in names),
        'a topic lists a risk that has no name',
      ),
    ),
)

/** The number of a weakness that has a name. */
export const cweSchema = z.number().check(z.refine((cwe) => cwe in cweNames, 'is not in standards/cwe.json'))

export const owaspTopicSchema = z
  .string()
  .check(z.refine((topic) => topic in owasp.topics, 'is not among the topics of standards/owasp.json'))

/** Returns "CWE-89: Improper Neutralization of …", as rules have it. */
export function cweLabel(cwe: number): string {
  return `CWE-${cwe}: ${cweNames[cwe]}`
}

/** Returns the risks of a topic as rules have them, such as "A03:2021 - Injection". */
export function owaspLabels(topic: string): string[] {
  return (owasp.topics[topic] ?? []).map((id) => `${id} - ${owasp.names[id]}`)
}
