import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { result, semgrep } from '../scans/testing/upload.ts'
import { dataFolder, serveFor } from '../testing/command-line.ts'
import { commandFolder, hasCurl, snippetsOf } from '../testing/documented-commands.ts'
import { startGitHub } from '../testing/forges/github.ts'
import { startGitLab } from '../testing/forges/gitlab.ts'

const token = 'token-of-automation-0123456789abcdef'
const head = 'b'.repeat(40)

/** The blocks of code below a heading of docs/gate.md. */
const snippets = (heading: string) => snippetsOf('gate.md', heading)

/**
 * A service that blocks what the change adds, and a folder in which a job runs: with `semgrep`, which has found it,
 * and `gatehouse`.
 */
async function started() {
  const folder = await dataFolder()
  const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  onTestFinished(async () => {
    await served.stop()
  })
  const call = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${served.base}/api/v1/deployments/main/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const known = result('eval', 'app.py', 'eval(name)', 10)
  await call('POST', 'scans?project=acme/shop&ref=main&commit=ba5e', semgrep([known]))
  const { policies } = await call('GET', 'policies', null)
  await call('POST', `policies/${policies[0].id}/modes`, { rulePaths: ['eval'], policyMode: 'MODE_BLOCK' })

  const { program, run } = await commandFolder(folder, {
    GATEHOUSE_URL: served.base,
    GATEHOUSE_TOKEN: token,
  })
  const report = join(folder, 'found.json')
  await writeFile(report, JSON.stringify(semgrep([known, result('eval', 'cart.py', 'eval(formula)', 20)])))
  await program('semgrep', `[ "$*" = "scan --json --output semgrep.json" ] && cp "${report}" semgrep.json`)
  return { call, run, served }
}

const failed = expect.stringMatching(/FAIL: acme\/shop [\s\S]*cart\.py:20 {2}\(new, by Code\)/)

it('runs the command as it stands', async () => {
  const { run } = await started()
  const [first = ''] = await snippets('In a pipeline')
  expect(await run(first, { BRANCH: 'topic', COMMIT: head })).toEqual({
    status: 1,
    output: failed,
    errors: '',
  })
})

it('runs the workflow of GitHub Actions as it stands', async () => {
  const { run, served } = await started()
  const gitHub = await startGitHub()
  onTestFinished(gitHub.close)
  const [workflow = ''] = await snippets('GitHub Actions')
  const values: Record<string, string | undefined> = {
    'github.event.pull_request.head.sha || github.sha': head,
    'github.event.number': '7',
    'github.token': gitHub.environment['GITHUB_TOKEN'],
    'vars.GATEHOUSE_URL': served.base,
    'secrets.GATEHOUSE_TOKEN': token,
  }
  const filled = workflow.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, name: string) => values[name] ?? `no ${name}`)
  const { permissions, jobs } = parse(filled)
  expect(permissions).toMatchObject({ 'pull-requests': 'write', statuses: 'write' })
  const steps: { run?: string; env?: Record<string, string> }[] = jobs.gate.steps
  const { GITHUB_TOKEN: _, ...variables } = gitHub.environment
  const job = {
    ...variables,
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_RUN_ID: '12',
  }
  const ended = []
  for (const step of steps)
    if (step.run !== undefined) ended.push(await run(step.run, { ...job, ...step.env }))
  expect(ended).toEqual([
    { status: 0, output: '', errors: '' },
    { status: 1, output: failed, errors: '' },
  ])
  expect(gitHub.comments).toHaveLength(1)
  expect(gitHub.statuses).toEqual([expect.objectContaining({ sha: head, state: 'failure' })])
})

it('runs the job of GitLab CI as it stands', async () => {
  const { run } = await started()
  const gitLab = await startGitLab()
  onTestFinished(gitLab.close)
  const [pipeline = ''] = await snippets('GitLab CI')
  const lines: string[] = parse(pipeline).gate.script
  const ended = await run(lines.join('\n'), {
    ...gitLab.environment,
    CI_PROJECT_PATH: 'acme/shop',
    CI_MERGE_REQUEST_REF_PATH: 'refs/merge-requests/7/head',
    CI_MERGE_REQUEST_IID: '7',
    CI_COMMIT_SHA: head,
    CI_JOB_URL: 'https://gitlab.example/jobs/3',
  })
  expect(ended).toEqual({ status: 1, output: failed, errors: '' })
  expect(gitLab.notes).toHaveLength(1)
  expect(gitLab.statuses).toEqual([expect.objectContaining({ sha: head, state: 'failed' })])
})

it('runs the steps of Jenkins as they stand', async () => {
  const { run } = await started()
  const [pipeline = ''] = await snippets('Jenkins')
  const steps = [...pipeline.matchAll(/^ {2}sh '(.*)'$/gm)].map(([, script = '']) => script)
  expect(steps).toHaveLength(2)
  const variables = { CHANGE_BRANCH: 'topic', GIT_COMMIT: head, BUILD_URL: 'https://jenkins.example/job/3/' }
  expect(await run(steps.join('\n'), variables)).toEqual({ status: 1, output: failed, errors: '' })
})

it.runIf(hasCurl)('runs curl and its loop as they stand', async () => {
  const { run, call } = await started()
  const [upload = '', loop = ''] = await snippets('With curl alone')
  const variables = { BRANCH: 'topic', COMMIT: head }
  await run('semgrep scan --json --output semgrep.json', {})
  const sent = await run(upload, variables)
  // 22 is what curl ends with after a status of 400 or more.
  expect(sent.status).toBe(22)
  expect(sent.output).toContain('"verdict":"fail"')
  expect(await run(loop, variables)).toMatchObject({ status: 1, output: expect.stringContaining('cart.py') })
  const { findings } = await call('GET', `projects/acme%2Fshop/gate?commit=${head}`, null)
  await call('POST', 'triage', {
    issue_type: 'sast',
    issue_ids: [findings[0].id],
    new_triage_state: 'ignored',
  })
  expect((await run(loop, variables)).status).toBe(0)
})
