import type { evaluateGateBody } from '../details/gate.ts'
import { bodyType, byId, operation } from '../operation.ts'
import { flag, text, wholeNumber } from '../parameters/query.ts'

/** Which verdict is asked for, beside the commit. */
const comparison = { base: text(500), strict: flag } as const

export const getGate = operation({
  id: 'getGate',
  method: 'GET',
  path: `${byId}/projects/{projectName}/gate`,
  scopes: 'any',
  query: { commit: text(64), ref: text(500), ...comparison },
})

export const getScanGate = operation({
  id: 'getScanGate',
  method: 'GET',
  path: `${byId}/scan/{scanId}/gate`,
  scopes: 'any',
  query: comparison,
})

export const evaluateGate = operation({
  id: 'evaluateGate',
  method: 'POST',
  path: `${byId}/projects/{projectName}/gate`,
  scopes: ['scans:write'],
  body: bodyType<typeof evaluateGateBody>(),
  stale: ['verdicts'],
})

export const listGateVerdicts = operation({
  id: 'listGateVerdicts',
  method: 'GET',
  path: `${byId}/projects/{projectName}/gate/verdicts`,
  scopes: ['findings:read'],
  query: {
    commit: text(64),
    page: wholeNumber(0, 4294967295),
    page_size: wholeNumber(1, 100),
  },
})
