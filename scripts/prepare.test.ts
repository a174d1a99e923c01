import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSources, root, sameLock } from './prepare.mjs'

describe('installed packages', () => {
  const fastify = { version: '5.0.0', integrity: 'sha512-aaa' }
  const elsewhere = { version: '2.0.0', optional: true }
  const wanted = { packages: { '': {}, 'node_modules/fastify': fastify, 'node_modules/for-mac': elsewhere } }

  it('are those of the lockfile, though packages of other platforms are not there', () => {
    expect(sameLock(wanted, { packages: { 'node_modules/fastify': fastify } })).toBe(true)
  })

  it.each([
    ['missing', {}],
    ['of another version', { 'node_modules/fastify': { ...fastify, version: '5.0.1' } }],
    ['of another content', { 'node_modules/fastify': { ...fastify, integrity: 'sha512-bbb' } }],
  ])('are not when one is %s', (_, packages) => {
    expect(sameLock(wanted, { packages })).toBe(false)
  })
})

describe('the lockfile', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

  // npm forgets those of other platforms when it writes the file over an existing node_modules,
  // and `npm ci` then refuses it.
  it('names every optional package of every package', () => {
    const missing = Object.entries<{ optionalDependencies?: Record<string, string> }>(packages).flatMap(
      ([place, { optionalDependencies = {} }]) => {
        const folders = place
          .split('/node_modules/')
          .map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'))
        const found = (name: string) =>
          ['', ...folders.map((folder) => `${folder}/`)].some(
            (folder) => `${folder}node_modules/${name}` in packages,
          )
        return Object.keys(optionalDependencies).filter((name) => !found(name))
      },
    )
    expect(missing).toEqual([])
  })

  it('names no registry: each user has their own', () => {
    expect(JSON.stringify(packages)).not.toContain('"resolved"')
  })
})

describe('a build', () => {
  it('is made anew when its configuration changes, or a plugin of it', () => {
    expect(buildSources('web')).toEqual(
      expect.arrayContaining([
        'src/dashboard/app/entry.ts',
        'vite.config.ts',
        'vite.document.config.ts',
        'scripts/chunks.ts',
        'scripts/packed-files.ts',
        // What a plugin imports.
        'scripts/lint-rules/source.ts',
      ]),
    )
    expect(buildSources('server')).toEqual(
      expect.arrayContaining(['src/server/main.ts', 'vite.server.config.ts']),
    )
  })

  it('is left alone by what it is not made from', () => {
    const web = buildSources('web')
    for (const file of ['src/server/main.ts', 'src/lib/text/format.test.ts', 'scripts/lint.ts'])
      expect(web).not.toContain(file)
    expect(buildSources('server')).not.toContain('src/dashboard/app/entry.ts')
  })
})
