import type { Locator } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { secretsFile } from '../support/scan-file.ts'
import { sendRequest } from '../support/service.ts'
import { expect, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

/** Whether an element, or each of several, can be seen: it is not cut off by any element around it. */
const isWhole = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.every((element) => {
      const box = element.getBoundingClientRect()
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around)
        const edge = around.getBoundingClientRect()
        if (overflowX !== 'visible' && (box.left < edge.left - 1 || box.right > edge.right + 1)) return false
        if (overflowY === 'hidden' && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1)) return false
      }
      return box.width > 0 && box.height > 0
    }),
  )

/** A finding of each type, with due dates that are near or past and other flags. */
async function withFlags(workspace: Workspace) {
  const { service, slug } = workspace
  const days = { critical: 1, high: 1, medium: 1, low: 1 }
  await sendRequest(service, 'PATCH', `/deployments/${slug}/settings`, {
    body: { dueDates: { days, tags: [] } },
  })
  const long = '2024-01-01T00:00:00.000Z'
  const finding = {
    ...{ id: 1, rule_name: 'rules.a', rule: { name: 'rules.a' }, severity: 'high', match_based_id: 'one' },
    ...{ state: 'unresolved', status: 'open', triage_state: 'untriaged', created_at: long },
    ...{ relevant_since: long, ref: 'refs/heads/main', repository: { name: 'acme/shop', url: null } },
    location: { filePath: 'src/app.py', line: 1, column: 1, endLine: 1, endColumn: 9 },
    external_ticket: { external_slug: 'SHOP-9', url: 'https://tickets.example/SHOP-9' },
    click_to_fix_prs: [{ created_at: long, url: 'https://git.example/1', state: 'open' }],
  }
  const code = { ...finding, assistant: { autotriage: { verdict: 'true_positive', reason: 'Reachable.' } } }
  const found_dependency = { package: 'lodash', version: '4.17.20', ecosystem: 'npm', transitivity: 'direct' }
  const dependency = {
    ...{ ...finding, rule_name: 'CVE-2021-23337', match_based_id: 'two', found_dependency },
    vulnerability_identifier: 'CVE-2021-23337',
  }
  const findings = { sastFindings: { findings: [code] }, scaFindings: { findings: [dependency] } }
  await workspace.upload('acme/shop', JSON.stringify(findings))
  const secrets = secretsFile([{ value: 'ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5' }])
  await workspace.upload('acme/shop', secrets, { category: 'secrets' })
}

const filters = 'status=open&severities=critical,high,medium,low&not_repos=acme/other&path=src'

for (const width of [1440, 1024, 390]) {
  test(`filters in use are counted where they do not fit, at ${width} px`, async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    await withFlags(workspace)
    await page.setViewportSize({ width, height: 844 })
    const list = new FindingsPage(page)
    await page.goto(workspace.at(`/findings/code?${filters}&confidence=high&rules=rules.a`))
    await expect(list.chips).toHaveCount(6)
    const before = await list.region.getByRole('searchbox').boundingBox()
    const more = list.region.getByRole('button', { name: /^\d more filters?$/ })
    await expect(more).toBeVisible()
    const hidden = Number.parseInt((await more.getAttribute('aria-label')) ?? '', 10)
    const shown = list.chips.filter({ visible: true })
    for (let at = 0; at < 6 - hidden; at++) expect(await isWhole(list.chips.nth(at))).toBe(true)
    expect(await isWhole(list.chips.nth(6 - hidden))).toBe(false)
    await more.click()
    expect(await isWhole(shown)).toBe(true)
    expect(await isWhole(list.region.getByRole('button', { name: 'Clear' }))).toBe(true)
    expect(await list.region.getByRole('searchbox').boundingBox()).toEqual(before)
    await list.region.getByRole('button', { name: 'Fewer filters' }).click()
    await expect(more).toBeVisible()
    // The keyboard reaches those that are counted.
    await list.chips.last().getByRole('button').focus()
    expect(await isWhole(list.chips.last())).toBe(true)
    const other = list.chips.first()
    while ((await list.chips.count()) > 1) await other.getByRole('button').click()
    await expect(list.region.getByRole('button', { name: /more filter|Fewer filters/ })).toHaveCount(0)
  })
}

for (const [name, path] of [
  ['Code findings', '/findings/code'],
  ['Supply-chain findings', '/findings/supply-chain'],
  ['Secrets', '/findings/secrets'],
] as const) {
  test(`flags and due dates of ${name.toLowerCase()} are seen at each width`, async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    await withFlags(workspace)
    const list = new FindingsPage(page, name)
    for (const width of [1600, 1024, 820, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(workspace.at(path))
      const flags = list.region.getByRole('group', { name: 'Flags' }).first()
      await expect(flags).toBeVisible()
      await expect(flags).toHaveAttribute('data-hint', /^(Overdue by|Due) /)
      expect(await isWhole(flags.locator('[data-hint]').filter({ visible: true }))).toBe(true)
      if (name === 'Secrets')
        await expect(list.region.getByText('Active').filter({ visible: true })).toHaveCount(1)
    }
  })
}
