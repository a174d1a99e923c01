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
})
