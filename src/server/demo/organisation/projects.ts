import * as z from 'zod/mini'
import { entryOf, listOf, readContent } from '../content.ts'
import { item, type Random } from '../random.ts'
import { stacks } from './stacks.ts'

const projectSchema = z.strictObject({
  name: z.string(),
  stack: entryOf(stacks, 'organization/stacks.json'),
  tags: z.array(z.string()),
  /** Without `refs/heads/`. */
  primaryBranch: z.string(),
  /** How much of the organisation's findings and scans it has, against 10 for an ordinary one. */
  weight: z.number().check(z.minimum(0)),
  /** What its code is about, one lower-case word each. */
  nouns: listOf(z.string()),
})

export type ProjectPlan = z.infer<typeof projectSchema>

const { projects, generated } = readContent(
  'organization/projects.json',
  z.strictObject({
    projects: listOf(projectSchema),
    generated: z.strictObject({ groups: listOf(z.string()), kinds: listOf(z.string()) }),
  }),
)

/** Repositories for the larger profiles: one of the written ones again, for another group and region. */
export function planAt(index: number, random: Random): ProjectPlan {
  const written = projects[index]
  if (written) return written
  const like = random.pick(projects)
  const group = item(generated.groups, index % generated.groups.length)
  const noun = random.pick(like.nouns)
  return {
    ...like,
    name: `acme/${group}/${noun}-${random.pick(generated.kinds)}-${index}`,
    tags: [`team-${group}`, ...like.tags.filter((tag) => !tag.startsWith('team-'))],
    weight: random.integer(4, 20),
  }
}
