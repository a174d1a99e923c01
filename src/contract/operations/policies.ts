import * as z from 'zod/mini'
import type {
  createPolicyBody,
  editPolicyRulesBody,
  policyImpactBody,
  previewPolicyBody,
  revertModesBody,
  setRuleModeBody,
  setRuleModesBody,
  setRuleTextBody,
  updatePolicyBody,
} from '../details/policies.ts'
import { bodyType, byId, operation } from '../operation.ts'
import { idCursor } from '../parameters/cursor.ts'
import { enumList, enumValue, none, text, texts, wholeNumber } from '../parameters/query.ts'
import { policyModes, ruleConfidences, secretSeverities } from '../vocabulary.ts'

export const listPolicies = operation({
  id: 'listPolicies',
  method: 'GET',
  path: `${byId}/policies`,
  timed: true,
  scopes: ['findings:read'],
  query: { include: enumList(['counts', 'projects']) },
})

export const setRuleMode = operation({
  id: 'setRuleMode',
  method: 'PUT',
  path: `${byId}/policies/{policyId}`,
  scopes: ['policies:write'],
  body: bodyType<typeof setRuleModeBody>(),
  stale: ['policies', 'rules', 'findings', 'audit'],
})

const [firstSort, ...otherSorts] = [
  'path',
  'severity',
  'confidence',
  'mode',
  'category',
  'open_findings',
  'fix_rate',
  'last_change',
] as const

/**
 * The filter of a policy's rules. Values inside one parameter are OR, different parameters AND; `__none` selects rules
 * without a value. `q` is searched in path and title, and may be the
 * number of a CWE or of an OWASP category.
 */
export const ruleFilter = {
  mode: enumList(policyModes),
  severity: enumList([...secretSeverities, none]),
  confidence: enumList([...ruleConfidences, none]),
  source: texts,
  category: texts,
  language: texts,
  technology: texts,
  ruleset: texts,
  cwe: texts,
  owasp: texts,
  q: text(500),
} as const

/** The query of a policy's rules. */
export const policyQuery = {
  ...ruleFilter,
  sort: enumValue([
    firstSort,
    ...otherSorts,
    ...([firstSort, ...otherSorts] as const).map((name) => `-${name}` as const),
  ]),
  limit: wholeNumber(1, 2000),
  cursor: text(4000).check(z.regex(/^[\w-]*$/, { error: 'is not a cursor from a response' })),
  include: enumList(['counts', 'facets']),
} as const

export const getPolicy = operation({
  id: 'getPolicy',
  method: 'GET',
  path: `${byId}/policies/{policyId}`,
  timed: true,
  scopes: ['findings:read'],
  query: policyQuery,
})

const stale = ['policies', 'rules', 'findings', 'secrets', 'projects', 'verdicts', 'audit'] as const

export const createPolicy = operation({
  id: 'createPolicy',
  method: 'POST',
  path: `${byId}/policies`,
  scopes: ['policies:write'],
  body: bodyType<typeof createPolicyBody>(),
  success: 201,
  stale,
})

export const updatePolicy = operation({
  id: 'updatePolicy',
  method: 'PATCH',
  path: `${byId}/policies/{policyId}`,
  scopes: ['policies:write'],
  body: bodyType<typeof updatePolicyBody>(),
  stale,
})

export const deletePolicy = operation({
  id: 'deletePolicy',
  method: 'DELETE',
  path: `${byId}/policies/{policyId}`,
  scopes: ['policies:write'],
  query: { note: text(3000), expected_revision: wholeNumber(0, 2 ** 31) },
  stale,
})

export const editPolicyRules = operation({
  id: 'editPolicyRules',
  method: 'POST',
  path: `${byId}/policies/{policyId}/rules`,
  scopes: ['policies:write'],
  body: bodyType<typeof editPolicyRulesBody>(),
  stale,
})

export const previewPolicyChange = operation({
  id: 'previewPolicyChange',
  method: 'POST',
  path: `${byId}/policies/preview`,
  scopes: ['findings:read'],
  body: bodyType<typeof previewPolicyBody>(),
})

export const policyHistory = operation({
  id: 'policyHistory',
  method: 'GET',
  path: `${byId}/policies/{policyId}/history`,
  scopes: ['findings:read'],
  query: { limit: wholeNumber(1, 500), cursor: idCursor },
})

export const getPolicyChange = operation({
  id: 'getPolicyChange',
  method: 'GET',
  path: `${byId}/policies/{policyId}/history/{change_id}`,
  scopes: ['findings:read'],
})

export const setRuleModes = operation({
  id: 'setRuleModes',
  method: 'POST',
  path: `${byId}/policies/{policyId}/modes`,
  scopes: ['policies:write'],
  body: bodyType<typeof setRuleModesBody>(),
  stale: ['policies', 'rules', 'findings', 'audit'],
})

export const revertModes = operation({
  id: 'putBackModes',
  method: 'POST',
  path: `${byId}/policies/{policyId}/history/{change_id}/put-back`,
  scopes: ['policies:write'],
  body: bodyType<typeof revertModesBody>(),
  stale,
})

export const policyImpact = operation({
  id: 'policyImpact',
  method: 'POST',
  path: `${byId}/policies/{policyId}/impact`,
  scopes: ['findings:read'],
  body: bodyType<typeof policyImpactBody>(),
})

export const listRules = operation({
  id: 'listRules',
  method: 'GET',
  path: `${byId}/rules`,
  scopes: ['findings:read'],
  query: {
    q: text(500),
    limit: wholeNumber(1, 2000),
    cursor: text(1000),
    sort: enumValue(['path', '-path']),
  },
})

export const getRule = operation({
  id: 'getRule',
  method: 'GET',
  path: `${byId}/rules/{rulePath}`,
  timed: true,
  scopes: ['findings:read'],
})

export const setRuleText = operation({
  id: 'setRuleText',
  method: 'PUT',
  path: `${byId}/rules/{rulePath}/text`,
  scopes: ['policies:write'],
  body: bodyType<typeof setRuleTextBody>(),
  stale: ['policies', 'rules', 'findings', 'audit'],
})

export const undoRuleRename = operation({
  id: 'undoRuleRename',
  method: 'POST',
  path: `${byId}/rule-renames/{rename_id}/undo`,
  scopes: ['admin'],
  stale: ['policies', 'rules', 'findings', 'secrets', 'audit'],
})
