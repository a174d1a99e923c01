import type { Locator } from '@playwright/test'
import { uploadDueFindings } from '../support/due-findings.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

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

const filters = 'status=open&severities=critical,high,medium,low&not_repos=acme/other&path=src'

for (const width of [1440, 1024, 390]) {
  test(`filters in use are counted where they do not fit, at ${width} px`, async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    await uploadDueFindings(workspace)
    await page.setViewportSize({ width, height: 844 })
    const list = new FindingsPage(page)
    await page.goto(workspace.at(`/findings/code?${filters}&confidence=high&rules=rules.after-40`))
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
    await uploadDueFindings(workspace)
    const list = new FindingsPage(page, name)
    for (const width of [1600, 1024, 820, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(workspace.at(`${path}?sort=due_at`))
      const flags = list.region.getByRole('group', { name: 'Flags' }).first()
      await expect(flags).toBeVisible()
      await expect(flags).toHaveAttribute('data-hint', /^(Overdue by|Due) /)
      expect(await isWhole(flags.locator('[data-hint]').filter({ visible: true }))).toBe(true)
      if (name === 'Secrets')
        await expect(list.region.getByText('Active').filter({ visible: true })).toHaveCount(2)
    }
  })
}

test('the top bar of a phone has room for the name of each page', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await uploadDueFindings(workspace)
  await page.setViewportSize({ width: 390, height: 844 })
  const name = page.getByRole('navigation', { name: 'Breadcrumb' }).locator('[aria-current=page]')
  for (const path of [
    '',
    '/inbox',
    '/findings/supply-chain',
    '/dependencies',
    '/accepted-risks',
    '/settings/retention',
  ]) {
    await page.goto(workspace.at(path))
    await expect(page.getByRole('banner').getByRole('button', { name: 'Add' })).toBeVisible()
    expect(
      await name.evaluate((element) => element.scrollWidth - element.clientWidth),
      `${path} is not cut`,
    ).toBeLessThanOrEqual(0)
  }
})
