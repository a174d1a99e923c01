import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WrongUse } from '#server/operations/command.ts'
import { sample } from '../scans/testing/upload.ts'
import { dataFolder, gatehouse, serveFor } from '../testing/command-line.ts'
import { importFiles } from './import.ts'

const fixture = (name: string) => new URL(`../reports/fixtures/${name}.gz`, import.meta.url).pathname

const token = 'token-of-automation-0123456789abcdef'

async function answered(base: string, path: string) {
  const response = await fetch(`${base}/api/v1/deployments/main/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.json()
}

async function findingsOf(base: string) {
  const body = await answered(base, 'findings?page_size=3000')
  return body.sastFindings?.findings as { repository: { name: string }; ref: string; status: string }[]
}

it('takes files in without a running service, and with one, into the same deployment', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
  const words = ['import', fixture('semgrep_many_vulns.json'), '--project', 'acme/shop']
  const alone = await gatehouse(words, { ...environment, GATEHOUSE_PUBLIC_URL: 'https://gatehouse.example' })
  expect(alone).toMatchObject({ status: 0, errors: '' })
  expect(alone.output).toMatch(
    /semgrep_many_vulns\.json\.gz: read 48: 48 new, 0 fixed, 0 unchanged; nothing skipped\nStart Gatehouse to view the results: https:\/\/gatehouse\.example\/d\/main\/scans\/1\n$/,
  )

  const served = await serveFor(environment)
  const codeql = fixture('codeQL-output.sarif')
  const more = await gatehouse(['import', codeql, '--project', 'acme/api', '--ref', 'dev'], environment)
  expect(more).toMatchObject({ status: 0, errors: '' })
  expect(more.output).toMatch(
    new RegExp(`read 72: 72 new.*\nView the results: ${served.base}/d/main/scans/2\n$`),
  )
  const again = await gatehouse(words, environment)
  expect(again.status).toBe(0)
  expect(again.output).toMatch(/already imported as scan 1; nothing was changed\n.*\/scans\/1\n$/)

  const findings = await findingsOf(served.base)
  const of = (name: string) => findings.filter((finding) => finding.repository.name === name)
  expect(of('acme/shop')).toHaveLength(48)
  expect(new Set(of('acme/api').map((finding) => finding.ref))).toEqual(new Set(['refs/heads/dev']))
  await served.stop()
})

it('names the place in a file that it refuses', async () => {
  const folder = await dataFolder()
  const cut = join(folder, 'cut.json')
  await writeFile(cut, sample('semgrep_one_finding.json').subarray(0, -30))
  const ended = await gatehouse(['import', cut, '--project', 'acme/shop'], { GATEHOUSE_DATA: folder })
  expect(ended).toMatchObject({ status: 1, output: '' })
  expect(ended.errors).toMatch(/^gatehouse: .*cut\.json:\d+:\d+ \(byte \d+.*\): .*cut off\S*.*\n$/)
})

it('says of a scan what the pipeline knows', async () => {
  const environment = { GATEHOUSE_DATA: await dataFolder(), GATEHOUSE_TOKEN: token }
  const text = {
    '--commit': '9f2c1ab',
    '--commit-title': 'Escape names',
    '--author': 'Ada Lovelace',
    '--pull-request': '17',
    '--pull-request-title': 'Safer names',
    '--event': 'merge_queue',
    '--job-url': 'https://ci.example.com/jobs/5',
    '--started-at': '2026-01-31T12:00:00Z',
    // A variable that the pipeline has not set.
    '--category': '',
  }
  const file = fixture('semgrep_one_finding.json')
  const ended = await gatehouse(
    ['import', file, '--project', 'acme/shop', ...Object.entries(text).flat()],
    environment,
  )
  expect(ended).toMatchObject({ status: 0, errors: '' })
  const served = await serveFor(environment)
  expect(await answered(served.base, 'scan/1')).toMatchObject({
    started_at: '2026-01-31T12:00:00.000Z',
    meta: {
      true: 'merge_queue',
      commit: '9f2c1ab',
      commit_title: 'Escape names',
      commit_author_name: 'Ada Lovelace',
      pull_request_id: 17,
      pull_request_title: 'Safer names',
      ci_job_url: 'https://ci.example.com/jobs/5',
    },
  })
  await served.stop()
})

it('reads standard input, and the reports of a folder', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder }
  const file = sample('semgrep_one_finding.json')
  const piped = await gatehouse(['import', '-', '--project', 'acme/shop'], environment, [], file)
  expect(piped).toMatchObject({ status: 0, output: expect.stringMatching(/^-: read 1: 1 new/) })

  const reports = join(folder, 'reports')
  await mkdir(join(reports, 'older.json'), { recursive: true })
  await writeFile(join(reports, 'semgrep.json'), file)
  await writeFile(join(reports, 'notes.txt'), 'nothing')
  const matches = await gatehouse(['import', reports, '--project', 'acme/api'], environment)
  expect(matches).toMatchObject({ status: 0, errors: `gatehouse: ${reports}: 1 report\n` })
  expect(matches.output).toMatch(/reports\/semgrep\.json: read 1: 1 new/)
})

it('does not wait for the end of standard input when it is refused before', async () => {
  const environment = { GATEHOUSE_DATA: await dataFolder() }
  const words = ['import', '-', '--project', 'acme/shop', '--job-url', 'nowhere']
  const ended = await gatehouse(words, environment, ['sh', '-c', '"$@" < /dev/zero', 'sh'])
  expect(ended).toMatchObject({ status: 2, output: '' })
  expect(ended.errors).toMatch(/^gatehouse: --job-url is not an HTTP/)
})

it('prints one JSON document where that is asked for', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder }
  const run = async (file: string) => {
    const { status, output } = await gatehouse(
      ['import', file, '--json', '--project', 'acme/shop'],
      environment,
    )
    return { status, document: JSON.parse(output) }
  }
  const file = fixture('semgrep_one_finding.json')
  const scan = { id: 1, status: 'SCAN_STATUS_COMPLETED', url: expect.stringMatching(/\/d\/main\/scans\/1$/) }
  const report = expect.objectContaining({ read: 1, new: 1 })
  expect(await run(file)).toMatchObject({
    status: 0,
    document: [{ file, status: 201, scan: { ...scan, report } }],
  })
  expect(await run(file)).toMatchObject({ status: 0, document: [{ file, status: 200, scan }] })
  const broken = join(folder, 'broken.json')
  await writeFile(broken, '{')
  expect(await run(broken)).toEqual({
    status: 1,
    document: [{ file: broken, status: 400, problem: expect.objectContaining({ status: 400 }) }],
  })
})

it('warns of a run that failed, and says that it changed nothing', async () => {
  const folder = await dataFolder()
  const file = join(folder, 'failed.sarif')
  const run = {
    tool: { driver: { name: 'Analyzer' } },
    invocations: [{ executionSuccessful: false }],
    results: [],
  }
  await writeFile(file, JSON.stringify({ version: '2.1.0', runs: [run] }))
  const ended = await gatehouse(['import', file, '--project', 'acme/shop'], { GATEHOUSE_DATA: folder })
  expect(ended).toMatchObject({ status: 0, output: expect.stringContaining('/d/main/scans/1') })
  expect(ended.errors).toMatch(/^gatehouse: .*failed\.sarif: the run failed: .*\. Nothing was changed\.\n/)
})

it('reads a file as the format that is named', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder }
  const words = ['import', fixture('semgrep_empty.json'), '--project', 'acme/shop']
  const refused = await gatehouse(words, environment)
  expect(refused.status).toBe(1)
  expect(refused.errors).toMatch(
    /semgrep_empty\.json\.gz.*: the file looks like Semgrep JSON.*`--format semgrep`/,
  )
  const taken = await gatehouse([...words, '--format', 'semgrep'], environment)
  expect(taken).toMatchObject({ status: 0, output: expect.stringContaining('read 0: 0 new') })
})

it.each([
  ['no file', ['--project', 'a/b'], WrongUse, /No file given/],
  ['no project', ['FILE'], WrongUse, /--project is missing/],
  ['a wrong address', ['FILE', '--project', 'a/b', '--url', 'nowhere'], WrongUse, /--url is not an HTTP/],
  ['a wrong job', ['FILE', '--project', 'a/b', '--job-url', 'nowhere'], WrongUse, /--job-url is not an HTTP/],
  ['a wrong number', ['FILE', '--project', 'a/b', '--pull-request', 'x'], WrongUse, /--pull-request is not/],
  [
    'a wrong name',
    ['FILE', '--project', 'a\nb'],
    WrongUse,
    /--project contains the control character U\+000A at position 2/,
  ],
  [
    'a wrong format',
    ['FILE', '--project', 'a/b', '--format', 'xml'],
    WrongUse,
    /--format "xml" is not one of/,
  ],
  ['a wrong part', ['FILE', '--project', 'a/b', '--part', '3/2'], WrongUse, /--part is "3\/2"/],
  [
    'more files than parts',
    ['FILE', 'FILE', '--project', 'a/b', '--part', '2/2'],
    WrongUse,
    /--part 2\/2 allows 1 file, but 2 were given/,
  ],
  ['standard input twice', ['-', '-', '--project', 'a/b'], WrongUse, /only once/],
  ['a file to retire', ['FILE', '--project', 'a/b', '--retire', 'Semgrep'], WrongUse, /takes no file/],
  ['no tool to retire', ['--project', 'a/b', '--retire', ':x'], WrongUse, /--retire has no tool/],
  [
    'an option that has no effect',
    ['--project', 'a/b', '--restore', 'Semgrep', '--ref', 'main'],
    WrongUse,
    /--ref cannot be used with --restore/,
  ],
  [
    'to retire and to restore',
    ['--project', 'a/b', '--restore', 'Semgrep', '--retire', 'Semgrep'],
    WrongUse,
    /--restore cannot be used with --retire/,
  ],
  ['an unknown deployment', ['FILE', '--project', 'a/b', '--deployment', 'moon'], WrongUse, /"moon"/],
  ['an unknown option', ['FILE', '--project', 'a/b', '--branch', 'x'], TypeError, /branch/],
  ['a missing file', ['nowhere.json', '--project', 'a/b'], Error, /nowhere\.json cannot be read/],
  ['a folder without a report', ['FOLDER', '--project', 'a/b'], Error, /contains no reports/],
])('says what is wrong: %s', async (_, words, kind, line) => {
  const folder = await dataFolder()
  vi.stubEnv('GATEHOUSE_DATA', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const stands: Record<string, string> = { FILE: fixture('semgrep_one_finding.json'), FOLDER: folder }
  const fault = await importFiles.run(words.map((word) => stands[word] ?? word)).catch((error) => error)
  expect(fault).toBeInstanceOf(kind)
  expect(String(fault)).toMatch(line)
})
