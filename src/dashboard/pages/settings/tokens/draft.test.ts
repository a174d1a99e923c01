import { describe, expect, it } from 'vitest'
import { draftFaults, emptyDraft, requestOf } from './draft.ts'

const now = new Date('2026-06-15T12:00:00Z')
const named = { ...emptyDraft, name: ' Build server ' }

describe('a new token', () => {
  it('asks for what was chosen and for nothing else', () => {
    expect(requestOf(named, now)).toEqual({
      name: 'Build server',
      role: 'viewer',
      expiresAt: '2026-09-13T12:00:00.000Z',
      webApiEnabled: true,
    })
    const machine = {
      ...named,
      owner: 'machine',
      person: 'Ida',
      life: 'never',
      webApiEnabled: false,
    } as const
    expect(requestOf(machine, now)).toEqual({
      name: 'Build server',
      machine: true,
      role: 'viewer',
      expiresAt: null,
      webApiEnabled: false,
    })
    expect(requestOf({ ...named, person: ' Ida ' }, now)?.person).toBe('Ida')
  })

  it('names scopes in their order, and then no role', () => {
    const asked = requestOf({ ...named, by: 'scopes', scopes: ['scans:write', 'findings:read'] }, now)
    expect(asked).toMatchObject({ scopes: ['findings:read', 'scans:write'] })
    expect(asked).not.toHaveProperty('role')
  })

  it('is restricted to projects, each once, only if it can do nothing but send scans', () => {
    const projects = ' acme/shop \n\nacme/web\nacme/shop'
    const ci = { ...named, role: 'ci', projects } as const
    expect(requestOf(ci, now)?.projects).toEqual(['acme/shop', 'acme/web'])
    expect(requestOf({ ...ci, projects: ' \n' }, now)).not.toHaveProperty('projects')
    expect(requestOf({ ...ci, by: 'scopes', scopes: ['scans:write'] }, now)?.projects).toHaveLength(2)
    for (const more of [
      { role: 'viewer' },
      { by: 'scopes', scopes: ['scans:write', 'sbom:export'] },
    ] as const)
      expect(requestOf({ ...ci, ...more }, now)).not.toHaveProperty('projects')
  })

  it('is not asked for while something is wrong, each fault said at its field', () => {
    const wrong = { ...emptyDraft, name: ' ', person: 'a\nb', by: 'scopes', scopes: [], life: 'day' } as const
    expect(requestOf(wrong, now)).toBeUndefined()
    expect(draftFaults(wrong, now)).toEqual({
      name: 'Enter a name',
      person: 'Control characters are not allowed',
      scopes: 'Select at least one scope',
      expiresAt: 'Select the last day',
    })
    expect(draftFaults({ ...named, name: 'a\u0007b' }, now)).toHaveProperty('name')
    expect(draftFaults(named, now)).toEqual({})
  })
})
