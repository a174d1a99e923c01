import type { createViewBody, keepFilterBody, updateViewBody } from '../details/views.ts'
import { bodyType, bySlug, operation } from '../operation.ts'
import { enumValue } from '../parameters/query.ts'
import { viewPages } from '../vocabulary.ts'

export const keepFilter = operation({
  id: 'keepFilter',
  method: 'POST',
  path: `${bySlug}/filters`,
  scopes: ['findings:read'],
  body: bodyType<typeof keepFilterBody>(),
  success: 201,
})

export const getKeptFilter = operation({
  id: 'getKeptFilter',
  method: 'GET',
  path: `${bySlug}/filters/{filterId}`,
  scopes: ['findings:read'],
  personal: true,
})

export const listViews = operation({
  id: 'listViews',
  method: 'GET',
  path: `${bySlug}/views`,
  scopes: ['findings:read'],
  personal: true,
  query: { page: enumValue(viewPages) },
})

export const createView = operation({
  id: 'createView',
  method: 'POST',
  path: `${bySlug}/views`,
  scopes: ['findings:read'],
  body: bodyType<typeof createViewBody>(),
  success: 201,
  stale: ['views', 'me'],
})

export const updateView = operation({
  id: 'updateView',
  method: 'PATCH',
  path: `${bySlug}/views/{viewId}`,
  scopes: ['findings:read'],
  body: bodyType<typeof updateViewBody>(),
  stale: ['views', 'me'],
})

export const deleteView = operation({
  id: 'deleteView',
  method: 'DELETE',
  path: `${bySlug}/views/{viewId}`,
  scopes: ['findings:read'],
  success: 204,
  stale: ['views', 'me'],
})
