import { describe, expect, it } from 'vitest'
import { operations } from '../all.ts'
import { responses } from '../responses/all.ts'

/** The documented and named operations, which other services have too: docs/api.md#marks-of-operations. */
const described = [
  ['GET', '/api/v1/deployments/{deploymentSlug}/findings', 'documented'],
  ['GET', '/api/v1/deployments/{deploymentId}/scan/{scanId}', 'documented'],
  ['GET', '/api/v1/deployments/{deploymentId}/policies', 'documented'],
  ['PUT', '/api/v1/deployments/{deploymentId}/policies/{policyId}', 'documented'],
  ['POST', '/api/v1/deployments/{deploymentId}/dependencies', 'documented'],
  [
    'POST',
    '/api/v1/deployments/{deploymentId}/dependencies/repositories/{repositoryId}/lockfiles',
    'documented',
  ],
  ['POST', '/api/v1/deployments/{deploymentId}/sbom/export', 'documented'],
  ['GET', '/api/v1/deployments/{deploymentSlug}/projects/{projectName}', 'documented'],
  ['PUT', '/api/v1/deployments/{deploymentSlug}/projects/{projectName}/tags', 'documented'],
  ['DELETE', '/api/v1/deployments/{deploymentSlug}/projects/{projectName}/tags', 'documented'],
  ['GET', '/api/v1/deployments', 'named'],
  ['POST', '/api/v1/deployments/{deploymentId}/scans/search', 'named'],
  ['GET', '/api/v1/deployments/{deploymentSlug}/projects', 'named'],
  ['GET', '/api/v1/deployments/{deploymentId}/secrets', 'named'],
  ['POST', '/api/v1/deployments/{deploymentId}/dependencies/repositories', 'named'],
]

describe('the contract', () => {
  it('has the documented and the named operations, and marks all others as extensions', () => {
    const marked = operations
      .filter((one) => one.mark !== 'extension')
      .map((one) => [one.method, one.path, one.mark])
    expect(marked.toSorted()).toEqual(described.toSorted())
  })

  it('names each operation once and knows its answer', () => {
    const ids = operations.map((one) => one.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(Object.keys(responses).toSorted())
  })

  it('gives each address and method once', () => {
    const addresses = operations.map(
      (one) => `${one.method} ${one.path.replace(/\{deployment\w+\}/, '{deployment}')}`,
    )
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('asks a scope beyond reading of everything that writes, and says what becomes stale', () => {
    // These change nothing that others see, or what they change belongs to the person alone.
    const harmless = [
      'searchScans',
      'scanFacets',
      'scanDurations',
      'policyImpact',
      'previewPolicyChange',
      'previewTags',
      'keepFilter',
    ].concat(['createView', 'updateView', 'deleteView', 'markAnswer', 'markMention', 'setNotifications'])
    for (const one of operations) {
      if (one.method === 'GET' || one.scopes === 'none' || one.scopes === 'any') continue
      const reads = one.scopes.every((scope) => scope === 'findings:read')
      if (reads)
        expect([one.id, harmless.includes(one.id) || /^list|^dependency|^export/.test(one.id)]).toEqual([
          one.id,
          true,
        ])
      // A preview is asked with a body, and changes nothing.
      else expect([one.id, (one.stale ?? []).length > 0]).toEqual([one.id, !one.id.startsWith('preview')])
    }
  })
})
