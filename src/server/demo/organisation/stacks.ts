import * as z from 'zod/mini'
import { listOf, readContent } from '../content.ts'
import { ecosystemSchema } from '../packages/catalogue.ts'
import { languageSchema } from '../rules/languages.ts'

/** What a project is built with: it decides which rules and packages can be met in it. */
const stackSchema = z.strictObject({
  name: z.string(),
  languages: listOf(languageSchema),
  /** Frameworks and libraries, by the keys that rules ask for. */
  technologies: z.array(z.string()),
  lockfiles: listOf(z.strictObject({ path: z.string(), ecosystem: ecosystemSchema })),
})

export type Stack = z.infer<typeof stackSchema>

const list = readContent('organization/stacks.json', z.array(stackSchema))

export const stacks: ReadonlyMap<string, Stack> = new Map(list.map((stack) => [stack.name, stack]))
