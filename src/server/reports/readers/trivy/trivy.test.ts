import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'
import * as sample from './testing/sample.ts'

const { report, packages, vulnerability, misconfiguration, secret, license } = sample
const npm = (more: object) => ({ Target: 'web/package-lock.json', Class: 'lang-pkgs', Type: 'npm', ...more })

describe('a vulnerability of Trivy', () => {
  it('is a finding in its package, with what its SARIF leaves out', async () => {
    const file = report([npm({ Packages: packages, Vulnerabilities: [vulnerability] })])
    const answer = await read(file)
    expect(answer).toMatchObject({ format: 'trivy', read: 1, leftOut: [] })
    expect(onlyRun(answer)).toMatchObject({
      source: { tool: 'Trivy', category: null },
      tool: { name: 'Trivy', version: '0.58.1' },
      completedAt: '2026-01-15T10:00:00.123Z',
      revision: { repositoryUrl: 'https://git.example/acme/shop', branch: 'main', commit: 'a'.repeat(40) },
      rules: [expect.objectContaining({ path: 'CVE-2021-23337', cweNames: ['CWE-94'], severity: 'high' })],
    })
    expect(onlyFinding(answer, 'supplyChain')).toMatchObject({
      rulePath: 'CVE-2021-23337',
      severity: 'high',
      suppressed: false,
      location: { filePath: 'web/package-lock.json' },
      vulnerabilityIdentifier: 'CVE-2021-23337',
      advisoryIds: ['CVE-2021-23337', 'GHSA-35jh-r3h4-6jhm'],
      cvss: [
        { method: 'CVSSv31', score: 7.2, source: 'ghsa' },
        { method: 'CVSSv2', score: 6.5, source: 'nvd' },
      ],
      fixRecommendations: [
        { package: 'lodash', version: '4.17.21' },
        { package: 'lodash', version: '5.0.0' },
      ],
      foundDependency: {
        ecosystem: 'npm',
        package: 'lodash',
        version: '4.17.20',
        transitivity: 'transitive',
      },
      references: ['https://avd.example/nvd/cve-2021-23337', 'https://nvd.example/CVE-2021-23337'],
    })
  })

  it('has the id that CycloneDX of the same scan gives it', async () => {
    const [finding] = onlyRun(await read(report([npm({ Vulnerabilities: [vulnerability] })]))).findings
    const [twin] = onlyRun(await read(sample.cycloneDx)).findings
    expect(finding?.matchBasedId).toBe(twin?.matchBasedId)
    expect(finding?.evidence).toEqual(twin?.evidence)
  })

  it.each([
    ['alpine:3.20 (alpine 3.20.1)', 'library/alpine'],
    ['ghcr.io/acme/shop:1.2 (debian 12.5)', 'acme/shop'],
    [`localhost:5000/shop@sha256:${'0'.repeat(64)} (alpine 3.20.1)`, 'shop'],
    ['Host (ubuntu 24.04)', 'Host'],
  ])('of a distribution is in the repository of the image: %s', async (target, path) => {
    const result = { Target: target, Class: 'os-pkgs', Type: 'alpine', Vulnerabilities: [sample.ofApk] }
    expect(onlyFinding(await read(report([result])), 'supplyChain')).toMatchObject({
      location: { filePath: path },
      severity: 'medium',
      // One advisory of a distribution is about several vulnerabilities.
      advisoryIds: ['CVE-2024-5535'],
      foundDependency: { ecosystem: 'apk', package: 'libssl3', version: '3.3.1-r0' },
    })
  })

  it('is in the file of its own package, where it names one', async () => {
    const entry = { ...vulnerability, PkgPath: 'app/node_modules/lodash/package.json' }
    const result = { Target: 'Node.js', Class: 'lang-pkgs', Type: 'node-pkg', Vulnerabilities: [entry] }
    expect(onlyFinding(await read(report([result])), 'supplyChain').location).toMatchObject({
      filePath: 'app/node_modules/lodash/package.json',
    })
  })

  it('that an ignore file or a VEX document decides is suppressed, one that is fixed is left out', async () => {
    const of = (Status: string, VulnerabilityID: string) => ({
      Type: 'vulnerability',
      Status,
      Source: '.trivyignore',
      Finding: { ...vulnerability, VulnerabilityID },
    })
    const modified = [
      of('ignored', 'CVE-1'),
      of('not_affected', 'CVE-2'),
      of('fixed', 'CVE-3'),
      { Type: 'x' },
    ]
    const answer = await read(report([npm({ ExperimentalModifiedFindings: modified })]))
    expect(onlyRun(answer).findings.map(({ rulePath, suppressed }) => [rulePath, suppressed])).toEqual([
      ['CVE-1', true],
      ['CVE-2', true],
    ])
    expect(answer.leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })
})

describe('the packages of `--list-all-pkgs`', () => {
  it('are the dependencies of their lockfile, without the project itself', async () => {
    const { lockfiles } = onlyRun(await read(report([npm({ Packages: packages })])))
    expect(lockfiles).toEqual([
      {
        path: 'web/package-lock.json',
        located: true,
        dependencies: [
          expect.objectContaining({
            name: 'express',
            version: '4.19.2',
            transitivity: 'direct',
            licenses: ['MIT'],
            line: 12,
            requires: [1],
          }),
          expect.objectContaining({ name: 'lodash', transitivity: 'transitive', requires: [] }),
        ],
      },
    ])
  })

  it('of a distribution have their release in their version', async () => {
    const result = {
      Target: 'alpine:3.20 (alpine 3.20.1)',
      Class: 'os-pkgs',
      Type: 'alpine',
      Packages: [
        {
          ID: 'libssl3@3.3.1-r0',
          Name: 'libssl3',
          Version: '3.3.1',
          Release: 'r0',
          Digest: `sha1:${'a'.repeat(40)}`,
        },
        { ID: 'x@1', Name: 'x', Version: '2', Epoch: 1, Release: '3' },
      ],
    }
    expect(onlyRun(await read(report([result]))).lockfiles).toEqual([
      {
        path: 'library/alpine',
        located: false,
        dependencies: [
          expect.objectContaining({
            ecosystem: 'apk',
            version: '3.3.1-r0',
            hashes: [{ alg: 'SHA-1', content: 'a'.repeat(40) }],
            requires: null,
          }),
          expect.objectContaining({ version: '1:2-3' }),
        ],
      },
    ])
  })

  it('are unknown without the option, so that those of another scan stay', async () => {
    expect(onlyRun(await read(report([npm({ Vulnerabilities: [] })]))).lockfiles).toBeNull()
  })
})

describe('other findings of Trivy', () => {
  const dockerfile = { Target: 'Dockerfile', Class: 'config', Type: 'dockerfile' }

  it('a misconfiguration is a code finding with its lines, and the id that SARIF gives it', async () => {
    const answer = await read(report([{ ...dockerfile, Misconfigurations: [misconfiguration] }]))
    const finding = onlyFinding(answer, 'code')
    expect(finding).toMatchObject({
      rulePath: 'DS-0002',
      severity: 'high',
      location: { filePath: 'Dockerfile', line: 3, endLine: 3 },
      code: { startLine: 2, lines: ['RUN apk add curl', 'USER root'] },
      suppressed: false,
    })
    expect(finding.evidence.code).not.toBeNull()
    expect(onlyRun(answer).rules).toEqual([
      expect.objectContaining({ title: "Image user should not be 'root'", product: 'code' }),
    ])
    const twin = onlyFinding(await read(sample.misconfigurationSarif), 'code')
    expect(finding.matchBasedId).toBe(twin.matchBasedId)
    expect(finding.message).toBe(twin.message)
  })

  it('a misconfiguration has the resource of its cause', async () => {
    const of = async (Resource: unknown) => {
      const CauseMetadata = { ...misconfiguration.CauseMetadata, Resource }
      return onlyFinding(
        await read(report([{ ...dockerfile, Misconfigurations: [{ ...misconfiguration, CauseMetadata }] }])),
        'code',
      ).resource
    }
    expect(await of('module.web.aws_s3_bucket.logs')).toBe('module.web.aws_s3_bucket.logs')
    expect(await of('')).toBeNull()
    expect(await of(['a'])).toBeNull()
  })

  it('a passed check is left out, and an exception suppressed', async () => {
    const of = (Status: string) => ({ ...misconfiguration, Status })
    const answer = await read(report([{ ...dockerfile, Misconfigurations: [of('PASS'), of('EXCEPTION')] }]))
    expect(onlyFinding(answer, 'code').suppressed).toBe(true)
    expect(answer.leftOut).toEqual([{ reason: 'result kind "pass"', count: 1 }])
  })

  it('a misconfiguration about secrets has no code', async () => {
    const entry = { ...misconfiguration, ID: 'DS-0031', Title: 'Secrets passed via build-args or envs' }
    const answer = await read(report([{ ...dockerfile, Misconfigurations: [entry] }]))
    expect(onlyFinding(answer, 'code').code).toBeNull()
  })

  it('a secret has its type, no code, and the id that SARIF gives it', async () => {
    const result = { Target: 'deploy.sh', Class: 'secret', Secrets: [secret] }
    const finding = onlyFinding(await read(report([result])), 'secret')
    expect(finding).toMatchObject({
      rulePath: 'aws-access-key-id',
      severity: 'critical',
      secretType: 'AWS Access Key ID',
      secretHash: null,
      code: null,
      location: { filePath: 'deploy.sh', line: 3 },
    })
    expect(finding.matchBasedId).toBe(onlyFinding(await read(sample.secretSarif), 'secret').matchBasedId)
  })

  it('a value that Trivy did not mask is nowhere in the report', async () => {
    const value = 'AKIAZ7Q2M4X9T1B6C8D3'
    const line = `export AWS_ACCESS_KEY_ID=${value}`
    const shown = {
      ...secret,
      Title: `AWS Access Key ID ${value}`,
      Match: line,
      Code: { Lines: [{ Number: 3, Content: line, Highlighted: line, IsCause: true }] },
    }
    const result = { Target: 'deploy.sh', Class: 'secret', Secrets: [shown, secret] }
    const answer = await read(report([result]))
    expect(onlyRun(answer).findings).toHaveLength(2)
    expect(JSON.stringify(answer)).not.toContain(value)
  })

  it('a license is a code finding, named after its package', async () => {
    const result = { Target: 'package-lock.json', Class: 'license', Licenses: [license] }
    expect(onlyFinding(await read(report([result])), 'code')).toMatchObject({
      rulePath: 'lodash:AGPL-3.0-only',
      severity: 'critical',
      location: { filePath: 'package-lock.json' },
    })
  })
})

describe('a report of Trivy', () => {
  it('without results has none, and is recognized by what it names', async () => {
    for (const file of [report([]), report(undefined), { Results: [], SchemaVersion: 2 }])
      expect(onlyRun(await read(file)).findings).toEqual([])
  })

  it('is read whatever the order of its keys', async () => {
    const element = {
      Vulnerabilities: [vulnerability],
      Packages: packages,
      Type: 'npm',
      Target: 'a/yarn.lock',
    }
    const file = Object.fromEntries(Object.entries(report([element])).reverse())
    for (const pieces of [1, 10_000])
      expect(onlyFinding(await read(file, { pieces }), 'supplyChain')).toMatchObject({
        location: { filePath: 'a/yarn.lock' },
        foundDependency: { transitivity: 'transitive' },
      })
  })

  it('is refused with its place where it is no report of version 2', async () => {
    expect(await faultOf({ ...report([]), SchemaVersion: 3 })).toMatchObject({ path: '/SchemaVersion' })
    expect(await faultOf(report(['x']))).toMatchObject({ path: '/Results/0' })
    expect(await faultOf(report([npm({ Vulnerabilities: [vulnerability, 1] })]))).toMatchObject({
      path: '/Results/0/Vulnerabilities/1',
    })
    expect((await faultOf({ SchemaVersion: 2 }, { format: 'trivy' })).message).toContain('`Results`')
  })
})
