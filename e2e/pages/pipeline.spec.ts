import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { semgrepFile } from '../support/scan-file.ts'
import { sendRequest } from '../support/service.ts'
import { expect, signInAgain, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

const run = promisify(execFile)
const rule = 'javascript.express.sqli'
const hostile = '<img src=x onerror=alert(1)>'
const long = `${'very-long-name-'.repeat(12)}end`

const pipelineOf = (page: Page) => page.getByRole('region', { name: 'Pipeline' })
const verdictsOf = (page: Page) => page.getByRole('region', { name: 'Gate verdicts' })

/** Asks for the verdict on a commit, as a pipeline does. */
const ask = (workspace: Workspace, project: string, commit: string, token?: string) =>
  sendRequest<{ verdict: string }>(
    workspace.service,
    'GET',
    `/deployments/${workspace.slug}/projects/${encodeURIComponent(project)}/gate?commit=${commit}`,
    token === undefined ? {} : { token },
  )

test('a project without a run says how to set up the pipeline, with what runs as it stands', async ({
  page,
  context,
  service,
  workspace,
  signedIn: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await workspace.scan('acme/shop', [{}], { ref: 'main', commit: '' })
  await workspace.setMode(rule, 'MODE_BLOCK')
  await page.goto(workspace.at('/projects/acme/shop'))
  const pipeline = pipelineOf(page)
  await expect(pipeline).toContainText('No run has arrived yet.')
  await expect(verdictsOf(page)).toContainText('No verdict yet.')
  await expect(pipeline.getByRole('button', { name: 'Set up the pipeline' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  const snippet = pipeline.getByRole('region', { name: '.github/workflows/gate.yml' })
  await expect(snippet).toContainText(`--project acme/shop --deployment ${workspace.slug}`)
  await expect(snippet).toContainText(`GATEHOUSE_URL: ${service.base}`)
  for (const [kind, words] of [
    ['GitLab CI', '$CI_COMMIT_SHA'],
    ['Jenkins', 'withCredentials'],
    ['Shell with curl', 'curl --fail-with-body'],
  ] as const) {
    await pipeline.getByRole('button', { name: kind }).click()
    await pipeline.getByRole('button', { name: 'Copy snippet' }).click()
    await expect.poll(copied).toContain(words)
  }
  const script = await copied()
  await pipeline.getByRole('button', { name: 'Create CI token' }).click()
  await expect(pipeline).toContainText("You won't be able to see it again.")
  await expect(pipeline.getByText('Copied', { exact: true })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await pipeline.getByRole('button', { name: 'Copy token' }).click()
  await expect.poll(copied).not.toBe(script)
  const token = await copied()
  const me = await fetch(`${service.base}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(await me.json()).toMatchObject({ scopes: ['scans:write'], projects: ['acme/shop'] })

  // The script that the page shows decides about a commit of a real repository.
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pipeline-'))
  try {
    const prepare = `git init --quiet --initial-branch=topic && git -c user.name=a -c user.email=a@b.c commit --quiet --allow-empty -m first && git rev-parse HEAD`
    const commit = (await run('sh', ['-c', prepare], { cwd: folder })).stdout.trim()
    await writeFile(join(folder, 'semgrep.json'), semgrepFile([{}, { rule }]))
    const env = { PATH: process.env['PATH'], GATEHOUSE_TOKEN: token }
    const outcome = await run('sh', ['-c', `semgrep() { :; }\n${script}`], { cwd: folder, env }).catch(
      (error: { code: number; stdout: string }) => error,
    )
    expect(outcome).toMatchObject({ code: 22, stdout: expect.stringContaining('"verdict":"fail"') })
    // The page learns of it by an event, and keeps the steps open.
    await expect(pipeline).toContainText(/Last run: commit.*on topic, Blocked/)
    await expect(pipeline).toContainText(commit.slice(0, 12))
    await expect(pipeline.getByRole('button', { name: 'Copy snippet' })).toBeVisible()
    await expect(pipeline).toContainText(token)
    const row = verdictsOf(page).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('1 finding blocks')
    await expect(row).toContainText('CI pipeline')
    await row.getByRole('link', { name: /^Scan \d+$/ }).click()
    await expect(page.getByRole('region', { name: 'Gate' })).toContainText('Blocked')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('who may not change the project or create tokens sees why', async ({ page, service, workspace }) => {
  await workspace.scan('acme/shop', [{}])
  const token = await workspace.token({ name: 'Ida', person: 'Ida', role: 'viewer' })
  await signInAgain(page, service.base, token)
  await page.goto(workspace.at('/projects/acme/shop'))
  const pipeline = pipelineOf(page)
  await pipeline.getByRole('button', { name: 'Set up the pipeline' }).click()
  await expect(pipeline.getByRole('checkbox', { name: 'Wait for Semgrep' })).toBeDisabled()
  await expect(page.getByRole('group', { name: 'Protected refs' })).toContainText('projects:write')
  await expect(page.getByRole('combobox', { name: 'Protect ref' })).toHaveCount(0)
  await expect(pipeline.getByRole('button', { name: 'Create CI token' })).toHaveAccessibleDescription(
    'Only administrators can create tokens',
  )
})

test('verdicts are listed page by page, and on a scan those of its commit', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const project = `${hostile}/x`
  await workspace.scan(project, [{}], { ref: 'main', commit: 'ba5e' })
  for (let number = 1; number <= 12; number++) {
    await workspace.scan(project, [{}, { rule }], { ref: `${long}-${number}`, commit: `c${number}` })
    await ask(workspace, project, `c${number}`)
  }
  const pull = { ref: `refs/heads/${hostile}`, commit: 'feed' }
  const scan = await workspace.scan(project, [{}, { rule }], pull)
  await ask(workspace, project, 'feed')
  await workspace.setMode(rule, 'MODE_BLOCK')
  await ask(workspace, project, 'feed')

  await page.goto(workspace.at(`/projects/${encodeURIComponent(project)}`))
  const verdicts = verdictsOf(page)
  const rows = verdicts.getByRole('list', { name: 'Gate verdicts' }).getByRole('listitem')
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('Blocked')
  await expect(rows.first()).toContainText(hostile)
  await expect(verdicts).toContainText('10 of 14')
  await verdicts.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(14)
  await expect(verdicts.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  await page.goto(workspace.at(`/scans/${scan.id}`))
  const gate = page.getByRole('region', { name: 'Gate' })
  const earlier = gate.getByRole('list', { name: 'Earlier verdicts on this commit' }).getByRole('listitem')
  await expect(gate).toContainText('Blocked')
  await expect(earlier).toHaveCount(1)
  await expect(earlier).toContainText('Passes')
  // What was the answer becomes an earlier one as soon as another replaces it.
  await workspace.setMode(rule, 'MODE_COMMENT')
  await expect(earlier).toHaveCount(2)
  await expect(earlier.first()).toContainText('Blocked')
  expect(await violations(page)).toEqual([])
})

test.describe('verdicts that cannot be read', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('are said so, and the pipeline can still be set up', async ({ page, workspace, signedIn: _ }) => {
    await workspace.scan('acme/shop', [{}])
    await page.goto(workspace.at('/projects'))
    let isFailing = true
    await page.route('**/gate/verdicts*', (route) =>
      isFailing ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await page.getByRole('link', { name: 'acme/shop' }).first().click()
    const verdicts = verdictsOf(page)
    await expect(verdicts).toContainText("Couldn't load verdicts")
    const pipeline = pipelineOf(page)
    await pipeline.getByRole('button', { name: 'Set up the pipeline' }).click()
    await expect(pipeline.getByRole('group', { name: 'Gate' })).toBeVisible()
    isFailing = false
    await verdicts.getByRole('button', { name: 'Retry' }).click()
    await expect(verdicts).toContainText('No verdict yet.')
    await expect(pipeline).toContainText('Last run')
  })
})
