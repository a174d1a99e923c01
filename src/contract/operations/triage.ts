import type * as z from 'zod/mini'
import type { createTriageJobBody, triageBody } from '../details/triage.ts'
import { bodyType, bySlug, operation } from '../operation.ts'
import { flag, wholeNumber } from '../parameters/query.ts'

export const triage = operation({
  id: 'triage',
  method: 'POST',
  path: `${bySlug}/triage`,
  scopes: ['findings:triage'],
  body: bodyType<typeof triageBody>(),
  stale: ['findings', 'secrets', 'projects', 'rules', 'policies', 'me'],
})

export type TriageRequest = z.infer<typeof triageBody>

export const undoTriage = operation({
  id: 'undoTriage',
  method: 'POST',
  path: `${bySlug}/triage/changes/{change_id}/undo`,
  scopes: ['findings:triage'],
  stale: ['findings', 'secrets', 'projects', 'rules', 'policies', 'me'],
})

export const listTriageChanges = operation({
  id: 'listTriageChanges',
  method: 'GET',
  path: `${bySlug}/triage/changes`,
  timed: true,
  scopes: ['findings:read'],
  query: { mine: flag, limit: wholeNumber(1, 500) },
})

export const createTriageJob = operation({
  id: 'createTriageJob',
  method: 'POST',
  path: `${bySlug}/triage/jobs`,
  scopes: ['findings:triage'],
  query: { preview: flag },
  body: bodyType<typeof createTriageJobBody>(),
  success: 202,
  stale: ['jobs'],
})

export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: `${bySlug}/jobs`,
  timed: true,
  scopes: ['findings:read'],
  query: { mine: flag, limit: wholeNumber(1, 500) },
})

export const getJob = operation({
  id: 'getJob',
  method: 'GET',
  path: `${bySlug}/jobs/{id}`,
  timed: true,
  scopes: ['findings:read'],
})

export const cancelJob = operation({
  id: 'cancelJob',
  method: 'POST',
  path: `${bySlug}/jobs/{id}/cancel`,
  scopes: ['findings:triage'],
  stale: ['jobs'],
})

export const undoJob = operation({
  id: 'undoJob',
  method: 'POST',
  path: `${bySlug}/jobs/{id}/undo`,
  scopes: ['findings:triage'],
  success: 202,
  stale: ['jobs'],
})
