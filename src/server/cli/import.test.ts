import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dataFolder, gatehouse, serveFor } from '../testing/command-line.ts'
import { WrongUse } from './command.ts'
import { importFiles } from './import.ts'

const fixture = (name: string) => new URL(`../ingest/fixtures/${name}.gz`, import.meta.url).pathname

const token = 'token-of-automation-0123456789abcdef'

async function findingsOf(base: string, slug: string) {
  const answer = await fetch(`${base}/api/v1/deployments/${slug}/findings?page_size=3000`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = await answer.json()
  return body.sastFindings?.findings as { repository: { name: string }; ref: string; status: string }[]
}

it('takes files in without a running service, and with one, into the same deployment', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
  const words = ['import', fixture('semgrep_many_vulns.json'), '--project', 'acme/shop']
  const alone = await gatehouse(words, environment)
  expect(alone).toMatchObject({ status: 0, errors: '' })
  expect(alone.output).toMatch(
    /semgrep_many_vulns\.json\.gz: read 48: 48 new, 0 fixed, 0 unchanged; left out nothing\n$/,
  )

  const served = await serveFor(environment)
  const more = await gatehouse(
    [
      'import',
      fixture('codeQL-output.sarif'),
      fixture('bash-report.sarif'),
      '--project',
      'acme/api',
      '--ref',
      'dev',
    ],
    environment,
  )
  expect(more.status).toBe(0)
  expect(more.output.trim().split('\n')).toEqual([
    expect.stringContaining('read 72: 72 new'),
    expect.stringContaining('read 27: 27 new'),
  ])
  const again = await gatehouse(words, environment)
  expect(again.status).toBe(0)
  expect(again.output).toMatch(/came in before, as scan 1; nothing changed/)

  const findings = await findingsOf(served.base, 'main')
  const of = (name: string) => findings.filter((finding) => finding.repository.name === name)
  expect(of('acme/shop')).toHaveLength(48)
  expect(of('acme/api')).toHaveLength(99)
  expect(new Set(of('acme/api').map((finding) => finding.ref))).toEqual(new Set(['refs/heads/dev']))
  await served.stop()
})

it('names the place in a file that it refuses, and goes on with the others', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder }
  const cut = join(folder, 'cut.json')
  const whole = gunzipSync(readFileSync(fixture('semgrep_one_finding.json')))
  await writeFile(cut, whole.subarray(0, whole.length - 30))
  const ended = await gatehouse(
    ['import', cut, fixture('semgrep_one_finding.json'), '--project', 'acme/shop'],
    environment,
  )
  expect(ended.status).toBe(1)
  expect(ended.errors.trim().split('\n')).toEqual([
    expect.stringMatching(/^gatehouse: .*cut\.json:\d+:\d+ \(byte \d+.*\): .*cut off/),
  ])
  expect(ended.output).toMatch(/read 1: 1 new/)
})

it.each([
  ['no file', ['--project', 'a/b'], WrongUse, /No file is named/],
  ['no project', ['FILE'], WrongUse, /--project is missing/],
  ['a wrong address', ['FILE', '--project', 'a/b', '--url', 'nowhere'], WrongUse, /--url is no http/],
  ['a wrong name', ['FILE', '--project', 'a\nb'], WrongUse, /--project holds a control character/],
  ['an unknown deployment', ['FILE', '--project', 'a/b', '--deployment', 'moon'], WrongUse, /"moon"/],
  ['an unknown option', ['FILE', '--project', 'a/b', '--branch', 'x'], TypeError, /branch/],
  ['a missing file', ['nowhere.json', '--project', 'a/b'], Error, /nowhere\.json cannot be read/],
  ['a folder', ['/', '--project', 'a/b'], Error, /is a folder/],
])('says what is wrong: %s', async (_, words, kind, line) => {
  vi.stubEnv('GATEHOUSE_DATA', await dataFolder())
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const given = words.map((word) => (word === 'FILE' ? fixture('semgrep_one_finding.json') : word))
  const fault = await importFiles.run(given).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(kind)
  expect(String(fault)).toMatch(line)
})
