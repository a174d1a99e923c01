import type { addTagsBody, editTagsBody } from '../details/tags.ts'
import { bodyType, bySlug, operation } from '../operation.ts'
import { searchNames } from '../parameters/name.ts'

export const addTags = operation({
  id: 'addTags',
  method: 'PUT',
  path: `${bySlug}/projects/{projectName}/tags`,
  scopes: ['projects:write'],
  body: bodyType<typeof addTagsBody>(),
  stale: ['projects', 'findings', 'policies', 'audit'],
})

export const removeTags = operation({
  id: 'removeTags',
  method: 'DELETE',
  path: `${bySlug}/projects/{projectName}/tags`,
  scopes: ['projects:write'],
  query: { tags: searchNames },
  stale: ['projects', 'findings', 'policies', 'audit'],
})

export const editTags = operation({
  id: 'editTags',
  method: 'POST',
  path: `${bySlug}/tags`,
  scopes: ['projects:write'],
  body: bodyType<typeof editTagsBody>(),
  stale: ['projects', 'findings', 'policies', 'audit'],
})

export const previewTags = operation({
  id: 'previewTags',
  method: 'POST',
  path: `${bySlug}/tags/preview`,
  scopes: ['findings:read'],
  body: bodyType<typeof editTagsBody>(),
})

export const listTags = operation({
  id: 'listTags',
  method: 'GET',
  path: `${bySlug}/tags`,
  scopes: ['findings:read'],
})
