import { projectsQuery } from '#contract/operations/projects.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import { paths } from '#lib/urls/paths.ts'

/** Returns the URL of the projects with a tag. */
export function tagPath(deployment: string, tag: string): string {
  return paths.projects(deployment, writeQuery(projectsQuery, { project_tags: [tag] }))
}
