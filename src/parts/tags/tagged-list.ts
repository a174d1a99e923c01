import { projectsQuery } from '#contract/projects.ts'
import { writeQuery } from '#contract/query.ts'
import { paths } from '#lib/paths.ts'

/** The list of projects with a tag. */
export function taggedList(deployment: string, tag: string): string {
  return paths.projects(deployment, writeQuery(projectsQuery, { project_tags: [tag] }))
}
