import { expect, type Page } from '@playwright/test'
import { sendRequest } from '../support/service.ts'
import { test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

async function openLog(page: Page, workspace: Workspace, query = '') {
  await page.goto(workspace.at(`/settings/audit${query}`))
  return openedLog(page)
}

function openedLog(page: Page) {
  const log = page.getByRole('region', { name: 'Audit log' })
  const rows = log
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  return { log, rows, findings: log.getByRole('region', { name: 'Findings' }) }
}

test('an administrator reads in the audit log which finding was ignored, by whom and why, and opens it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}])
  const [first, second] = await workspace.findings()
  if (!first || !second) throw new Error('two findings were sent')
  await workspace.decide([first.id], 'ignored', { reason: 'false_positive', note: 'Constant <b>input</b>' })
  await workspace.decide([first.id, second.id], 'reviewing')

  const { rows, findings, log } = await openLog(page, workspace, '?action=findings.triaged')
  await expect(rows).toHaveCount(2)
  const [bulk, single] = [rows.first(), rows.last()]
  await expect(single).toContainText('Open → Ignored (false positive) · “Constant <b>input</b>”')
  await expect(single.getByRole('link', { name: 'acme/shop' })).toHaveAttribute(
    'href',
    workspace.at('/projects/acme/shop'),
  )
  await expect(bulk).toContainText('and 1 more')

  await bulk.press('Enter')
  await expect(findings.getByRole('listitem')).toHaveCount(2)
  await expect(findings.getByRole('listitem').filter({ hasText: 'Ignored → Reviewing' })).toHaveCount(1)
  await expect(findings.getByRole('listitem').filter({ hasText: 'Open → Reviewing' })).toHaveCount(1)
  await expect(findings.getByRole('link', { name: first.rule_name }).first()).toHaveAttribute(
    'href',
    new RegExp(`${workspace.at('/rules/')}`),
  )

  await bulk.press('Enter')
  await expect(findings).toHaveCount(0)
  await log.getByRole('searchbox', { name: 'Search targets' }).fill('acme/sh')
  await expect(rows).toHaveCount(2)
  await log.getByRole('searchbox').fill('acme/other')
  await expect(log.getByRole('heading', { name: 'No events match' })).toBeVisible()
  await log.getByRole('searchbox').fill('')
  await rows.last().getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/findings/code/${first.id}$`))
})

test('a bulk triage opens to all its findings, and the demo has its own triage in the log', async ({
  page,
  demo,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan(
    'acme/shop',
    Array.from({ length: 60 }, () => ({})),
  )
  await workspace.decide(
    (await workspace.findings()).map(({ id }) => id),
    'fixing',
  )
  const { rows, findings } = await openLog(page, workspace, '?action=findings.triaged')
  await rows.first().press('Enter')
  await expect(findings.getByRole('listitem')).toHaveCount(50)
  await findings.getByRole('button', { name: 'Show more' }).click()
  await expect(findings.getByRole('listitem')).toHaveCount(60)

  const ofDemo = await openLog(page, demo, '?action=findings.triaged&since=30d')
  await expect(ofDemo.rows.filter({ hasText: 'Open → Ignored' }).first()).toBeVisible()
  await ofDemo.rows.first().press('Enter')
  await expect(ofDemo.findings.getByRole('listitem').first()).toBeVisible()
})

test('long names of events stand whole beside the navigation of a narrow window', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}])
  const file = `/deployments/${workspace.slug}/codeowners?project=acme%2Fshop`
  await sendRequest(service, 'PUT', file, { body: { content: '* @acme/all' } })
  await page.setViewportSize({ width: 768, height: 900 })
  const { rows } = await openLog(page, workspace)
  for (const name of ['Owners assigned by rules', 'CODEOWNERS changed']) {
    const event = rows.getByRole('cell', { name, exact: true }).locator('span')
    await expect(event).toBeVisible()
    expect(await event.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  }
})

test('who changed a rule, and from what, is two clicks from its page', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const changed = await openLog(page, demo, '?action=policy.changed')
  await changed.rows.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/rules\//)
  const title = (await page.locator('h1 + p code').textContent()) ?? 'nothing'
  await page.getByRole('link', { name: 'Show in the audit log' }).click()
  const { log, rows } = openedLog(page)
  const mode = /(Monitor|Comment|Block|Disabled) → (Monitor|Comment|Block|Disabled)/
  await expect(rows.first()).toContainText(title)
  await rows.first().getByRole('cell').last().click()
  const rules = log.getByRole('region', { name: 'Rules' }).getByRole('listitem')
  await expect(rules.filter({ hasText: title })).toContainText(mode)
})

test('a change of many is one row, which opens into its parts, and a changed setting shows from what to what', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  for (const project of ['acme/api', 'acme/shop']) await workspace.scan(project, [{}])
  const change = (method: string, path: string, body: object) =>
    sendRequest(workspace.service, method, `/deployments/${workspace.slug}/${path}`, { body })
  await change('POST', 'tags', { projects: ['acme/api', 'acme/shop'], add: ['pci'] })
  await change('PATCH', 'projects/acme/shop', { protected_refs: ['release/*'] })

  const tagged = await openLog(page, workspace, '?action=project.tagged')
  await expect(tagged.rows).toHaveCount(1)
  await expect(tagged.rows).toContainText('2 projects · + pci')
  await tagged.rows.getByRole('cell').last().click()
  const parts = tagged.log.getByRole('region', { name: 'Projects' }).getByRole('listitem')
  await expect(parts).toHaveText([/acme\/api.*\+ pci/, /acme\/shop.*\+ pci/])

  const { rows, log } = await openLog(page, workspace, '?action=project.changed')
  await expect(rows).toContainText('Protected refs: none → release/*')
  await rows.getByRole('cell').last().click()
  await expect(log.getByRole('definition').first()).toHaveText('none → release/*')
})
