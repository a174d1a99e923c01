import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  createTeam,
  deleteTeam,
  getCodeowners,
  listOwnerRules,
  listOwners,
  listTeams,
  mapHandle,
  patchTeam,
  setCodeowners,
  setOwnerRule,
} from '#contract/operations/owners.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

/** Returns the query options of who can own findings of a deployment. */
export function ownersOptions(deployment: string) {
  return queryOptions({
    queryKey: ['owners', deployment, 'names'] as const,
    queryFn: ({ signal }) => call(listOwners, { path: { deploymentId: deployment }, signal }),
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of a deployment's teams, and of unmapped handles. */
export function teamsOptions(deployment: string) {
  return queryOptions({
    queryKey: ['owners', deployment, 'teams'] as const,
    queryFn: ({ signal }) => call(listTeams, { path: { deploymentId: deployment }, signal }),
    staleTime: staleTimes.changing,
  })
}

/** Creates a team. */
export function createTeamOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof createTeam>['body']) =>
      call(createTeam, { path: { deploymentId: deployment }, body }),
    meta: metaOf(createTeam),
  })
}

/** Sets members and handles of a team. */
export function changeTeamOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof patchTeam>['body']) =>
      call(patchTeam, { path: { deploymentId: deployment, id }, body }),
    meta: metaOf(patchTeam),
  })
}

/** Deletes a team. */
export function deleteTeamOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: () => call(deleteTeam, { path: { deploymentId: deployment, id } }),
    meta: metaOf(deleteTeam),
  })
}

/** Sets whom a handle means. */
export function mapHandleOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof mapHandle>['body']) =>
      call(mapHandle, { path: { deploymentId: deployment }, body }),
    meta: metaOf(mapHandle),
  })
}

/** Returns the query options of the tags and rules that give owners. */
export function ownerRulesOptions(deployment: string) {
  return queryOptions({
    queryKey: ['owners', deployment, 'rules'] as const,
    queryFn: ({ signal }) => call(listOwnerRules, { path: { deploymentId: deployment }, signal }),
    staleTime: staleTimes.changing,
  })
}

/** Sets the owner that a tag or a rule gives; null for none. */
export function setOwnerRuleOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof setOwnerRule>['body']) =>
      call(setOwnerRule, { path: { deploymentId: deployment }, body }),
    meta: metaOf(setOwnerRule),
  })
}

/** Returns the query options of the CODEOWNERS file of a project. */
export function codeownersOptions(deployment: string, project: string) {
  return queryOptions({
    queryKey: ['owners', deployment, 'codeowners', project] as const,
    queryFn: ({ signal }) =>
      call(getCodeowners, { path: { deploymentId: deployment }, query: { project }, signal }),
    staleTime: staleTimes.changing,
  })
}

/** Sets the CODEOWNERS file of a project; null removes it. */
export function setCodeownersOptions(deployment: string, project: string) {
  return mutationOptions({
    mutationFn: (content: string | null) =>
      call(setCodeowners, { path: { deploymentId: deployment }, query: { project }, body: { content } }),
    meta: metaOf(setCodeowners),
  })
}
