import type { Page } from '@playwright/test'
import { violationsInAllModes } from '../support/accessibility.ts'
import { minimalSarif, plainSemgrepFile } from '../support/scan-file.ts'
import { expect, signInAgain, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

/** Code findings whose names are hostile, the first one critical. */
const file = (count: number) =>
  JSON.stringify({
    sastFindings: {
      findings: Array.from({ length: count }, (_, at) => ({
        rule_name: 'rules.injection',
        rule: { name: 'rules.injection' },
        severity: at === 0 ? 'critical' : 'medium',
        match_based_id: `finding-${at}`,
        location: { filePath: `src/<b>${'deep/'.repeat(at * 6)}app-${at}.py`, line: at + 1 },
      })),
    },
  })

/** A deployment whose findings are Ana's, with Max, who approves. */
async function assigned(workspace: Workspace, count = 4) {
  const max = await workspace.token({ name: 'Max', person: 'Max', role: 'manager' })
  const ana = await workspace.token({ name: 'Ana', person: 'Ana', role: 'analyst' })
  await workspace.upload('acme/shop', file(count))
  const findings = await workspace.findings()
  await workspace.assign(
    findings.map(({ id }) => id),
    'person:Ana',
  )
  return { max, ana, findings }
}

/** An uncertain match, a held scan and a request of Tess, which wait for an analyst and a manager. */
async function otherWork(workspace: Workspace) {
  const call = (line: number) => ({ path: 'a.py', line, code: 'f(x)' })
  await workspace.upload('acme/cli', plainSemgrepFile([call(10)]))
  const [known] = await workspace.findings({ repos: 'acme/cli' })
  await workspace.decide([known?.id ?? 0], 'ignored', { reason: 'false_positive', note: 'A test.' })
  await workspace.upload('acme/cli', plainSemgrepFile([call(5), call(20)]))
  await workspace.upload('acme/web', minimalSarif(6))
  const held = await workspace.upload('acme/web', minimalSarif(0))
  const [wanted] = await workspace.findings({ repos: 'acme/web' })
  const request = async () => {
    const token = await workspace.token({ name: 'Tess', person: 'Tess', role: 'analyst' })
    await workspace.decide([wanted?.id ?? 0], 'ignored', {
      reason: 'no_time',
      note: 'It is generated.',
      token,
    })
  }
  return { held, known, request }
}

const inboxOf = (page: Page) => {
  const table = page.getByRole('table', { name: 'Inbox' })
  return { table, rows: table.getByRole('row').filter({ has: page.getByRole('cell') }) }
}

test('what waits for a person is triaged with the keys of a list', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const { ana } = await assigned(workspace)
  await signInAgain(page, workspace.service.base, ana)
  await page.goto(workspace.at('/'))
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ })
  await expect(link).toHaveAccessibleName('Inbox 4 waiting for you')
  await link.click()
  const { rows } = inboxOf(page)
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('app-0.py')
  await expect(page.getByRole('link', { name: 'Assigned 4', exact: true })).toBeVisible()
  expect(await violationsInAllModes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  // Reviewing leaves it with Ana; ignoring takes it out.
  await rows.nth(1).focus()
  await page.keyboard.press('r')
  await expect(rows.nth(1)).toContainText('Reviewing')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('i')
  const reasonForm = page.getByRole('form', { name: 'Ignore this finding' })
  await expect(reasonForm).toBeVisible()
  await reasonForm.getByLabel('How long').selectOption('Until the code changes')
  await page.keyboard.press('1')
  await page.keyboard.type('Test data')
  await page.keyboard.press('Enter')
  await expect(rows.nth(2)).toContainText('Ignored')
  await expect
    .poll(async () => (await workspace.findings({ status: 'ignored' }))[0]?.ignore_ends)
    .toBe('code_changed')
  await expect(rows.nth(3)).toBeFocused()
  await expect(page.getByText('1 item done here')).toBeVisible()
  await expect(link).toHaveAccessibleName('Inbox 3 waiting for you')
  await expect(rows).toHaveCount(4)

  // The last decision is undone.
  await page.keyboard.press('u')
  await expect(rows.nth(2)).not.toContainText('Ignored')
  await expect(page.getByText('1 item done here')).toBeHidden()

  // Two at once.
  await rows.nth(2).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('i')
  const form = page.getByRole('form', { name: 'Ignore 2 findings' })
  await expect(form).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 items done here')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Assigned 2', exact: true })).toBeVisible()
})

