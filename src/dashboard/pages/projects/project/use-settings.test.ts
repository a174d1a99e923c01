import { describe, expect, it } from 'vitest'
import { revertedSettings, withSettings } from './use-settings.ts'

const project = {
  id: 1,
  name: 'acme/shop',
  primary_branch: 'refs/heads/main',
  ci_accepts_empty: false,
  managed_scan_config: { full_scan: { enabled: true }, diff_scan: { enabled: false } },
  gate: {
    required_sources: [],
    protected_refs: ['refs/heads/next'],
    count_suppressed: true,
    failed_runs: 'none' as const,
  },
}

describe('the settings of a project', () => {
  it.each([
    [{ ci_accepts_empty: true }, { ci_accepts_empty: true }],
    [{ primary_branch: 'release' }, { primary_branch: 'refs/heads/release' }],
    [
      { managed_scan_config: { diff_scan: { enabled: true } } },
      { managed_scan_config: { full_scan: { enabled: true }, diff_scan: { enabled: true } } },
    ],
    [
      { gate: { required_sources: [{ tool: 'Trivy' }] } },
      { gate: { ...project.gate, required_sources: [{ tool: 'Trivy', category: null }] } },
    ],
    [{ gate: { count_suppressed: false } }, { gate: { ...project.gate, count_suppressed: false } }],
    [{ gate: { failed_runs: 'fail' as const } }, { gate: { ...project.gate, failed_runs: 'fail' as const } }],
  ])('change what is named alone and go back: %j', (settings, changed) => {
    const after = withSettings(project, settings)
    expect(after).toEqual({ ...project, ...changed })
    expect(withSettings(after, revertedSettings(project, settings))).toEqual(project)
  })

  it('have no way back to no primary branch', () => {
    expect(revertedSettings({ id: 1, name: 'a' }, { primary_branch: 'main' })).toEqual({})
  })
})
