import { violationsInAllModes } from '../support/accessibility.ts'
import { expect, signInAgain, test } from '../support/test.ts'

test('two people talk about a finding in a thread, with mentions, edits and deletion', async ({
  page,
  browser,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', [{}])
  const [finding] = await workspace.findings({})
  const ana = await workspace.token({ name: 'Ana', person: 'Ana Lyst', role: 'analyst' })
  const ben = await workspace.token({ name: 'Ben', person: 'Ben', role: 'analyst' })
  const address = workspace.at(`/findings/code/${finding?.id}`)
  const { base } = workspace.service

  await signInAgain(page, base, ana)
  await page.goto(address)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Comments' }) })
  await expect(section.getByText('No comments.')).toBeVisible()
  await section.getByRole('button', { name: 'Add comment' }).click()
  const field = section.getByRole('textbox', { name: 'Comment' })
  await expect(field).toBeFocused()
  await page.keyboard.type('Is this **reachable**? @be')
  await expect(section.getByRole('option', { name: 'Ben', exact: true })).toBeVisible()
  expect(await violationsInAllModes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await field.focus()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Is this **reachable**? @Ben ')
  await page.keyboard.type('<img src=x onerror=alert(1)> [x](javascript:alert(1))')
  // A draft outlives a reload.
  await page.reload()
  await expect(field).toHaveValue(/onerror/)
  await section.getByRole('button', { name: 'Save comment' }).click()
  const first = section.getByRole('listitem', { name: 'Comment by Ana Lyst' }).first()
  await expect(first.locator('strong')).toHaveText('reachable')
  await expect(first.getByText('@Ben', { exact: true })).toBeVisible()
  await expect(first.locator('img, a')).toHaveCount(0)
  await expect(section.getByRole('button', { name: 'Add comment' })).toBeFocused()

  // Ben sees it, and what Ana writes meanwhile, without asking.
  const other = await browser.newContext({ baseURL: base })
  const bens = await other.newPage()
  await signInAgain(bens, base, ben)
  await bens.goto(address)
  const his = bens.locator('section', { has: bens.getByRole('heading', { name: 'Comments' }) })
  await expect(his.getByRole('listitem')).toHaveCount(1)
  await expect(his.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await his.getByRole('button', { name: 'Add comment' }).click()
  await bens.keyboard.type('Only from inside.')
  await bens.keyboard.press('Control+Enter')
  await expect(section.getByText('Only from inside.')).toBeVisible()

  await first.getByRole('button', { name: 'Edit' }).click()
  const editing = first.getByRole('textbox', { name: 'Comment' })
  await editing.fill('Never mind.')
  await first.getByRole('button', { name: 'Save comment' }).click()
  await expect(first.getByText('Never mind.')).toBeVisible()
  await expect(his.getByText('Never mind.')).toBeVisible()
  await his.getByRole('button', { name: 'Earlier texts' }).click()
  await expect(his.getByRole('list', { name: 'Earlier texts' })).toContainText('Is this **reachable**? @Ben')

  await first.getByRole('button', { name: 'Delete' }).click()
  await first.getByRole('button', { name: 'Delete comment' }).click()
  await expect(first).toContainText('deleted this comment')
  await expect(his.getByText('Never mind.')).toBeHidden()
  await expect(his.getByRole('button', { name: 'Show' })).toHaveCount(0)
  await first.getByRole('button', { name: 'Show' }).click()
  await expect(first.getByRole('list', { name: 'Earlier texts' })).toContainText('Never mind.')
  expect(await violationsInAllModes(page)).toEqual([])
  await other.close()
})
