import { describe, expect, test } from 'vitest'
import { searchScans } from '#contract/operations/scans.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { wholeDatabase } from '#server/testing/whole-database.ts'
import { sarif, sarifLocation, sarifResult } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()
const word = 'swordfish'
const made = 'q7#vL2-w!e9$tZ(n4%rK8'

const spellings = (value: string): string[] => [
  `'it\\'s ${value}'`,
  `r#"a"${value}"#`,
  `R"x(a"${value})x"`,
  `$'it\\'s ${value}'`,
  `q{a ${value}}`,
  `%q(a (b) ${value})`,
  `~s(${value})`,
  `mysql -u root -p${value} shop`,
  `tool --password=${value}`,
  `tool --password ${value}`,
  `password: ${value}`,
  `{"password": "a \\"${value}\\""}`,
  `password=&quot;a ${value}&quot;`,
  `Server=db;Password=${value};`,
  `Authorization: Bearer ${value}`,
  `'${value}`,
]

/** Where a value is stored or answered; the tests of a file share a service, so that each has its own value. */
async function placesOf(value: string, { service }: Project): Promise<string[]> {
  const scans = await service.call(searchScans, { body: {} })
  const texts = [...(await wholeDatabase(service.services.database)), { table: 'scans', text: scans.text }]
  return texts.flatMap(({ table, text }) => {
    const at = text.indexOf(value)
    return at < 0 ? [] : [`${table}: ${text.slice(Math.max(0, at - 100), at + 60)}`]
  })
}

const at = (line: number, text: string) => ({
  locations: [sarifLocation('shop/config.py', { startLine: line, snippet: { text } })],
})
const invocations = (...notifications: object[]) => [
  { executionSuccessful: true, toolExecutionNotifications: notifications },
]
let count = 0
const own = (value: string) => `${value}${(count++).toString(36).replaceAll(/\d/g, 'x')}z`

describe.each(repeatedOnEngine([word, made]))('no spelling of %s is kept', (value) => {
  test.each(spellings('VALUE'))('in a message or a notification about it: %s', async (spelling) => {
    const shop = await project()
    const secret = own(value)
    const said = spelling.replace('VALUE', () => secret)
    await shop.send(
      sarif(
        'Bandit',
        [
          sarifResult('B105', 'shop/config.py', 3, {
            message: { text: `Possible hardcoded password: ${said}` },
          }),
        ],
        {
          rules: [{ id: 'B105' }],
          invocations: invocations(
            { level: 'note', message: { text: `Left: ${said}` } },
            { level: 'error', associatedRule: { id: 'B105' }, message: { text: `Could not read ${said}` } },
            { level: 'error', message: { text: `A hard-coded password is not parsed: ${said}` } },
          ),
        },
      ),
    )
    expect(await placesOf(secret, shop)).toEqual([])
  })
})

describe('a literal of a finding is in no other text of its run', () => {
  test.each([
    ['a word', word],
    ['a made one', made],
  ])('%s', async (_, value) => {
    const shop = await project()
    const secret = own(value)
    await shop.send(
      sarif(
        'Bandit',
        [
          sarifResult('B105', 'shop/config.py', 3, {
            message: { text: 'Possible hardcoded password' },
            ...at(3, `password = '${secret}'`),
          }),
          sarifResult('X1', 'shop/config.py', 9, { message: { text: `The text ${secret} is written.` } }),
        ],
        {
          rules: [{ id: 'B105' }, { id: 'X1' }],
          invocations: invocations(
            { level: 'warning', message: { text: `Skipped what follows ${secret}.` } },
            { level: 'error', message: { text: `${'Much is read. '.repeat(14)}Then ${secret} failed` } },
          ),
        },
      ),
    )
    const [, other] = await shop.code()
    expect(other?.rule_message).toBe('The text [removed] is written.')
    expect(await placesOf(secret, shop)).toEqual([])
  })
})

