import { violationsInAllModes } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

/** The refused second use of a link, which the browser writes to its console. */
test.use({ expectedErrors: [/status of 401/] })

test('a person who is invited without single sign-on creates their own sign-in with a link', async ({
  page,
  browser,
  workspace,
  signedIn: _,
}) => {
  await page.goto(`/d/${workspace.slug}/settings/people`)
  await page.getByRole('button', { name: 'Invite person' }).click()
  const form = page.getByRole('dialog', { name: 'Invite person' })
  await expect(form).toContainText('You get a link to send to this person')
  await form.getByRole('textbox', { name: 'E-mail address' }).fill(`ada@${workspace.slug}.example`)
  await form.getByRole('textbox', { name: 'Display name' }).fill(`Ada ${workspace.slug}`)
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Analyst')
  await form.getByRole('button', { name: 'Invite' }).click()
  const made = page.getByRole('dialog', { name: 'Send this link to the person' })
  const first = await made.getByText(/#invitation=/).textContent()
  expect(await violationsInAllModes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await made.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: 'Ada' })
  await expect(row).toContainText(/Link valid until.*Invited/)
  await row.getByRole('button', { name: /^New link for Ada/ }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const second = await made.getByText(/#invitation=/).textContent()
  await made.getByRole('button', { name: 'Done' }).click()

  const context = await browser.newContext()
  const ada = await context.newPage()
  await ada.goto(first ?? '')
  await ada.getByRole('button', { name: 'Create sign-in' }).click()
  await expect(ada.getByRole('alert')).toContainText('already used or replaced')
  await ada.getByRole('button', { name: 'Sign in with a token' }).click()
  await expect(ada.getByRole('textbox', { name: 'Token' })).toBeVisible()
  await ada.goto('about:blank')
  await ada.goto(second ?? '')
  await expect(ada.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  expect(await violationsInAllModes(ada)).toEqual([])
  await ada.getByRole('button', { name: 'Create sign-in' }).click()
  await expect(ada.getByRole('heading', { name: 'Your sign-in is created' })).toBeVisible()
  expect(ada.url()).not.toContain('invite_')
  expect(await violationsInAllModes(ada)).toEqual([])
  await ada.setViewportSize({ width: 1440, height: 900 })
  const token = await ada.getByText(/^gate_/).textContent()
  await ada.getByRole('button', { name: 'Continue to Gatehouse' }).click()
  await expect(ada.getByRole('button', { name: /Signed in as Ada/ })).toBeVisible()
  await context.close()

  const again = await (await browser.newContext()).newPage()
  await again.goto(new URL('/sign-in', second ?? '').href)
  await again.getByRole('textbox', { name: 'Token' }).fill(token ?? '')
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again.getByRole('button', { name: /Signed in as Ada/ })).toBeVisible()
  await again.context().close()

  await page.reload()
  await expect(row).not.toContainText('Invited')
  await expect(row.getByRole('button', { name: /^New link/ })).toHaveCount(0)
})
