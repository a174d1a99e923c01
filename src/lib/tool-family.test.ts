import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolFamily } from './tool-family.ts'

test.each([
  ['Semgrep', 'Semgrep'],
  ['semgrep', 'Semgrep'],
  ['Semgrep OSS', 'Semgrep'],
  ['Semgrep PRO', 'Semgrep'],
  ['Semgrep Pro', 'Semgrep'],
  ['Semgrep Code', 'Semgrep'],
  ['Semgrep OSS 1.97.0', 'Semgrep'],
  ['CodeQL', 'CodeQL'],
  ['CodeQL command-line toolchain', 'CodeQL'],
  ['trivy', 'Trivy'],
  ['Trivy Vulnerability Scanner', 'Trivy'],
  ['eslint', 'ESLint'],
  ['gitleaks', 'Gitleaks'],
  ['grype', 'Grype'],
  ['osv-scanner', 'OSV-Scanner'],
  ['OSV Scanner', 'OSV-Scanner'],
  ['OWASP dependency-check', 'Dependency-Check'],
  ['SnykCode', 'Snyk Code'],
])('%s is known as %s', (name, family) => {
  expect(toolFamily(name)).toBe(family)
})

test.each([
  ['Bandit 1.7.5', 'Bandit'],
  ['bandit v1.7.5', 'Bandit'],
  ['Trivy-0.48.1', 'Trivy'],
  ['trivy@0.50.0-rc.1', 'Trivy'],
  ['Detekt, version 1.23.4', 'detekt'],
  ['In-house check v2', 'In-house check'],
  ['In-house check 2024.1.2+build.7', 'In-house check'],
])('the version in %s is cut', (name, family) => {
  expect(toolFamily(name)).toBe(family)
})

test.each([
  ['In-house check'],
  ['Scanner 1'],
  ['Scanner 2'],
  ['1.2.3'],
  ['v1.2.3'],
  ['CycloneDX'],
  ['Findings API'],
  ['Opengrep'],
  ['Semgrep Supply Chain'],
  ['Snyk Container'],
  ['constructor'],
  ['__proto__'],
])('%s stays a tool of its own', (name) => {
  expect(toolFamily(name)).toBe(name)
})

test('two tools of one vendor are two families', () => {
  const names = ['Snyk Open Source', 'Snyk Code', 'Snyk Container', 'Snyk IaC']
  expect(new Set(names.map(toolFamily)).size).toBe(names.length)
})

test('a family is its own family, and no name is cut to nothing', () => {
  const part = fc.constantFrom('Scan', '1.2', ' ', '-', 'v3', 'version', ',', '@', 'Semgrep', 'OSS', '7')
  const names = fc.oneof(
    fc.string(),
    fc.array(part).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(names, (name) => {
      fc.pre(name.trim() !== '')
      const family = toolFamily(name)
      expect(family).not.toBe('')
      expect(toolFamily(family)).toBe(family)
    }),
  )
})

test('a name made to be slow to read is read at once', () => {
  expect(toolFamily('a-1.1'.repeat(200_000))).toHaveLength(1_000_000 - 4)
  expect(toolFamily(' '.repeat(1_000_000))).toBe('')
})
