import { expect, test } from 'vitest'
import { faultOf, onlyRun, read, semgrepFile } from '../../testing/read.ts'

const file = (dependencies: unknown) => semgrepFile([], { dependencies })

test('the lockfiles of a scan, with hashes, lines and who asks for whom', async () => {
  const sha512 = Buffer.alloc(64, 7)
  const run = onlyRun(
    await read(
      file({
        './web/package-lock.json': [
          {
            package: '@scope/a',
            version: '1.0.0',
            ecosystem: 'npm',
            transitivity: 'direct',
            line_number: 12,
            allowed_hashes: {
              sha512: [sha512.toString('hex')],
              sha256: [Buffer.alloc(32, 1).toString('base64')],
            },
            children: [
              { package: 'b', version: '2.0.0' },
              { package: 'b', version: '9.9.9' },
            ],
          },
          { package: 'b', version: '2.0.0', ecosystem: 'npm', transitivity: 'transitive', children: [] },
        ],
        'go.mod': [{ package: 'github.com/x/y', version: '1.2.3', ecosystem: 'gomod', allowed_hashes: {} }],
        'empty/yarn.lock': [],
      }),
    ),
  )
  const nothing = { licenses: [], purl: null }
  expect(run.lockfiles).toEqual([
    {
      path: 'web/package-lock.json',
      located: true,
      dependencies: [
        {
          ...nothing,
          ecosystem: 'npm',
          name: '@scope/a',
          version: '1.0.0',
          transitivity: 'direct',
          hashes: [
            { alg: 'SHA-512', content: sha512.toString('hex') },
            { alg: 'SHA-256', content: '01'.repeat(32) },
          ],
          line: 12,
          requires: [1],
        },
        {
          ...nothing,
          ecosystem: 'npm',
          name: 'b',
          version: '2.0.0',
          transitivity: 'transitive',
          hashes: [],
          line: null,
          requires: [],
        },
      ],
    },
    {
      path: 'go.mod',
      located: true,
      dependencies: [
        {
          ...nothing,
          ecosystem: 'gomod',
          name: 'github.com/x/y',
          version: '1.2.3',
          transitivity: 'unknown',
          hashes: [],
          line: null,
          requires: null,
        },
      ],
    },
    { path: 'empty/yarn.lock', located: true, dependencies: [] },
  ])
})

test('none at all, and nothing said of them', async () => {
  expect(onlyRun(await read(file({}))).lockfiles).toEqual([])
  expect(onlyRun(await read(semgrepFile([]))).lockfiles).toBeNull()
})

test('a dependency without a package is refused with its place', async () => {
  expect(await faultOf(file({ 'a.lock': [{ version: '1' }] }))).toMatchObject({
    message: 'this is not a dependency: its `package` is missing',
    path: '/dependencies/a.lock/0/package',
  })
  expect(await faultOf(file({ 'a.lock': {} }))).toMatchObject({ path: '/dependencies/a.lock' })
})
