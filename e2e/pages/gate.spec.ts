import { violations } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

const rule = 'javascript.express.sqli'
const hostile = '<img src=x onerror=alert(1)>'

test('the page of a scan says why its commit is blocked, and that it passes after triage', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const old = { rule: 'javascript.express.xss' }
  await workspace.scan('acme/shop', [old], { ref: 'main' })
  await workspace.setMode(old.rule, 'MODE_BLOCK')
  const pull = { ref: 'refs/pull/7/merge', ci_job_url: 'https://ci.example.com/jobs/5' }
  const scan = await workspace.scan('acme/shop', [old, { rule, path: `src/${hostile}.js`, line: 12 }], pull)

  await page.goto(workspace.at(`/scans/${scan.id}`))
  const gate = page.getByRole('region', { name: 'Gate' })
  await expect(gate).toContainText('Passes')
  await expect(gate).toContainText('No finding blocks, compared with main')

  await workspace.setMode(rule, 'MODE_BLOCK')
  await expect(gate).toContainText('Blocked')
  await expect(gate).toContainText('1 finding blocks')
  const row = gate.getByRole('list', { name: 'Findings that count' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(`src/${hostile}.js:12`)
  await expect(row).toContainText('New')
  await expect(row).toContainText('Blocks')
  await expect(gate.getByRole('link', { name: 'Re-run the check' })).toHaveAttribute('href', pull.ci_job_url)
  expect(await violations(page)).toEqual([])

  await row.getByRole('link', { name: 'SQLI' }).click()
  await expect(page).toHaveURL(/\/findings\/code\/\d+/)
  await page.getByRole('button', { name: 'Ignore' }).click()
  const form = page.getByRole('form', { name: 'Ignore this finding' })
  await expect(form).toBeVisible()
  await page.keyboard.press('1')
  await expect(form.getByRole('radio', { name: 'False positive' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await page.goBack()
  await expect(gate).toContainText('Passes')
  await expect(row).toHaveCount(0)
})

test('a verdict that waits for a scanner says for which', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', [{}], { ref: 'main' })
  await workspace.requireSource('acme/shop', 'Trivy')
  const scan = await workspace.scan('acme/shop', [{}], { ref: 'topic' })
  await page.goto(workspace.at(`/scans/${scan.id}`))
  const gate = page.getByRole('region', { name: 'Gate' })
  await expect(gate).toContainText('No verdict')
  await expect(gate.getByRole('list', { name: 'What the verdict depends on' })).toContainText(
    'Waiting for Trivy, which the project requires.',
  )

  await page.goto(workspace.at('/projects/acme/shop'))
  await page.getByRole('button', { name: 'Set up the pipeline' }).click()
  const settings = page.getByRole('group', { name: 'Gate' })
  await expect(settings.getByRole('checkbox', { name: 'Wait for Semgrep' })).not.toBeChecked()
  // It never reported, so that nothing is left of it.
  await settings.getByRole('checkbox', { name: 'Wait for Trivy' }).click()
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications).toContainText('The gate no longer waits for Trivy')
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(gate).toContainText('Passes')
})

test('a scan of a merge queue is decided from its verdict, and is in no list', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ rule: 'javascript.express.xss' }], { ref: 'main' })
  const queue = { ref: 'refs/heads/gh-readonly-queue/main/pr-7-ba5e' }
  const scan = await workspace.scan('acme/shop', [{ rule, path: 'src/queue.js', line: 12 }], queue)
  await workspace.setMode(rule, 'MODE_BLOCK')

  await page.goto(workspace.at('/findings/code'))
  await expect(page.getByRole('table')).toContainText('src/app.js:1')
  await expect(page.getByRole('table')).not.toContainText('src/queue.js')

  await page.goto(workspace.at(`/scans/${scan.id}`))
  await expect(
    page.getByText('This branch belongs to a merge queue, so its findings are in no list.'),
  ).toBeVisible()
  const gate = page.getByRole('region', { name: 'Gate' })
  await expect(gate).toContainText('Blocked')
  await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'First seen in this scan' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  const row = gate.getByRole('list', { name: 'Findings that count' }).getByRole('listitem')
  await row.getByRole('link', { name: 'SQLI' }).click()
  await page.getByRole('button', { name: 'Ignore' }).click()
  const form = page.getByRole('form', { name: 'Ignore this finding' })
  await expect(form).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await page.goBack()
  await expect(gate).toContainText('Passes')
})
