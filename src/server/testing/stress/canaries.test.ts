import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dataFolder, type Served, serveFor } from '../command-line.ts'
import { canaryFiles, everythingIn, foundIn } from './canaries.ts'
import { credentialFiles } from './credential-canaries.ts'
import { forced } from './repetitions.ts'

const token = 'the-token-of-the-test-that-looks-for-canaries'
const main = '/api/v1/deployments/main'

async function ask(served: Served, method: string, path: string, body?: string) {
  const response = await fetch(`${served.base}${main}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: await response.text() }
}

/** What everybody may read: lists, exports, each finding, rules, scans and the audit log. */
async function answersOf(served: Served): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const read = async (path: string) => {
    const { status, text } = await ask(served, 'GET', path)
    expect([path, status]).toEqual([path, 200])
    answers.set(path, text)
    return text
  }
  // parse: the shapes are held by the tests of these answers.
  const secrets = JSON.parse(await read('secrets?limit=3000')) as { findings: { id: string }[] }
  for (const { id } of secrets.findings) await read(`findings/${id}`)
  for (const type of ['sast', 'sca', 'secrets'])
    for (const format of ['csv', 'json', 'sarif'])
      await read(`findings/export?issue_type=${type}&format=${format}`)
  // parse: see above.
  const code = JSON.parse(await read('findings?page_size=3000')) as {
    sastFindings: { findings: { id: number }[] }
  }
  for (const { id } of code.sastFindings.findings) await read(`findings/${id}`)
  // parse: see above.
  const { policies } = JSON.parse(await read('policies')) as { policies: { id: number }[] }
  for (const { id } of policies) await read(`policies/${id}?limit=1000`)
  for (const path of ['findings', 'projects', 'audit', 'findings/facets?issue_type=secrets']) await read(path)
  answers.set('scans', (await ask(served, 'POST', 'scans/search', '{}')).text)
  return answers
}

function expectNone(where: ReadonlyMap<string, string>, values: readonly string[]) {
  const matches = [...where].flatMap(([name, text]) =>
    foundIn(text, values).map((value) => `${value} in ${name}`),
  )
  expect(matches.slice(0, 20)).toEqual([])
}

const alphabets = ['abcdefghjkmnpqrstuvwxyz', 'abcdefghjkmnpqrstuvwxyz23456789', 'ABCDEFabcdef23456789+/!$_']

const rounds = forced(1)

it(
  'keeps no secret in the data folder, the log, an answer or an export, in whichever field of a file it stands',
  async () => {
    for (const [round, drawn] of fc
      .sample(
        fc.string({ unit: fc.constantFrom(...(alphabets[1] ?? '')), minLength: 6, maxLength: 9 }),
        rounds,
      )
      .entries()) {
      const match = alphabets[round % alphabets.length] ?? ''
      const canary = (number: number) =>
        `Zx7${[...drawn].map((each, at) => match[(each.charCodeAt(0) + number * (at + 3)) % match.length]).join('')}q${number}kV`
      const secrets = canaryFiles(canary)
      const credentials = credentialFiles((number) => canary(secrets.values.length + number))
      const files = [...secrets.files, ...credentials.files]
      const values = [...secrets.values, ...credentials.values]
      const folder = await dataFolder()
      const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token, LOG_LEVEL: 'trace' }
      let served = await serveFor(environment)
      for (const [index, { name, file, told }] of files.entries()) {
        const responseText = new URLSearchParams({
          project: `acme/p${index}`,
          commit_title: `Remove ${told} from the code`,
          pull_request_title: `"${told}" is gone`,
        })
        const { status, text } = await ask(served, 'POST', `scans?${responseText}`, JSON.stringify(file))
        expect([name, status, status === 201 ? '' : text]).toEqual([name, 201, ''])
      }
      expectNone(await answersOf(served), values)
      // Of a file that is refused nothing is told either.
      const broken = await ask(
        served,
        'POST',
        'scans?project=acme/broken',
        `{"runs":[{"results":["${values[0]}"]}],"version":"2.1.0"`,
      )
      expect([broken.status, foundIn(broken.text, values)]).toEqual([400, []])
      expectNone(everythingIn(folder), values)
      expectNone(new Map([['log', served.log()]]), values)
      expect(await served.stop()).toBe(0)
      expectNone(everythingIn(folder), values)
      served = await serveFor(environment)
      expect(await served.stop()).toBe(0)
      expectNone(everythingIn(folder), values)
    }
  },
  120_000 * rounds,
)
