import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { result, semgrep } from '../scans/testing/upload.ts'
import { dataFolder, type Ended, gatehouse, serveFor } from '../testing/command-line.ts'
import { startGitHub } from '../testing/forges/github.ts'
import { startGitLab } from '../testing/forges/gitlab.ts'

const token = 'token-of-automation-0123456789abcdef'
const head = 'b'.repeat(40)
const hostile = '@everyone `</td> | [x](https://evil.example) <!-- '

/** A service whose main branch has been scanned, and a report of a change. */
async function started() {
  const folder = await dataFolder()
  const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  onTestFinished(async () => {
    await served.stop()
  })
  const write = async (name: string, value: unknown) => {
    const file = join(folder, name)
    await writeFile(file, JSON.stringify(value))
    return file
  }
  const environment = { GATEHOUSE_URL: served.base, GATEHOUSE_TOKEN: token }
  const gate = (words: string[], more: Record<string, string>): Promise<Ended> =>
    gatehouse(['gate', '--project', 'acme/shop', ...words], { ...environment, ...more })
  const base = await write('base.json', semgrep([result('xss', 'app.py', 'render(name)', 10)]))
  await gate([base, '--ref', 'main', '--commit', 'ba5e'], {})
  const found = [
    result('xss', 'app.py', 'render(name)', 10),
    result('sqli', `db/${hostile}.py`, 'execute(text)', 20),
  ]
  const report = await write('report.json', semgrep(found))
  const event = await write('event.json', {
    number: 7,
    pull_request: { number: 7, head: { sha: head } },
  })
  const block = async () => {
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${served.base}/api/v1/deployments/main/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return response.json()
    }
    const { policies } = await call('GET', 'policies')
    await call('POST', `policies/${policies[0].id}/modes`, { rulePaths: ['sqli'], policyMode: 'MODE_BLOCK' })
  }
  return { gate, report, event, block }
}

it('finds the pull request and the commit in the event of GitHub Actions', async () => {
  const { gate, report, event, block } = await started()
  const gitHub = await startGitHub()
  onTestFinished(gitHub.close)
  const job = {
    ...gitHub.environment,
    GITHUB_EVENT_PATH: event,
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_REF: 'refs/pull/7/merge',
  }
  const words = ['--ref', job.GITHUB_REF, '--post', 'github']
  const passed = await gate([report, ...words], job)
  expect(passed).toMatchObject({ status: 0, errors: '' })
  expect(passed.output).toContain(`PASS: acme/shop ${head}`)
  await block()
  const failed = await gate([...words, '--json'], job)
  expect(failed).toMatchObject({ status: 1, errors: '' })
  const { pull_request: pullRequest, url } = JSON.parse(failed.output)
  expect(pullRequest).toBe('7')
  expect(gitHub.statuses).toEqual([
    expect.objectContaining({ sha: head, state: 'success', description: 'No finding blocks.' }),
    expect.objectContaining({
      sha: head,
      state: 'failure',
      description: '1 finding blocks.',
      target_url: url,
    }),
  ])
  expect(gitHub.comments).toHaveLength(1)
  const text = gitHub.comments[0]?.body ?? ''
  expect(text).toContain('### Gatehouse: `acme/shop` is blocked')
  // The path is in the comment, as code alone.
  expect(text).toContain("`db/@everyone '</td> ¦ [x](https://evil.example) <!-- .py:20`")
  expect(text.replaceAll(/`[^`]*`/g, '')).not.toContain('evil')

  // The commit of the merge that GitHub made has no statuses that anybody sees.
  await gate([...words, '--commit', job.GITHUB_SHA], job)
  expect(gitHub.statuses[2]).toMatchObject({ sha: head, state: 'error' })
})

it('writes to the merge request that the variables of GitLab CI name', async () => {
  const { gate, report, block } = await started()
  const gitLab = await startGitLab()
  onTestFinished(gitLab.close)
  const job = { ...gitLab.environment, CI_COMMIT_SHA: head, CI_MERGE_REQUEST_IID: '7' }
  const words = ['--ref', 'refs/merge-requests/7/head', '--post', 'gitlab']
  await gate([report, ...words], job)
  await block()
  const failed = await gate(words, job)
  expect(failed).toMatchObject({ status: 1, errors: '' })
  expect(gitLab.notes).toHaveLength(1)
  expect(gitLab.notes[0]?.body).toContain('is blocked')
  expect(gitLab.statuses.slice(1)).toEqual([
    expect.objectContaining({ sha: head, state: 'failed', name: 'gatehouse/acme/shop', pipeline_id: 9 }),
  ])
})

it('keeps its verdict and exit status whatever the code host does', async () => {
  const { gate, report, block } = await started()
  const gitHub = await startGitHub()
  onTestFinished(gitHub.close)
  const words = ['--ref', 'topic', '--commit', head, '--pull-request', '7', '--post', 'github']
  const unreachable = { ...gitHub.environment, GITHUB_API_URL: 'http://127.0.0.1:9' }
  const passed = await gate([report, ...words], unreachable)
  expect(passed.status).toBe(0)
  expect(passed.errors).toMatch(
    /^gatehouse: The commit status of b+ and the comment on pull request 7 of acme\/shop were not written: http:\/\/127\.0\.0\.1:9 cannot be reached: .*\. Check GITHUB_API_URL and the network of the job\.\n$/,
  )
  await block()
  gitHub.permissions.comments = false
  const failed = await gate(words, gitHub.environment)
  expect(failed.status).toBe(1)
  expect(failed.errors).toMatch(/^gatehouse: The comment on .*Give the job pull-requests: write.*\n$/)
  gitHub.disturb(() => ({ status: 401, body: { message: gitHub.environment['GITHUB_TOKEN'] } }))
  const echoed = await gate(words, gitHub.environment)
  expect(echoed.status).toBe(1)
  expect(echoed.output + echoed.errors).not.toContain(gitHub.environment['GITHUB_TOKEN'])

  gitHub.disturb(() => null)
  const before = gitHub.statuses.length
  const unanswered = await gate([...words, '--timeout', '0'], {
    ...gitHub.environment,
    GATEHOUSE_URL: 'http://127.0.0.1:9',
  })
  expect(unanswered.status).toBe(3)
  expect(gitHub.statuses.slice(before)).toEqual([
    expect.objectContaining({ state: 'error', description: 'No verdict: the check did not finish.' }),
  ])
})

it.each([
  ['another code host', ['--post', 'bitbucket'], /--post is "bitbucket", but must be github or gitlab/],
  [
    'a pull request without a number',
    ['--post', 'github', '--pull-request', 'x/y'],
    /is "x\/y", but --post needs/,
  ],
])('says what is wrong: %s', async (_, words, line) => {
  const ended = await gatehouse(['gate', '--project', 'a/b', '--commit', 'a1', ...words], {
    GATEHOUSE_URL: 'http://127.0.0.1:9',
    GATEHOUSE_TOKEN: token,
  })
  expect(ended).toMatchObject({ status: 2, output: '', errors: expect.stringMatching(line) })
})
