import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  mergeProject,
  renameProject,
  splitProject,
  undoProjectChange,
} from '#contract/operations/projects.ts'
import type { ProjectChangeAnswer } from '#contract/responses/projects.ts'
import { metaOf } from '../cache/query-client.ts'
import { type CallInput, call } from '../http/transport.ts'

/** How a project is renamed, merged or split. */
export type ProjectMove =
  | { kind: 'rename'; body: Omit<CallInput<typeof renameProject>['body'], 'preview'> }
  | { kind: 'merge'; body: Omit<CallInput<typeof mergeProject>['body'], 'preview'> }
  | { kind: 'split'; body: Omit<CallInput<typeof splitProject>['body'], 'preview'> }

function send(
  deployment: string,
  projectName: string,
  move: ProjectMove,
  preview: boolean,
): Promise<ProjectChangeAnswer> {
  const path = { deploymentSlug: deployment, projectName }
  if (move.kind === 'rename') return call(renameProject, { path, body: { ...move.body, preview } })
  if (move.kind === 'merge') return call(mergeProject, { path, body: { ...move.body, preview } })
  return call(splitProject, { path, body: { ...move.body, preview } })
}

/** Returns the query options of what a change of a project would do, read anew each time. */
export function projectMovePreviewOptions(deployment: string, name: string, move: ProjectMove) {
  return queryOptions({
    queryKey: ['projects', deployment, 'move', name, move] as const,
    queryFn: () => send(deployment, name, move, true),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Renames, merges or splits a project. */
export function projectMoveOptions(deployment: string, name: string) {
  return mutationOptions({
    mutationFn: (move: ProjectMove) => send(deployment, name, move, false),
    meta: metaOf(renameProject),
  })
}

/** Undoes a rename, a merge or a split, by the id of the change. */
export function undoProjectMoveOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (id: number) =>
      call(undoProjectChange, { path: { deploymentSlug: deployment, change_id: String(id) } }),
    meta: metaOf(undoProjectChange),
  })
}
