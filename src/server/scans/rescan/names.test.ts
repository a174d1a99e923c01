import { describe, expect, test } from 'vitest'
import { sarif } from './testing/hand-written.ts'
import { PlainProject } from './testing/plain-project.ts'

/** A match of the same code as all others, in a class. */
type Place = [line: number, name: string]

const gitLab = (places: readonly Place[], nameIn: (name: string) => object) => ({
  version: '15.2.1',
  scan: { type: 'sast', status: 'success', scanner: { name: 'Semgrep' }, analyzer: { name: 'Semgrep' } },
  vulnerabilities: places.map(([line, name]) => {
    const { location = {}, ...rest } = nameIn(name) as { location?: object }
    return {
      name: 'Eval',
      description: 'Do not.',
      raw_source_code_extract: 'eval(x)',
      identifiers: [{ type: 'semgrep_id', name: 'no-eval', value: 'no-eval' }],
      location: { file: 'a.js', start_line: line, end_line: line, ...location },
      ...rest,
    }
  }),
})

const formats: [string, (places: readonly Place[]) => unknown][] = [
  [
    'SARIF, with logical locations',
    (places) => sarif(places.map(([line, logical]) => ({ path: 'a.js', line, code: 'eval(x)', logical }))),
  ],
  [
    'GitLab, with classes and methods',
    (places) => gitLab(places, (name) => ({ location: { class: name, method: 'run' } })),
  ],
  [
    'GitLab, with signatures',
    (places) =>
      gitLab(places, (name) => ({
        tracking: {
          items: [{ signatures: [{ algorithm: 'scope_offset', value: `a.js|${name}[0]|run[0]:3` }] }],
        },
      })),
  ],
]

describe.each(formats)('%s', (_, write) => {
  const before: Place[] = [
    [10, 'Orders'],
    [20, 'Customers'],
  ]

  async function decided() {
    const project = await PlainProject.start()
    await project.scan(write(before))
    await project.ignore('a.js:20')
    return project
  }

  test('the first of two equal matches is gone, the other one in its place → it keeps its decision', async () => {
    const project = await decided()
    await project.scan(write([[10, 'Customers']]))
    expect(await project.there()).toEqual(['a.js:10 ignored'])
  })

  test('they are in other classes, at the same lines → each keeps its own', async () => {
    const project = await decided()
    await project.scan(
      write([
        [10, 'Sales'],
        [20, 'Accounts'],
      ]),
    )
    expect(await project.there()).toEqual(['a.js:10 open', 'a.js:20 ignored'])
  })

  test('other code in the class of the ignored one → it is open', async () => {
    const project = await decided()
    const file = JSON.stringify(write([[400, 'Customers']])).replaceAll('eval(x)', 'setTimeout(request.body)')
    await project.scan(JSON.parse(file))
    expect((await project.there()).map((row) => row.replace(' uncertain', ''))).toEqual(['a.js:400 open'])
  })
})

test('Snyk: two versions of a package are bumped at once → what uses them tells them apart', async () => {
  const snyk = (uses: readonly [string, string, string][]) => ({
    vulnerabilities: uses.map(([user, userVersion, version]) => ({
      id: 'SNYK-JS-LODASH-1040724',
      title: 'Command injection',
      severity: 'high',
      packageName: 'lodash',
      version,
      from: ['shop@1.0.0', `@acme/${user}@${userVersion}`, `lodash@${version}`],
    })),
    ok: false,
    dependencyCount: 10,
    projectName: 'shop',
    packageManager: 'npm',
    displayTargetFile: 'package-lock.json',
  })
  const project = await PlainProject.start('sca')
  await project.scan(
    snyk([
      ['mailer', '1.0.0', '3.10.0'],
      ['web', '2.0.0', '4.17.15'],
    ]),
  )
  await project.ignore('lodash@3.10.0 package.json')
  await project.scan(
    snyk([
      ['web', '2.1.0', '4.17.19'],
      ['mailer', '1.1.0', '4.17.11'],
    ]),
  )
  expect(await project.there()).toEqual([
    'lodash@4.17.11 package.json ignored',
    'lodash@4.17.19 package.json open',
  ])
  await project.scan(snyk([['store', '7.0.0', '4.17.11']]))
  expect(await project.there()).toEqual(['lodash@4.17.11 package.json ignored'])
})
