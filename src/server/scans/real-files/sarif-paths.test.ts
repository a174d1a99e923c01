import { describe, expect, test } from 'vitest'
import { createScan } from '#contract/operations/scans.ts'
import { semgrep, result as semgrepResult } from '../testing/upload.ts'
import { cycloneDx, library, sarif, sarifResult, vulnerability } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

/** The paths of the findings in code that stand. */
const paths = async (shop: Project) =>
  (await shop.code()).flatMap(({ location, status }) =>
    status === 'fixed' ? [] : [location?.filePath ?? ''],
  )

const inBase = (uri: string, uriBaseId: string, line = 2) =>
  sarifResult('r', '', line, {
    locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId }, region: { startLine: line } } }],
  })

const working = (uri: string) => ({ invocations: [{ executionSuccessful: true, workingDirectory: { uri } }] })

test.each<[string, object, Record<string, unknown>, string]>([
  [
    'below the folder on a code host in which the tool worked',
    sarifResult('r', 'https://git.example.com/acme/shop/blob/52712737/script/up.py', 4),
    working('https://git.example.com/acme/shop/blob/52712737'),
    'script/up.py',
  ],
  [
    'below a base on a code host',
    inBase('script/up.py', 'ROOT'),
    { originalUriBaseIds: { ROOT: { uri: 'https://git.example.com/acme/shop/' } } },
    'script/up.py',
  ],
  [
    'below a base that is within another one',
    inBase('main.c', 'SRC'),
    {
      originalUriBaseIds: {
        PROJECT: { uri: 'file:///home/ci/shop/' },
        SRC: { uri: 'file:///home/ci/shop/src/' },
      },
    },
    'src/main.c',
  ],
  [
    'below a base that is relative to another one',
    inBase('main.c', 'SRC'),
    { originalUriBaseIds: { SRC: { uri: 'src', uriBaseId: 'TOP' }, TOP: { uri: 'file:///home/ci/shop' } } },
    'src/main.c',
  ],
  [
    'below bases that name each other',
    inBase('main.c', 'SRC'),
    {
      originalUriBaseIds: { SRC: { uri: 'src/', uriBaseId: 'TOP' }, TOP: { uri: 'top/', uriBaseId: 'SRC' } },
    },
    'top/src/main.c',
  ],
  [
    'below a base that names itself',
    inBase('main.c', 'SRC'),
    { originalUriBaseIds: { SRC: { uri: 'src/', uriBaseId: 'SRC' } } },
    'src/main.c',
  ],
  [
    'outside of its base and in the outer one',
    inBase('../lib/a.c', 'SRC'),
    { originalUriBaseIds: { TOP: { uri: 'file:///w/shop/' }, SRC: { uri: 'file:///w/shop/src/' } } },
    'lib/a.c',
  ],
  [
    'below the base to which the repository is mapped',
    sarifResult('r', 'file:///w/shop/src/main.c', 4),
    {
      originalUriBaseIds: { ALL: { uri: 'file:///w/' }, REPO: { uri: 'file:///w/shop/' } },
      versionControlProvenance: [
        { repositoryUri: 'https://git.example.com/acme/shop', mappedTo: { uriBaseId: 'REPO' } },
      ],
    },
    'src/main.c',
  ],
  [
    'below a base, beside the home folder',
    sarifResult('r', 'file:///home/ci/shop/src/main.c', 4),
    { originalUriBaseIds: { HOME: { uri: 'file:///home/ci/' }, SRCROOT: { uri: 'file:///home/ci/shop/' } } },
    'src/main.c',
  ],
  [
    'below a folder of a drive, whatever its case',
    sarifResult('r', 'file:///d:/a/1/s/src/main.c', 4),
    working('file:///D:/a/1/s'),
    'src/main.c',
  ],
  [
    'with backslashes below a relative base',
    inBase('modules\\net.json', 'ROOTPATH'),
    { originalUriBaseIds: { ROOTPATH: { uri: 'infra/' } } },
    'infra/modules/net.json',
  ],
  [
    'with backslashes and slashes',
    sarifResult('r', 'src/inner\\deep\\net.json', 4),
    {},
    'src/inner/deep/net.json',
  ],
  ['with escaped backslashes', sarifResult('r', 'src/inner%5Cnet.json', 4), {}, 'src/inner/net.json'],
])('a path %s is one of the repository', async (_, result, run, path) => {
  const shop = await project()
  await shop.send(sarif('Probe', [result], run))
  expect(await paths(shop)).toEqual([path])
})

