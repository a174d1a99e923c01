import type { QueryClient } from '@tanstack/react-query'
import { groupsOptions } from '#api/findings/groups.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import type { ListState } from '../list/list-state.ts'
import { groupComponents } from './components.ts'
import { groupsRequest } from './group-list.ts'
import { GroupSource } from './group-source.tsx'

/** Loads the grouping components and prefetches the groups while the page loads. */
export function loadGroups(client: QueryClient, deployment: string, state: ListState, by: Grouping): void {
  groupComponents.GroupSource = GroupSource
  // The page shows the error.
  client.ensureQueryData(groupsOptions(deployment, groupsRequest(state, by))).catch(() => undefined)
}
