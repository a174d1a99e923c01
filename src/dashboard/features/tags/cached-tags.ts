import type { QueryClient } from '@tanstack/react-query'
import type { Project } from '#contract/responses/projects.ts'

type NextTags = (tags: readonly string[]) => string[]

function withTags<P extends Project>(project: P, names: ReadonlySet<string>, next: NextTags): P {
  return names.has(project.name) ? { ...project, tags: next(project.tags ?? []) } : project
}

/** Returns projects with their current tags in the cache: a selection may be older than them. */
export function readCached(
  client: QueryClient,
  deployment: string,
  projects: readonly Project[],
): { name: string; tags: readonly string[] }[] {
  const lists = client.getQueriesData<{ projects: readonly Project[] }>({
    queryKey: ['projects', deployment, 'page'],
  })
  const shown = new Map(
    lists.flatMap(([, list]) => (list?.projects ?? []).map((project) => [project.name, project] as const)),
  )
  return projects.map((project) => ({
    name: project.name,
    tags: (shown.get(project.name) ?? project).tags ?? [],
  }))
}

/** Refetches the visible tags: the rejected change was based on outdated ones. */
export function refetchTags(client: QueryClient, deployment: string): void {
  void client.refetchQueries({ queryKey: ['projects', deployment], type: 'active' })
}

/**
 * Updates the cached tags of projects in lists (`'page'`) and on their own pages (`'project'`). Pending requests are
 * older and are cancelled.
 */
export async function rewriteTags(
  client: QueryClient,
  deployment: string,
  names: ReadonlySet<string>,
  next: NextTags,
): Promise<void> {
  await client.cancelQueries({
    queryKey: ['projects', deployment],
    predicate: ({ state }) => state.data !== undefined,
  })
  client.setQueriesData<{ projects: readonly Project[] }>(
    { queryKey: ['projects', deployment, 'page'] },
    (answer) =>
      answer && { ...answer, projects: answer.projects.map((project) => withTags(project, names, next)) },
  )
  client.setQueriesData<Project>(
    { queryKey: ['projects', deployment, 'project'] },
    (project) => project && withTags(project, names, next),
  )
}
