import { describe, expect, test } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import { supplyChainFindings, upload } from '../testing/upload.ts'

const lodash = {
  id: 'SNYK-JS-LODASH-1040724',
  title: 'Command Injection',
  severity: 'high',
  packageName: 'lodash',
  name: 'lodash',
  version: '4.17.20',
  from: ['shop@1.0.0', 'lodash@4.17.20'],
  identifiers: { CVE: ['CVE-2021-23337'], CWE: ['CWE-78'] },
  fixedIn: ['4.17.21'],
}
const snyk = (vulnerabilities: object[], more: object = {}) => ({
  ok: vulnerabilities.length === 0,
  vulnerabilities,
  dependencyCount: 12,
  packageManager: 'npm',
  projectName: 'shop',
  displayTargetFile: 'package.json',
  path: '/src/shop',
  ...more,
})

/** A report of `snyk iac test` on a manifest of Kubernetes. */
const iac = (issues: object[]) => ({
  meta: { isPrivate: true },
  vulnerabilities: [],
  dependencyCount: 0,
  targetFile: 'deploy/web.yaml',
  projectName: 'deploy',
  packageManager: 'k8sconfig',
  projectType: 'k8sconfig',
  path: '/src/shop',
  ok: issues.length === 0,
  infrastructureAsCodeIssues: issues,
})
const privileged = { id: 'SNYK-CC-K8S-1', severity: 'high', publicId: 'SNYK-CC-K8S-1', lineNumber: 12 }

const packagesOf = async (service: Parameters<typeof supplyChainFindings>[0]) =>
  (await supplyChainFindings(service)).map(({ status, location, found_dependency: found }) => [
    found?.package,
    found?.version,
    location?.filePath,
    status,
  ])

describe('a report of another product closes nothing', () => {
  test.each<[string, unknown]>([
    ['of snyk iac test', iac([privileged])],
    ['of snyk iac test that found nothing', iac([])],
    ['of snyk iac test on several files', [iac([]), iac([privileged])]],
    ['of several projects of which one is of infrastructure', [snyk([]), iac([])]],
    ['without its issues of infrastructure', { ...iac([]), infrastructureAsCodeIssues: undefined }],
    ['of snyk monitor', { ok: true, isMonitored: true, uri: 'https://app.snyk.io/1', projectName: 'shop' }],
  ])('%s', async (_, other) => {
    const service = await startTestService()
    await upload(service, snyk([lodash]))
    const answer = await upload(service, other, { commit: 'c0ffee' })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toMatch(/snyk (?:iac test|test|monitor)/)
    expect(await packagesOf(service)).toEqual([['lodash', '4.17.20', 'package.json', 'open']])
  })
})

describe('a report of Snyk', () => {
  test('of an image has the issues of its applications', async () => {
    const service = await startTestService()
    const zlib = {
      ...lodash,
      id: 'SNYK-DEBIAN12-ZLIB-6008963',
      packageName: 'zlib',
      version: '1:1.2.13.dfsg-1',
    }
    const image = { packageManager: 'deb', docker: { baseImage: 'node:22' }, displayTargetFile: undefined }
    const app = snyk([lodash], { displayTargetFile: '/usr/src/app/package.json', path: 'acme/shop' })
    const file = snyk([zlib], { ...image, applications: [app], path: 'acme/shop' })
    const { body } = await upload(service, file)
    expect(body.report).toMatchObject({ read: 2, new: 2, left_out: [] })
    expect((await packagesOf(service)).sort()).toEqual([
      ['lodash', '4.17.20', '/usr/src/app/package.json', 'open'],
      ['zlib', '1:1.2.13.dfsg-1', 'acme/shop', 'open'],
    ])
  })

  test('of C and C++ has the version that the route ends with', async () => {
    const service = await startTestService()
    const { version: _, ...issue } = lodash
    const name = 'https://zlib.example|zlib@1.2.11'
    const manager = { packageManager: 'Unmanaged (C/C++)' }
    const zlib = { ...issue, ...manager, packageName: 'zlib', name, from: [name] }
    const project = { vulnerabilities: [zlib], path: '/src/native', dependencyCount: 1, ...manager }
    for (const file of [project, [{ issues: [{ issueId: zlib.id, pkgName: name }], ...project }]]) {
      await upload(service, file, { commit: JSON.stringify(file).length.toString() })
      expect(await packagesOf(service)).toEqual([['zlib', '1.2.11', '/src/native', 'open']])
    }
  })

  test.each<[string, unknown]>([
    ['an object', { ok: false, dependencyCount: 5, vulnerabilities: [{ ...lodash, packageManager: 'npm' }] }],
    ['issues alone', { vulnerabilities: [{ ...lodash, packageManager: 'npm' }] }],
    ['a list', [{ ok: false, dependencyCount: 5, vulnerabilities: [{ ...lodash, packageManager: 'npm' }] }]],
  ])('is read without the package manager of the project: %s', async (_, file) => {
    const service = await startTestService()
    const { body } = await upload(service, file)
    expect(body.report).toMatchObject({ new: 1 })
    expect(await packagesOf(service)).toEqual([['lodash', '4.17.20', 'packages', 'open']])
  })

  test('of projects of which the first failed is a failed run, not an unknown file', async () => {
    const service = await startTestService()
    await upload(service, snyk([lodash]))
    const failed = { ok: false, error: 'Could not detect package manager', path: '/src/docs' }
    const { body } = await upload(service, [failed, snyk([])], { commit: 'c0ffee' })
    expect(body.failure).toMatch(/Could not detect package manager/)
    expect(await packagesOf(service)).toEqual([['lodash', '4.17.20', 'package.json', 'open']])
  })
})
