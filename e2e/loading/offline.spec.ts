import { violationsInAllModes } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { startService } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'

test.describe('a service that stops', () => {
  test.use({
    // While it ends, the service answers 503.
    expectedErrors: [/ERR_CONNECTION_RE(FUSED|SET)|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|status of 503/],
  })

  test('is said, and other pages say that they cannot be loaded', async ({ page }) => {
    const own = await startService()
    await signIn(page, own.base, own.token)
    await page.goto(`${own.base}/d/acme/findings/code?status=open`)
    await expect(page.getByRole('status', { name: 'Updates: Live' })).toBeVisible()
    await own.stop()
    const banner = page.getByText('The service is unreachable.')
    await expect(banner).toBeVisible()
    await expect(page.getByRole('status', { name: 'Updates: Reconnecting…' })).toBeVisible()
    await page.getByRole('link', { name: 'Policies' }).click()
    await expect(page.getByText("Couldn't load")).toBeVisible()
    await expect(page.getByRole('alert').getByRole('button')).toBeVisible()
    await expect(banner).toBeVisible()
  })

  test('is said by a finding that is opened meanwhile, which can be closed', async ({ page }) => {
    const own = await startService()
    await signIn(page, own.base, own.token)
    await page.goto(`${own.base}/d/acme/findings/code?status=open`)
    await expect(page.getByRole('status', { name: 'Updates: Live' })).toBeVisible()
    const list = new FindingsPage(page)
    await own.stop()
    await list.rows.first().click()
    const panel = page.getByRole('complementary', { name: /^Finding \d+$/ })
    await expect(panel.getByRole('alert')).toContainText("Couldn't load the finding")
    await expect(panel.getByRole('alert')).toContainText('The service is unreachable')
    expect(await violationsInAllModes(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
    await expect(page).not.toHaveURL(/open=/)
    await expect(list.rows.first()).toBeFocused()
  })
})
