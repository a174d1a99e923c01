import type { QueryClient } from '@tanstack/react-query'
import { groupsOptions } from '#api/findings/groups.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import type { ListState } from '../list/list-state.ts'
import { groupComponents } from './components.ts'
import { groupsRequest } from './group-list.ts'
import { GroupSource } from './group-source.tsx'

/** Makes grouping ready, and asks for the groups while the page is on its way. */
export function loadGroups(client: QueryClient, deployment: string, state: ListState, by: Grouping): void {
  groupComponents.GroupSource = GroupSource
  // The page shows what went wrong.
  client.ensureQueryData(groupsOptions(deployment, groupsRequest(state, by))).catch(() => undefined)
}
