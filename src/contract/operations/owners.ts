import type {
  createTeamBody,
  mapHandleBody,
  patchTeamBody,
  setCodeownersBody,
  setOwnerRuleBody,
} from '../details/owners.ts'
import { bodyType, byId, operation } from '../operation.ts'
import { searchName } from '../parameters/name.ts'

export const listOwners = operation({
  id: 'listOwners',
  method: 'GET',
  path: `${byId}/owners`,
  scopes: ['findings:read'],
  personal: true,
})

export const listTeams = operation({
  id: 'listTeams',
  method: 'GET',
  path: `${byId}/teams`,
  scopes: ['findings:read'],
  personal: true,
})

export const createTeam = operation({
  id: 'createTeam',
  method: 'POST',
  path: `${byId}/teams`,
  scopes: ['projects:write'],
  body: bodyType<typeof createTeamBody>(),
  success: 201,
  stale: ['owners', 'findings', 'secrets', 'audit'],
})

export const patchTeam = operation({
  id: 'patchTeam',
  method: 'PATCH',
  path: `${byId}/teams/{id}`,
  scopes: ['projects:write'],
  body: bodyType<typeof patchTeamBody>(),
  stale: ['owners', 'findings', 'secrets', 'audit'],
})

export const deleteTeam = operation({
  id: 'deleteTeam',
  method: 'DELETE',
  path: `${byId}/teams/{id}`,
  scopes: ['projects:write'],
  success: 204,
  stale: ['owners', 'findings', 'secrets', 'audit'],
})

export const mapHandle = operation({
  id: 'mapHandle',
  method: 'PUT',
  path: `${byId}/owners/handles`,
  scopes: ['projects:write'],
  body: bodyType<typeof mapHandleBody>(),
  success: 204,
  stale: ['owners', 'findings', 'secrets', 'audit'],
})

export const listOwnerRules = operation({
  id: 'listOwnerRules',
  method: 'GET',
  path: `${byId}/owners/rules`,
  scopes: ['findings:read'],
  personal: true,
})

export const setOwnerRule = operation({
  id: 'setOwnerRule',
  method: 'PUT',
  path: `${byId}/owners/rules`,
  scopes: ['projects:write'],
  body: bodyType<typeof setOwnerRuleBody>(),
  success: 204,
  stale: ['owners', 'jobs', 'audit'],
})

export const getCodeowners = operation({
  id: 'getCodeowners',
  method: 'GET',
  path: `${byId}/codeowners`,
  scopes: ['findings:read'],
  query: { project: searchName(500) },
})

export const setCodeowners = operation({
  id: 'setCodeowners',
  method: 'PUT',
  path: `${byId}/codeowners`,
  scopes: ['projects:write'],
  query: { project: searchName(500) },
  body: bodyType<typeof setCodeownersBody>(),
  stale: ['owners', 'jobs', 'audit'],
})

export const sendCodeowners = operation({
  id: 'sendCodeowners',
  method: 'POST',
  path: `${byId}/codeowners`,
  scopes: ['scans:write'],
  query: { project: searchName(500), ref: searchName(500) },
  upload: true,
  stale: ['owners', 'jobs', 'audit'],
})
