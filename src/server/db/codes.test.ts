import { describe, expect, it } from 'vitest'
import * as contract from '#contract/vocabulary.ts'
import * as codes from './codes.ts'

describe('the stored enumerations', () => {
  it('keep the order of the lists that the contract states: databases hold the positions', () => {
    const stored: Record<string, string> = {
      findingTypes: 'sast sca secrets',
      states: 'unresolved fixed muted removed',
      triageStates: 'untriaged reopened ignored reviewing fixing',
      verdicts: 'true_positive false_positive',
      reachabilities: 'reachable always_reachable conditionally_reachable unreachable unknown',
      transitivities: 'direct transitive unknown',
      policyModes: 'MODE_MONITOR MODE_COMMENT MODE_BLOCK MODE_DISABLED',
      scanStatuses:
        'SCAN_STATUS_RUNNING SCAN_STATUS_COMPLETED SCAN_STATUS_PENDING SCAN_STATUS_CANCELLED SCAN_STATUS_ERROR SCAN_STATUS_NEVER_FINISHED',
    }
    const { findingTypes, states, triageStates, verdicts } = codes
    const { reachabilities, transitivities, policyModes, scanStatuses } = codes
    const first = { findingTypes, states, triageStates, verdicts }
    const others = { reachabilities, transitivities, policyModes, scanStatuses }
    for (const [name, list] of Object.entries({ ...first, ...others }))
      expect(list, name).toEqual(stored[name]?.split(' '))
  })

  it.each([
    ['severities', codes.severities, contract.severities],
    ['confidences', codes.confidences, contract.confidences],
    ['triage reasons', codes.triageReasons, contract.triageReasons],
    ['statuses', codes.statuses, contract.statuses],
  ])('hold the words of the contract in an order of their own: %s', (_, stored, stated) => {
    expect([...stored].sort()).toEqual([...stated].sort())
  })

  it('index the words of answers about dependencies by the same positions', () => {
    const words = contract.dependencyTransitivities.map((word) => word.toLowerCase().split('_')[0])
    expect(words).toEqual([...codes.transitivities])
  })
})