test('requests, uncertain matches and held scans go to who decides, and the answer to who asked', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  const { ana, max, findings } = await assigned(workspace, 1)
  const { held, known, request } = await otherWork(workspace)
  const { base } = workspace.service
  await page.goto(workspace.at('/settings'))
  await page.getByRole('button', { name: 'Require approval' }).click()
  await expect(page.getByText('Approval is required.', { exact: true })).toBeVisible()
  const ids = findings.map(({ id }) => id)
  await workspace.decide(ids, 'ignored', { reason: 'no_time', note: 'Next quarter.', token: ana })
  await request()

  await signInAgain(page, base, max)
  await page.goto(workspace.at('/inbox'))
  const { rows } = inboxOf(page)
  await expect(rows).toHaveCount(3)
  expect(await violationsInAllModes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await rows.filter({ hasText: 'Ana asks to ignore it: Next quarter.' }).focus()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Decline ignoring 1 finding' })
  await dialog.getByLabel('Why').fill('Fix it this week.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('1 item done here')).toBeVisible()
  await rows.filter({ hasText: 'Tess asks to ignore it: It is generated.' }).focus()
  await page.keyboard.press('a')
  const approval = page.getByRole('dialog', { name: 'Approve ignoring 1 finding' })
  await approval.getByLabel('Why').fill('Nobody calls it.')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('2 items done here')).toBeVisible()
  expect(await workspace.findings({ repos: 'acme/web', status: 'ignored' })).toHaveLength(1)
  const heldScan = rows.filter({ hasText: 'Scan of acme/web is held' })
  await expect(heldScan).toContainText('would mark 6 of 6 open findings as fixed')
  await heldScan.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(workspace.at(`/scans/${held.id}`))
  await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible()

  await signInAgain(page, base, ana)
  await page.goto(workspace.at('/inbox'))
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Max declined to ignore it: Fix it this week.')
  await rows.first().focus()
  await page.keyboard.press('a')
  await expect(page.getByText('Marked as seen')).toBeVisible()
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('u')
  await expect(page.getByText('No longer marked as seen')).toBeVisible()
  await expect(page.getByText('1 item done here')).toBeHidden()
  await rows.first().focus()
  await page.keyboard.press('a')
  await expect(page.getByText('1 item done here')).toBeVisible()
  await rows.filter({ hasText: 'Uncertain match' }).focus()
  await page.keyboard.press('y')
  await expect(page.getByText(`Same finding as #${known?.id}: ignore requested`).first()).toBeVisible()
  await expect(page.getByText('2 items done here')).toBeVisible()
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('app-0.py')
})

test('a comment that mentions a person is in their inbox until they have seen it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const { ana, findings } = await assigned(workspace, 3)
  const tess = await workspace.token({ name: 'Tess', person: 'Tess', role: 'analyst' })
  const { id = 0 } = findings.find(({ severity }) => severity === 'critical') ?? {}
  await workspace.comment(id, '@Ana is this <b>reachable</b>?', tess)
  await signInAgain(page, workspace.service.base, ana)
  await page.goto(workspace.at('/inbox?reason=mentioned'))
  const { rows } = inboxOf(page)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Tess: @Ana is this <b>reachable</b>?')
  await page.getByRole('link', { name: 'All 4', exact: true }).click()
  await expect(rows).toHaveCount(4)
  expect(await violationsInAllModes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  // Its finding is triaged from its row, and by the row of the finding alike; the focus moves on from where it was.
  await rows.first().focus()
  await page.keyboard.press('r')
  await expect(rows.first()).toContainText('Reviewing')
  await expect(rows.nth(1)).toContainText('Reviewing')
  await expect(rows.nth(2)).toBeFocused()
  await expect(page.getByText('done here')).toBeHidden()
  await rows.first().focus()
  await page.keyboard.press('a')
  await expect(page.getByText('Marked as seen')).toBeVisible()
  await expect(page.getByText('1 item done here')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Mentions 0', exact: true })).toBeVisible()
})

test('an empty inbox says so, and a broken URL is no trouble', async ({ page, workspace, signedIn: _ }) => {
  await page.goto(workspace.at('/inbox?reason=nothing'))
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await page.goto(workspace.at('/inbox?reason=held_scan'))
  await expect(page.getByText('No held scans')).toBeVisible()
})

test('no list says that nothing waits beside a number of what does', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const nothing = page.getByRole('heading', { name: /^(Nothing|No )/ })
  const ana = await workspace.token({ name: 'Ana', person: 'Ana', role: 'analyst' })
  await workspace.upload('acme/shop', file(3))
  await signInAgain(page, workspace.service.base, ana)
  await page.goto(workspace.at('/inbox'))
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  const findings = await workspace.findings()
  await workspace.assign(
    findings.map(({ id }) => id),
    'person:Ana',
  )
  await expect(page.getByRole('link', { name: /^Inbox\s*3/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'More items are waiting' })).toBeVisible()
  await expect(nothing).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).last().click()
  await expect(inboxOf(page).rows).toHaveCount(3)

  // A page after the last item.
  await page.goto(workspace.at('/inbox?after=9007199254740991'))
  await expect(page.getByRole('heading', { name: 'No more items on this page' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'First page' }).first().click()
  await expect(inboxOf(page).rows).toHaveCount(3)
})