describe('an error of a format about a line with a credential', () => {
  const line = (secret: string) => `unexpected text in: password = "it's ${secret}"`
  test.each<[string, (secret: string) => object]>([
    [
      'Semgrep',
      (secret) => ({
        version: '1.97.0',
        results: [],
        errors: [{ code: 2, level: 'error', type: 'Fatal', message: line(secret) }],
        paths: { scanned: ['a.py'] },
      }),
    ],
    [
      'npm',
      (secret) => ({
        message: `request to https://me:${secret}@registry.example/ failed: ${line(secret)}`,
        error: { code: 'E401', summary: line(secret), detail: '' },
      }),
    ],
    [
      'GitLab',
      (secret) => ({
        version: '15.0.0',
        vulnerabilities: [],
        scan: {
          analyzer: { id: 'a', name: 'A', version: '1', vendor: { name: 'A' } },
          scanner: { id: 'a', name: 'A', version: '1', vendor: { name: 'A' } },
          type: 'sast',
          start_time: '2026-01-14T08:00:00',
          end_time: '2026-01-14T08:00:01',
          status: 'failure',
          messages: [{ level: 'fatal', value: line(secret) }],
        },
      }),
    ],
    [
      'SARIF',
      (secret) =>
        sarif('Tool', [], {
          invocations: [
            {
              executionSuccessful: false,
              processStartFailureMessage: line(secret),
              exitCodeDescription: line(secret),
            },
          ],
        }),
    ],
    [
      'Snyk',
      (secret) => [
        { ok: true, vulnerabilities: [], dependencyCount: 1, packageManager: 'npm', projectName: 'shop' },
        { ok: false, error: line(secret), path: '/app' },
      ],
    ],
    [
      'Dependency-Check',
      (secret) => ({
        reportSchema: '1.1',
        scanInfo: { engineVersion: '9.0.0', analysisExceptions: [{ exception: { message: line(secret) } }] },
        projectInfo: { name: 'shop', reportDate: '2026-01-14T08:00:00Z' },
        dependencies: [],
      }),
    ],
  ])('%s', async (_, file) => {
    const shop = await project()
    const secret = own(word)
    await shop.send(file(secret))
    expect(await placesOf(secret, shop)).toEqual([])
  })
})

const message = (text: string) => sarifResult('B105', 'shop/config.py', 1, { message: { text } })
const bandit = (secret: string, more: object = {}) =>
  sarifResult('B105', 'shop/config.py', 3, {
    message: { text: 'Possible hardcoded password' },
    ...at(3, `password = '${secret}'`),
    ...more,
  })
const note = (text: string) => ({ level: 'error', message: { text } })
const run = (results: object[], notes: object[] = [], more: object = {}) =>
  sarif('Bandit', results, {
    rules: [{ id: 'B105' }, { id: 'X1' }],
    invocations: invocations(...notes),
    ...more,
  })