test.each<[string, string, Record<string, unknown>]>([
  ['file://server/share/x.c', '//server/share/x.c', {}],
  ['\\\\server\\share\\x.c', '//server/share/x.c', {}],
  ['file://server/share/shop/x.c', 'x.c', working('file://server/share/shop')],
  ['file://localhost/w/x.c', '/w/x.c', {}],
  ['FILE:/w/x.c', '/w/x.c', {}],
  ['file:////w/x.c', '/w/x.c', {}],
  ['file:src/x.c', 'src/x.c', {}],
  ['file:///./d.py', 'd.py', {}],
  ['file://./src/d.py', 'src/d.py', {}],
  ['file:///w/shop/../lib/./x.c', '/w/lib/x.c', {}],
  ['file:///../x.c', '/x.c', {}],
  ['file:///w/shop/src/../lib/x.c', 'lib/x.c', working('file:///w/shop')],
  ['file:///w/shop/src/../../other/x.c', '/w/other/x.c', working('file:///w/shop')],
  ['file:///C:/w/x.c', 'C:/w/x.c', {}],
  ['file:///c%3A/w/x.c', 'c:/w/x.c', {}],
  ['file://C:/w/x.c', 'C:/w/x.c', {}],
  ['file:C:\\w\\x.c', 'C:/w/x.c', {}],
  ['\\\\?\\C:\\w\\x.c', 'C:/w/x.c', {}],
  ['file:///w/a%20b/%C3%A9%25.c', '/w/a b/é%.c', {}],
  ['file:///w/a b/50%.c', '/w/a b/50%.c', {}],
  ['a%2520b.c', 'a%20b.c', working('file:///w/shop')],
  ['.\\src\\x.c', 'src/x.c', {}],
  ['HTTPS://example.com/a//b/../x.c', 'HTTPS://example.com/a//b/../x.c', {}],
])('the URI %s is the path %s', async (uri, path, run) => {
  const shop = await project()
  await shop.send(sarif('Probe', [sarifResult('r', uri, 4)], run))
  expect(await paths(shop)).toEqual([path])
})

test.each<[string, string, string, object]>([
  ['with an escaped percent sign', 'a%2520b.c', 'a%20b.c', { ROOT: { uri: 'file:///w/shop/' } }],
  [
    'in an escaped folder',
    'x.c',
    'a%20b/x.c',
    { ALL: { uri: 'file:///w/' }, ROOT: { uri: 'a%2520b', uriBaseId: 'ALL' } },
  ],
  ['on a server', 'x.c', 'src/x.c', { ALL: { uri: 'file://host/w' }, ROOT: { uri: 'file://host/w/src' } }],
  ['that is the whole machine', 'src/x.c', 'src/x.c', { ROOT: { uri: 'file:///' } }],
])('a path below a base %s is unescaped once', async (_, uri, path, originalUriBaseIds) => {
  const shop = await project()
  await shop.send(sarif('Probe', [inBase(uri, 'ROOT')], { originalUriBaseIds }))
  expect(await paths(shop)).toEqual([path])
})

describe('a decision outlives', () => {
  const files = ['src/cart.ts', 'src/form.ts', 'lib/pay.ts']
  const found = (folder: string, names = files) =>
    sarif(
      'ESLint',
      names.map((name, at) => sarifResult('no-eval', `${folder}${name}`, 3 + at)),
    )
  const decide = async (shop: Project) => {
    const [first] = await shop.code()
    await shop.ignore('sast', [first?.id ?? 0])
    return first?.id
  }

  test.each<[string, object, object, Record<string, string>]>([
    ['absolute paths that become relative', found('file:///home/ci/shop/'), found(''), {}],
    ['paths on a code host', found('https://git.example.com/acme/shop/blob/1a2b3c4/'), found(''), {}],
    [
      'backslashes',
      found('', ['src/a\\b.ts', 'src/a\\c.ts', 'src/a\\d.ts']),
      found('', ['src/a/b.ts', 'src/a/c.ts', 'src/a/d.ts']),
      {},
    ],
    [
      'a checkout that is named',
      found('/home/ci/shop/'),
      found('/builds/7/shop/'),
      { checkout_uri: 'file:///builds/7/shop' },
    ],
    ['relative paths that become absolute', found(''), found('/builds/7/shop/'), {}],
    [
      'another checkout, and files that are gone',
      found('/home/ci/shop/'),
      found('/builds/7/shop/', ['src/cart.ts']),
      {},
    ],
  ])('%s', async (_, before, after, query) => {
    const shop = await project()
    await shop.send(before)
    const id = await decide(shop)
    const sent = await shop.send(after, query)
    expect(sent.report).toMatchObject({ new: 0, uncertain: 0 })
    expect((await shop.code()).find((one) => one.id === id)).toMatchObject({ status: 'ignored' })
  })

  test('a base that is read as a folder of the repository', async () => {
    const shop = await project()
    await shop.send(
      sarif('clang', [inBase('main.c', 'SRC')], {
        originalUriBaseIds: { SRC: { uri: 'file:///w/shop/src/' } },
      }),
    )
    const id = await decide(shop)
    await shop.send(
      sarif('clang', [inBase('main.c', 'SRC')], {
        originalUriBaseIds: { TOP: { uri: 'file:///w/shop/' }, SRC: { uri: 'file:///w/shop/src/' } },
      }),
    )
    expect(await shop.code()).toMatchObject([{ id, status: 'ignored', location: { filePath: 'src/main.c' } }])
  })

  test('a checkout of a branch elsewhere', async () => {
    const shop = await project()
    await shop.send(found('/home/ci/shop/'), { ref: 'main' })
    await decide(shop)
    await shop.send(found('/builds/7/shop/'), { ref: 'topic' })
    const branch = (await shop.code()).filter(({ ref }) => ref === 'refs/heads/topic')
    expect(branch.map(({ status }) => status).sort()).toEqual(['ignored', 'open', 'open'])
  })
})

