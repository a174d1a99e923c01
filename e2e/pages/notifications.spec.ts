import { violations, violationsInAllModes } from '../support/accessibility.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openAs, withProvider } from '../support/provider.ts'
import { sendRequest } from '../support/service.ts'
import { expect, test } from '../support/test.ts'

interface Findings {
  sastFindings: { findings: { id: number }[] }
}

test('a person chooses what they are told by e-mail, is told of a finding, and unsubscribes', async ({
  page,
  browser,
}) => {
  test.slow()
  const mail = await startMailServer()
  const environment = { GATEHOUSE_SMTP_URL: mail.url, GATEHOUSE_MAIL_FROM: 'gatehouse@acme.example' }
  await withProvider(
    page,
    async (place) => {
      const { service } = place
      const bob = await openAs(browser, place, 'Bob', '/d/acme/settings/appearance')
      await bob.getByRole('button', { name: /^Signed in as/ }).click()
      await bob.getByRole('menuitem', { name: 'Notifications' }).click()
      const panel = bob.getByRole('region', { name: 'E-mail notifications' })
      const save = panel.getByRole('button', { name: 'Save notifications' })

      await test.step('a digest of everything that concerns an analyst is the default', async () => {
        await expect(panel).toContainText('bob@acme.example')
        await expect(panel.getByRole('radio', { name: /^Daily digest/ })).toBeChecked()
        await expect(panel.getByRole('checkbox')).toHaveCount(5)
        await expect(save).toHaveAccessibleDescription('No changes to save')
        expect(await violationsInAllModes(bob)).toEqual([])
      })

      await test.step('chooses e-mails at once, about assigned findings alone', async () => {
        await panel.getByRole('radio', { name: /^At once/ }).check()
        for (const box of await panel.getByRole('checkbox').all()) await box.uncheck()
        await save.click()
        await expect(panel.getByRole('alert')).toHaveText('Choose at least one, or turn e-mails off')
        expect(await violations(bob)).toEqual([])
        await panel.getByRole('checkbox', { name: 'Findings assigned to you or your team' }).check()
        await save.click()
        await expect(bob.getByText('Notifications saved')).toBeVisible()
        await bob.reload()
        await expect(panel.getByRole('radio', { name: /^At once/ })).toBeChecked()
        await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(1)
      })

      await test.step('is told what somebody else assigns', async () => {
        const query = 'issue_type=sast&status=open&primary_ref=true'
        const found = await sendRequest<Findings>(service, 'GET', `/deployments/acme/findings?${query}`)
        const ids = found.sastFindings.findings.slice(0, 1).map(({ id }) => id)
        const body = { issue_type: 'sast', issue_ids: ids, new_owner: 'person:Bob Baker' }
        await sendRequest(service, 'POST', '/deployments/acme/triage', { body })
        await expect.poll(() => mail.received.length).toBe(1)
        expect(mail.received[0]).toMatch(/assigned [^\n]* to you/)
      })

      await test.step('the link ends the e-mails, and the settings say so', async () => {
        await bob.goto(/\nUnsubscribe: (\S+)/.exec(mail.received[0] ?? '')?.[1] ?? '')
        await expect(bob.getByRole('main')).toContainText('bob@acme.example')
        await bob.getByRole('button', { name: 'Unsubscribe' }).click()
        await expect(bob.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
        await bob.goto(`${service.base}/d/acme/settings/notifications`)
        await expect(panel).toContainText('E-mails were turned off by the link in one of them.')
        await expect(panel.getByRole('radio', { name: /^Off/ })).toBeChecked()
      })
      await bob.context().close()
    },
    environment,
  ).finally(mail.stop)
})
