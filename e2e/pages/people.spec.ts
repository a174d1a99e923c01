import { violations, violationsInAllModes } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { openAs, providerButton, signInAs, withProvider } from '../support/provider.ts'
import { sendRequest } from '../support/service.ts'
import { expect, test } from '../support/test.ts'
import { Workspace } from '../support/workspace.ts'

/** Refused requests, which the browser writes to its console. */
test.use({ expectedErrors: [/status of (401|403|409|503)|favicon/] })

test('two people sign in with a provider, and one ends what the other holds', async ({ page, browser }) => {
  test.slow()
  await withProvider(page, async (place) => {
    const { service, provider } = place
    await test.step('signs in, and returns to the list with its filter', async () => {
      await page.goto(`${service.base}/d/acme/findings/code?status=open&severities=high`)
      await expect(page).toHaveURL(/\/sign-in\?to=/)
      await expect(page.getByRole('textbox', { name: 'Token' })).toBeVisible()
      expect(await violationsInAllModes(page)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
      await signInAs(page, 'Ann')
      await expect(new FindingsPage(page).rows.first()).toBeVisible()
      expect(new URL(page.url()).search).toBe('?status=open&severities=high')
      // The answer of the provider is not in the history of the tab.
      await page.goBack()
      expect(page.url()).not.toContain('code=')
      await page.goto(`${service.base}/d/acme/settings/people`)
    })

    const teams = page.getByRole('list', { name: 'Teams' })
    await test.step('gives a team the people of a group', async () => {
      await page.goto(`${service.base}/d/acme/settings/teams`)
      await page.getByRole('button', { name: 'Create team' }).click()
      const form = page.getByRole('dialog', { name: 'Create team' })
      await form.getByLabel('Name').fill('Shop')
      await form.getByLabel('Single sign-on groups').fill('shop')
      expect(await violations(page)).toEqual([])
      await form.getByRole('button', { name: 'Create team' }).click()
      await expect(teams).toContainText('From group shop: nobody has signed in with it since it was added')
    })

    const table = page.getByRole('table', { name: 'People' })
    const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
    const bob = await openAs(browser, place, 'Bob', '/d/acme/findings/code')
    await expect(new FindingsPage(bob).rows.first()).toBeVisible()
    await bob.goto(`${service.base}/d/acme/settings/people`)
    await expect(bob.getByText('Only administrators can manage people')).toBeVisible()
    await bob.goto(`${service.base}/d/acme/findings/code`)
    await expect(new FindingsPage(bob).rows.first()).toBeVisible()

    await test.step('sees who is a member by the group', async () => {
      await page.reload()
      await expect(teams).toContainText('From group shop: Bob Baker')
      await page.getByRole('button', { name: 'Edit Shop' }).click()
      const form = page.getByRole('dialog', { name: 'Edit Shop' })
      await expect(form.getByLabel('Members')).toHaveValue('')
      await form.getByLabel('Single sign-on groups').fill('')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(teams).toContainText('No members')
    })

    await test.step('sees who is here, and with which role', async () => {
      await page.goto(`${service.base}/d/acme/settings/people`)
      await expect(rowOf('Ann Archer')).toContainText(/Administrator.*from group security, all deployments/)
      await expect(rowOf('Ann Archer')).toContainText('You')
      await expect(rowOf('Bob Baker')).toContainText(/Analyst.*from group shop/)
      await expect(page.getByRole('button', { name: 'Disable Ann Archer' })).toHaveAccessibleDescription(
        "You can't disable yourself",
      )
      expect(await violations(page)).toEqual([])
    })

    await test.step('invites Carla, who could not sign in before', async () => {
      const carla = await openAs(browser, place, 'Carla', '/d/acme/scans')
      await expect(carla.getByRole('alert')).toContainText('Ask it-help@acme.example')
      await page.getByRole('button', { name: 'Invite person' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite person' })
      await dialog.getByRole('button', { name: 'Invite' }).click()
      await expect(dialog.getByText('Enter an e-mail address')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('carla@acme.example')
      await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Manager')
      await dialog.getByRole('button', { name: 'Invite' }).click()
      await expect(rowOf('carla@acme.example')).toContainText('Invited')
      // The session at the provider goes on, and so does the page that she asked for before she was refused.
      await expect(carla).toHaveURL(/\/sign-in\?to=/)
      await providerButton(carla).click()
      await expect(carla).toHaveURL(/\/d\/acme\/scans$/)
      await carla.context().close()
      await page.reload()
      await expect(rowOf('Carla Cruz')).toContainText(/Manager.*given by Ann Archer/)
    })

    await test.step('renames Bob', async () => {
      await page.getByRole('button', { name: 'Edit Bob Baker' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit person' })
      expect(await violations(page)).toEqual([])
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann Archer')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByRole('alert')).toContainText('is, or was, the name of another person')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Robert Baker')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(rowOf('Robert Baker')).toBeVisible()
    })

    const acme = new Workspace(service, 'acme')
    const open = await acme.findings({ status: 'open', primary_ref: 'true', dedup: 'true', page_size: '300' })
    await acme.assign(
      open.slice(0, 2).map(({ id }) => id),
      'person:Robert Baker',
    )
    await test.step('disables him, which ends his open page without a click', async () => {
      await page.getByRole('button', { name: 'Disable Robert Baker' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
      await expect(rowOf('Robert Baker')).toContainText('Disabled')
      const expired = bob.getByRole('dialog', { name: 'Your session has expired' })
      await expect(expired).toBeVisible()
      await providerButton(bob).click()
      await expect(bob.getByRole('alert')).toContainText('Your access to Gatehouse is disabled')
      await bob.context().close()
    })

    await test.step('sees which findings nobody has now', async () => {
      await page.getByRole('link', { name: 'Teams' }).click()
      await expect(page.getByRole('heading', { name: 'Unassigned findings' })).toBeVisible()
      const left = page.getByRole('listitem').filter({ hasText: 'Robert Baker' })
      await expect(left.getByRole('link', { name: '2 code findings', exact: true })).toBeVisible()
    })

    await test.step('signs out, here and at the provider', async () => {
      await page.getByRole('button', { name: 'Signed in as Ann Archer' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`))
      await page.getByRole('button', { name: /sign me out/i }).click()
      await expect(page).toHaveURL(`${service.base}/sign-in`)
      await providerButton(page).click()
      await expect(page.getByLabel('Account')).toBeVisible()
    })
  })
})

test('a provider that is down is named, and a token signs in', async ({ page }) => {
  await withProvider(page, async ({ service, provider }) => {
    await provider.stop()
    await page.goto(`${service.base}/sign-in?to=/d/acme/scans`)
    await providerButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Acme ID cannot be reached')
    await page.getByRole('textbox', { name: 'Token' }).fill(service.token)
    await page.getByRole('button', { name: 'Sign in with a token' }).click()
    await expect(page).toHaveURL(/\/d\/acme\/scans/)
    expect(await sendRequest<{ name: string }>(service, 'GET', '/me')).toMatchObject({ machine: false })
  })
})
