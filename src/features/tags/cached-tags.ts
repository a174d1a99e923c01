import type { QueryClient } from '@tanstack/react-query'
import type { Project } from '#contract/responses/projects.ts'

type NextTags = (tags: readonly string[]) => string[]

function withTags<P extends Project>(project: P, names: ReadonlySet<string>, next: NextTags): P {
  return names.has(project.name) ? { ...project, tags: next(project.tags ?? []) } : project
}

/** Projects with the tags that are shown of them now: a selection may have been made before they changed. */
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

/** Asks again for what stands on screen: what was refused was made from what no longer stands. */
export function refetchTags(client: QueryClient, deployment: string): void {
  void client.refetchQueries({ queryKey: ['projects', deployment], type: 'active' })
}

/**
 * Shows other tags of projects wherever they stand on screen: in lists (`'page'`) and on their own pages (`'project'`).
 * Answers that are on their way are older and dropped.
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