const places: [string, (secret: string) => object][] = [
  [
    'an argument of a message',
    (secret) =>
      sarif('Tool', [sarifResult('r', 'a.py', 1, { message: { id: 'm', arguments: [secret] } })], {
        rules: [{ id: 'r', messageStrings: { m: { text: 'Hard-coded password {0} found' } } }],
      }),
  ],
  [
    'a message in Markdown',
    (secret) =>
      run([sarifResult('B105', 'a.py', 1, { message: { markdown: `Hard-coded password **${secret}**` } })]),
  ],
  ['bold', (secret) => run([message(`Hard-coded password **${secret}** found`)])],
  ['italic', (secret) => run([message(`Hard-coded password _${secret}_ found`)])],
  ['brackets after the word', (secret) => run([message(`Hard-coded password (${secret}) found`)])],
  ['after a dash', (secret) => run([message(`Hard-coded password - ${secret}`)])],
  ['a word after the word', (secret) => run([message(`Hard-coded password ${secret} found`)])],
  ['the end of a sentence', (secret) => run([message(`Hardcoded password: the value is ${secret}`)])],
  [
    'a block of code',
    (secret) => run([message(`Hard-coded password\n\`\`\`\nlogin(x, ${secret})\n\`\`\`\n`)]),
  ],
  ['a cell of a table', (secret) => run([message(`| password | ${secret} |`)])],
  [
    'the code of another finding',
    (secret) => run([bandit(secret), sarifResult('X1', 'shop/config.py', 4, at(4, `other(${secret})`))]),
  ],
  [
    'a message about another file',
    (secret) =>
      run([
        bandit(secret),
        sarifResult('X1', 'shop/other.py', 4, { message: { text: `The '${secret}' is here` } }),
      ]),
  ],
  [
    'an exception',
    (secret) =>
      run([bandit(secret)], [{ level: 'error', message: { text: 'x' }, exception: { message: secret } }]),
  ],
  [
    'the id of a notification',
    (secret) => run([bandit(secret)], [{ level: 'error', descriptor: { id: secret } }]),
  ],
  [
    'a configuration that failed',
    (secret) =>
      run([bandit(secret)], [], {
        invocations: [
          {
            executionSuccessful: false,
            toolConfigurationNotifications: [note(`bad ${secret}`)],
            commandLine: `x --password ${secret}`,
            environmentVariables: { P: secret },
            arguments: [secret],
            account: secret,
            exitCodeDescription: secret,
          },
        ],
      }),
  ],
  [
    'the name of a signal',
    (secret) =>
      run([bandit(secret)], [], { invocations: [{ executionSuccessful: false, exitSignalName: secret }] }),
  ],
  [
    'the end of a long notification',
    (secret) => run([bandit(secret)], [note(`${'x'.repeat(1_990)} ${secret}`)]),
  ],
  [
    'Base64 in a notification',
    (secret) => run([bandit(secret)], [note(`it is ${Buffer.from(`me:${secret}`).toString('base64')}`)]),
  ],
  ['a part of a name', (secret) => run([bandit(secret)], [note(`it is pw_${secret}_x`)])],
  [
    'a logical location',
    (secret) =>
      run([
        sarifResult('B105', 'shop/config.py', 3, {
          message: { text: 'Possible hardcoded password' },
          locations: [
            {
              ...sarifLocation('shop/config.py', { startLine: 3, snippet: { text: `p='${secret}'` } }),
              logicalLocations: [{ fullyQualifiedName: `cfg.${secret}` }],
            },
          ],
        }),
      ]),
  ],
  [
    'a line without a literal',
    (secret) =>
      run([
        sarifResult('B105', 'a.py', 3, {
          message: { text: 'Possible hardcoded password' },
          ...at(3, secret),
        }),
      ]),
  ],
  [
    'a fix without a line',
    (secret) =>
      run([
        sarifResult('B105', 'a.py', 3, {
          message: { text: 'Possible hardcoded password' },
          locations: [sarifLocation('a.py', { startLine: 3 })],
          fixes: [
            {
              artifactChanges: [
                {
                  artifactLocation: { uri: 'a.py' },
                  replacements: [
                    { deletedRegion: { startLine: 3 }, insertedContent: { text: `password = ${secret}` } },
                  ],
                },
              ],
            },
          ],
        }),
      ]),
  ],
  [
    'a comment in a fix',
    (secret) =>
      run([
        sarifResult('B105', 'a.py', 3, {
          message: { text: 'Possible hardcoded password' },
          ...at(3, `p='${secret}'`),
          fixes: [
            {
              description: { text: `use ${secret}` },
              artifactChanges: [
                {
                  artifactLocation: { uri: 'a.py' },
                  replacements: [
                    { deletedRegion: { startLine: 3 }, insertedContent: { text: `p=env # was ${secret}` } },
                  ],
                },
              ],
            },
          ],
        }),
      ]),
  ],
  [
    'the title of a rule',
    (secret) =>
      sarif('Bandit', [sarifResult('B105', 'a.py', 3, { message: { text: `'${secret}'` } })], {
        rules: [
          {
            id: 'B105',
            shortDescription: { text: `Hardcoded password: '${secret}'` },
            fullDescription: { text: `Found "${secret}" here` },
          },
        ],
      }),
  ],
]

test.each(repeatedOnEngine(places))('a word that is a credential is not kept in %s', async (_, file) => {
  const shop = await project()
  const secret = own(word)
  await shop.send(file(secret))
  expect(await placesOf(secret, shop)).toEqual([])
})
