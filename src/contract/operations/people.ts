import type { invitePersonBody, patchPersonBody } from '../details/people.ts'
import { bodyType, byId, operation } from '../operation.ts'

export const listPeople = operation({
  id: 'listPeople',
  method: 'GET',
  path: `${byId}/people`,
  scopes: ['admin'],
})

export const invitePerson = operation({
  id: 'invitePerson',
  method: 'POST',
  path: `${byId}/people`,
  scopes: ['admin'],
  body: bodyType<typeof invitePersonBody>(),
  success: 201,
  stale: ['people', 'audit'],
})

export const patchPerson = operation({
  id: 'patchPerson',
  method: 'PATCH',
  path: `${byId}/people/{id}`,
  scopes: ['admin'],
  body: bodyType<typeof patchPersonBody>(),
  stale: ['people', 'tokens', 'sessions', 'audit', 'views', 'me'],
})
