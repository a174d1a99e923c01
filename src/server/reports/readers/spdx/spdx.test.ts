import { describe, expect, it } from 'vitest'
import { faultOf, onlyRun, read } from '../../testing/read.ts'
import { spdxDocument, syftDocument, trivyDocument } from './testing/sample.ts'

const lockfilesOf = async (input: unknown) => onlyRun(await read(input)).lockfiles

describe('packages of SPDX', () => {
  it('are the dependencies of the subject, with their tree', async () => {
    const report = await read(spdxDocument)
    expect(report).toMatchObject({ format: 'spdx', leftOut: [] })
    expect(onlyRun(report)).toMatchObject({
      source: { tool: 'GitHub.com-Dependency-Graph' },
      completedAt: '2026-01-15T10:00:00.000Z',
      revision: { repositoryUrl: 'https://github.com/acme/shop', branch: null, commit: 'b'.repeat(40) },
      coverage: { findings: false },
      findings: [],
      lockfiles: [
        {
          path: 'shop.spdx.json',
          located: false,
          dependencies: [
            {
              ecosystem: 'npm',
              name: '@babel/core',
              version: '7.24.0',
              transitivity: 'direct',
              licenses: ['MIT'],
              hashes: [{ alg: 'SHA-256', content: 'c'.repeat(64) }],
              purl: null,
              line: null,
              requires: [1],
            },
            expect.objectContaining({ name: 'semver', transitivity: 'transitive', licenses: ['ISC'] }),
          ],
        },
      ],
    })
  })

  it('are the same in the answer of the API of GitHub', async () => {
    const { lockfiles } = onlyRun(await read({ sbom: spdxDocument }))
    expect(lockfiles).toEqual(await lockfilesOf(spdxDocument))
  })

  it('are the same whatever the order of the keys', async () => {
    const reversed = Object.fromEntries(Object.entries(spdxDocument).reverse())
    expect(await lockfilesOf(reversed)).toEqual(await lockfilesOf(spdxDocument))
  })

  it('of Syft are in the lockfiles that it names, and not direct because the folder contains them', async () => {
    const run = onlyRun(await read(syftDocument))
    expect(run.tool).toEqual({ name: 'syft', version: '1.18.1' })
    expect(run.source.tool).toBe('Syft')
    expect(run.lockfiles).toEqual([
      {
        path: 'web/package-lock.json',
        located: true,
        dependencies: [
          expect.objectContaining({ name: '@babel/core', transitivity: 'unknown', requires: [1] }),
          expect.objectContaining({ name: 'semver', transitivity: 'unknown' }),
        ],
      },
    ])
  })

  it('of Trivy are in the lockfile that contains them', async () => {
    expect(await lockfilesOf(trivyDocument)).toEqual([
      {
        path: 'web/package-lock.json',
        located: true,
        dependencies: [
          expect.objectContaining({ name: '@babel/core', transitivity: 'direct' }),
          expect.objectContaining({ name: 'semver', transitivity: 'transitive' }),
        ],
      },
    ])
  })

  it('that nothing describes are those of the document', async () => {
    const file = { ...spdxDocument, relationships: [], creationInfo: null }
    expect(onlyRun(await read(file)).source.tool).toBe('SPDX')
    expect((await lockfilesOf(file))?.[0]?.dependencies).toHaveLength(3)
  })
})

it('other versions and what is no package are refused with their place', async () => {
  expect(await faultOf({ ...spdxDocument, spdxVersion: 'SPDX-3.0' })).toMatchObject({ path: '/spdxVersion' })
  expect(await faultOf({ ...spdxDocument, packages: [1] })).toMatchObject({ path: '/packages/0' })
  expect(await faultOf({ sbom: { spdxVersion: 'SPDX-2.3', packages: ['x'] } })).toMatchObject({
    path: '/sbom/packages/0',
  })
})
