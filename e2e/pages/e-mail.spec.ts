import { violations, violationsInAllModes } from '../support/accessibility.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startService } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'

test('an administrator has e-mails sent to a team, which unsubscribes', async ({ page }) => {
  test.slow()
  const mail = await startMailServer()
  const service = await startService({
    GATEHOUSE_SMTP_URL: mail.url,
    GATEHOUSE_MAIL_FROM: 'gatehouse@acme.example',
  })
  try {
    await signIn(page, service.base, service.token)
    await page.goto(`${service.base}/d/acme/settings/webhooks`)
    const item = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')

    await test.step('the format asks for an address', async () => {
      await page.getByRole('button', { name: 'Create webhook' }).click()
      const form = page.getByRole('dialog', { name: 'Create webhook' })
      await form.getByRole('textbox', { name: 'Name' }).fill('Security team')
      await form.getByRole('combobox', { name: 'Format' }).selectOption('E-mail')
      await form.getByRole('textbox', { name: 'E-mail address' }).fill('nobody')
      await form.getByRole('button', { name: 'Create webhook' }).click()
      await expect(form.getByText('Enter an e-mail address')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await form.getByRole('textbox', { name: 'E-mail address' }).fill('team@acme.example')
      await form.getByRole('button', { name: 'Create webhook' }).click()
      await expect(item).toContainText('team@acme.example')
      await expect(item.getByRole('button', { name: /^Rotate secret/ })).toHaveCount(0)
    })

    await test.step('a test message arrives', async () => {
      await item.getByRole('button', { name: /^Deliveries/ }).click()
      const deliveries = page.getByRole('dialog', { name: 'Deliveries' })
      await deliveries.getByRole('button', { name: 'Send test message' }).click()
      await expect(deliveries.getByRole('list').getByRole('listitem').first()).toContainText('Delivered')
      expect(mail.received[0]).toContain('Test message of the webhook Security team')
    })

    await test.step('its link asks, and its button ends the e-mails', async () => {
      const link = /\nUnsubscribe: (\S+)/.exec(mail.received[0] ?? '')?.[1] ?? ''
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'Unsubscribe?' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText('team@acme.example (Security team)')
      expect(await violationsInAllModes(page)).toEqual([])
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
      await page.goto(`${service.base}/d/acme/settings/webhooks`)
      await expect(item).toContainText('Disabled: the receiver unsubscribed')
    })
    await page.goto('about:blank')
  } finally {
    await service.stop()
    mail.stop()
  }
})
