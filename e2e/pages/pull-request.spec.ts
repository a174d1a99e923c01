import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startGitHub } from '../../src/server/testing/forges/github.ts'
import { plainSemgrepFile } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

const rule = 'python.lang.eval'
const known = { path: 'shop/app.py', line: 4, code: 'eval(request.args["sum"])' }
const added = { path: 'shop/cart.py', line: 12, code: 'eval(formula_of(cart))' }
const [first, second, merged] = ['1', '2', '3'].map((digit) => digit.repeat(40))

/** Runs the command of a pipeline to its end. */
async function gate(workspace: Workspace, words: string[], environment: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'src/server/main.ts',
      'gate',
      '--project',
      'acme/shop',
      ...words,
    ],
    {
      env: {
        PATH: process.env['PATH'],
        GATEHOUSE_URL: workspace.service.base,
        GATEHOUSE_TOKEN: await workspace.token({
          name: `ci ${crypto.randomUUID()}`,
          role: 'ci',
          machine: true,
        }),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { output, errors, status }
}

test('a pull request is blocked, a person decides, it passes and is merged, and the decision stands on main', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const gitHub = await startGitHub()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pull-request-'))
  const report = join(folder, 'semgrep.json')
  const event = join(folder, 'event.json')
  const job = { ...gitHub.environment, GITHUB_EVENT_PATH: event, GITHUB_REF: 'refs/pull/7/merge' }
  const onChange = ['--ref', job.GITHUB_REF, '--deployment', workspace.slug, '--post', 'github']
  const pushed = async (sha: string | undefined) => {
    await writeFile(event, JSON.stringify({ number: 7, pull_request: { number: 7, head: { sha } } }))
    return { ...job, GITHUB_SHA: 'a'.repeat(40) }
  }
  try {
    await workspace.upload('acme/shop', plainSemgrepFile([known]), { ref: 'main' })
    await workspace.setMode(rule, 'MODE_BLOCK')

    // A push with a new finding.
    await writeFile(report, plainSemgrepFile([known, added]))
    const blocked = await gate(workspace, [report, ...onChange], await pushed(first))
    expect(blocked).toMatchObject({ status: 1, errors: '' })
    expect(gitHub.statuses).toEqual([
      expect.objectContaining({ sha: first, state: 'failure', context: 'gatehouse/acme/shop' }),
    ])
    expect(gitHub.comments).toHaveLength(1)
    const [comment] = gitHub.comments
    expect(comment?.body).toContain('### Gatehouse: `acme/shop` is blocked')
    expect(comment?.body).not.toContain(known.path)

    // The comment leads to the finding, which is none.
    const link = /`python\.lang\.eval`\]\((\S+)\)/.exec(comment?.body ?? '')?.[1] ?? ''
    await page.goto(link)
    await page.getByRole('button', { name: 'Ignore' }).click()
    const form = page.getByRole('form', { name: 'Ignore this finding' })
    await expect(form).toBeVisible()
    await page.keyboard.press('1')
    await expect(form.getByRole('radio', { name: 'False positive' })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()

    // The same commit passes without a scan, and the next one with it. The comment stays one.
    expect(await gate(workspace, onChange, await pushed(first))).toMatchObject({ status: 0, errors: '' })
    expect(gitHub.comments).toEqual([{ ...comment, body: expect.stringContaining('`acme/shop` passes') }])
    const repeated = await gate(workspace, [report, ...onChange], await pushed(second))
    expect(repeated).toMatchObject({ status: 0, errors: '' })
    expect(gitHub.comments).toEqual([{ ...comment, body: expect.stringContaining(`in \`${second}\``) }])
    expect(gitHub.statuses.map(({ sha, state }) => [sha, state])).toEqual([
      [first, 'failure'],
      [first, 'success'],
      [second, 'success'],
    ])

    // Merged: a full scan of main, of a push without a pull request.
    await writeFile(event, JSON.stringify({ ref: 'refs/heads/main', after: merged }))
    const onMain = { ...job, GITHUB_REF: 'refs/heads/main', GITHUB_SHA: merged ?? '' }
    const words = [report, '--ref', 'main', '--deployment', workspace.slug, '--post', 'github']
    const main = await gate(workspace, words, onMain)
    expect(main.status).toBe(0)
    expect(gitHub.statuses.at(-1)).toMatchObject({ sha: merged, state: 'success' })
    expect(gitHub.comments).toHaveLength(1)

    const findings = await workspace.findings({ ref: 'main' })
    expect(findings.map(({ id }) => id)).toHaveLength(2)
    const decided = await workspace.findingWith(
      { ref: 'main' },
      ({ location }) => location?.filePath === added.path,
    )
    expect(decided).toMatchObject({ triage_state: 'ignored', triage_reason: 'false_positive' })
    await page.goto(workspace.at(`/findings/code/${decided.id}`))
    await expect(page.getByRole('main')).toContainText('Ignored as false positive')
  } finally {
    gitHub.close()
    await rm(folder, { recursive: true, force: true })
  }
})
