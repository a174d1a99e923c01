import {
  mergeProject,
  renameProject,
  splitProject,
  undoProjectChange,
} from '#contract/operations/projects.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { mergeProject as merge } from './merge.ts'
import { renameProject as rename } from './rename.ts'
import { splitProject as split } from './split.ts'
import { undoChange } from './undo.ts'

/** Renaming, merging and splitting projects. Source: docs/api.md#renamed-projects. */
export function projectChangeRoutes(services: Services): Route[] {
  return [
    handle(renameProject, ({ deployment, path, body, principal }) =>
      rename(services, deployment, path.projectName, principal, body),
    ),

    handle(mergeProject, ({ deployment, path, body, principal }) =>
      merge(services, deployment, path.projectName, principal.name, body),
    ),

    handle(splitProject, ({ deployment, path, body, principal }) =>
      split(services, deployment, path.projectName, principal, body),
    ),

    handle(undoProjectChange, ({ deployment, path, principal }) =>
      undoChange(services, deployment, path.change_id, principal),
    ),
  ]
}