describe('absolute paths that share a folder', () => {
  const found = (...names: string[]) =>
    sarif(
      'ESLint',
      names.map((name, at) => sarifResult('no-eval', name, 3 + at)),
    )
  const known = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'e.ts']
  const withKnown = async () => {
    const shop = await project()
    await shop.send(semgrep(known.map((path, at) => semgrepResult('xss', path, `render(${at})`))))
    return shop
  }
  const eslint = async (shop: Project) =>
    (await shop.code()).flatMap(({ rule_name, location }) =>
      rule_name === 'no-eval' ? [location?.filePath] : [],
    )

  test('are those of the files of the project that other scans named', async () => {
    const shop = await withKnown()
    await shop.send(
      found(
        ...known.slice(0, 4).map((path) => `file:///builds/7/shop/${path}`),
        'file:///builds/7/shop/src/new.ts',
      ),
    )
    expect(await eslint(shop)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/new.ts'])
  })

  test('stay if fewer than four of five files are known', async () => {
    const shop = await withKnown()
    const names = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/x.ts'].map((path) => `/builds/7/shop/${path}`)
    await shop.send(found(...names))
    expect(await eslint(shop)).toEqual(names)
  })

  test('stay if one of them is elsewhere', async () => {
    const shop = await withKnown()
    const names = [...known.map((path) => `/builds/7/shop/${path}`), '/usr/include/stdio.h']
    await shop.send(found(...names))
    expect(await eslint(shop)).toEqual(names)
  })

  test('are those of lockfiles, too', async () => {
    const shop = await project()
    const purl = 'pkg:npm/lodash@4.17.20'
    const location = { evidence: { occurrences: [{ location: 'web/package-lock.json' }] } }
    await shop.send(
      cycloneDx([library(purl, location)], { vulnerabilities: [vulnerability('CVE-2026-1', [purl])] }),
    )
    await shop.send(sarif('ESLint', [sarifResult('no-eval', '/w/shop/web/package-lock.json', 1)]))
    expect(await eslint(shop)).toEqual(['web/package-lock.json'])
  })
})

describe('the checkout of a scan', () => {
  const scan = sarif(
    'Probe',
    [
      sarifResult('a', 'file:///home/ci/shop/src/a.c', 1),
      sarifResult('b', '/home/ci/other/b.c', 1),
      inBase('c.c', 'SRC', 1),
    ],
    { originalUriBaseIds: { SRC: { uri: 'file:///home/ci/shop/lib/' } } },
  )

  test.each(['file:///home/ci/shop/', 'file:///home/ci/shop', '/home/ci/shop'])(
    'is %s, and what is below it is of the repository',
    async (checkout) => {
      const shop = await project()
      await shop.send(scan, { checkout_uri: checkout })
      expect(await paths(shop)).toEqual(['src/a.c', '/home/ci/other/b.c', 'lib/c.c'])
    },
  )

  test('is taken off the paths of any format', async () => {
    const shop = await project()
    const path = 'D:/a/1/s/src/app.py'
    await shop.send(semgrep([semgrepResult('xss', path, 'render(name)')], { scanned: [path] }), {
      checkout_uri: 'file:///D:/a/1/s',
    })
    expect(await paths(shop)).toEqual(['src/app.py'])
  })

  test('must be absolute', async () => {
    const shop = await project()
    const { status, text } = await shop.service.call(createScan, {
      query: { project: shop.name, checkout_uri: 'shop' },
      body: Buffer.from('{}'),
    })
    expect(status).toBe(400)
    expect(text).toContain('is not an absolute path or URI')
  })
})
