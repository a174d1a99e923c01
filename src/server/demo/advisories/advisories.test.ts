import { describe, expect, it } from 'vitest'
import { advisories } from './all.ts'
import { compareVersions, isVulnerable, rangeOf } from './range.ts'

describe('the advisories', () => {
  it('are sixty or more, each told once, with ids of the usual forms', () => {
    expect(advisories.length).toBeGreaterThanOrEqual(60)
    expect(new Set(advisories.map(({ id, package: name }) => `${id} ${name}`)).size).toBe(advisories.length)
    for (const { id } of advisories) {
      expect(id).toMatch(
        /^(CVE-\d{4}-\d{4,6}|GHSA(-[23456789cfghjmpqrvwx]{4}){3}|RUSTSEC-\d{4}-\d{4}|PYSEC-\d{4}-\d+)$/,
      )
    }
  })

  it('name versions within their range, and a fixed version outside of it', () => {
    for (const advisory of advisories) {
      for (const version of advisory.versions)
        expect(isVulnerable(advisory, version), `${advisory.id} ${version}`).toBe(true)
      if (advisory.fixed) expect(isVulnerable(advisory, advisory.fixed), advisory.id).toBe(false)
    }
  })

  it('include known malicious packages of several ecosystems', () => {
    const harmful = advisories.filter((advisory) => advisory.malicious)
    expect(new Set(harmful.map((advisory) => advisory.ecosystem)).size).toBeGreaterThanOrEqual(3)
  })
})

describe('version ranges', () => {
  it('compare numbers, not digits', () => {
    expect(compareVersions('4.17.9', '4.17.21')).toBeLessThan(0)
    expect(compareVersions('v0.33.0', '0.33')).toBe(0)
  })

  it('are told in words', () => {
    const advisory = advisories.find(({ id }) => id === 'CVE-2021-44228')
    expect(advisory && rangeOf(advisory)).toBe('>= 2.0, < 2.15.0')
  })
})
