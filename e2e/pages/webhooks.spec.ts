import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { violations, violationsInAllModes } from '../support/accessibility.ts'
import { semgrepFile } from '../support/scan-file.ts'
import { sendRequest, startService } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'

/** A receiver on this machine, which answers with `status`. */
async function startReceiver() {
  const titles: string[] = []
  const answer = { status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      titles.push(JSON.parse(body).data.title)
      response.writeHead(answer.status).end('<b>thank you</b>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // parse: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, titles, answer, stop: () => server.close() }
}

test.use({ expectedErrors: [/status of 422/] })

test('an administrator creates a webhook, tests it, and sees what it was sent', async ({ page }) => {
  test.slow()
  const receiver = await startReceiver()
  const service = await startService({ GATEHOUSE_WEBHOOK_ADDRESSES: '127.0.0.1' })
  try {
    await signIn(page, service.base, service.token)
    await page.goto(`${service.base}/d/acme/settings/webhooks`)
    await expect(page.getByText('No webhooks yet')).toBeVisible()
    expect(await violationsInAllModes(page)).toEqual([])
    const form = page.getByRole('dialog', { name: 'Create webhook' })

    await test.step('an address of a private network is refused with the reason', async () => {
      await page.getByRole('button', { name: 'Create webhook' }).click()
      await form.getByRole('button', { name: 'Create webhook' }).click()
      await expect(form.getByText('Enter a name')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await form.getByRole('textbox', { name: 'Name' }).fill('<img src=x onerror=alert(1)>')
      await form.getByRole('textbox', { name: 'URL' }).fill('https://10.0.0.1/hook')
      await form.getByRole('button', { name: 'Create webhook' }).click()
      await expect(form.getByRole('alert')).toContainText('The address 10.0.0.1 is not public.')
    })

    await test.step('the secret is shown once', async () => {
      await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
      await form.getByRole('combobox', { name: 'Findings' }).selectOption('All findings')
      await form.getByRole('button', { name: 'Create webhook' }).click()
      const created = page.getByRole('dialog', { name: 'Webhook created' })
      await expect(created).toContainText(/whsec_[\w+/]{43}=/)
      expect(await violations(page)).toEqual([])
      await created.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByText('whsec_')).toHaveCount(0)
    })

    const item = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
    const deliveries = page.getByRole('dialog', { name: 'Deliveries' })
    const sent = deliveries.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await test.step('a test message arrives, with its answer, and can be sent again', async () => {
      await item.getByRole('button', { name: /^Deliveries/ }).click()
      await expect(deliveries.getByText('Nothing was sent yet')).toBeVisible()
      await deliveries.getByRole('button', { name: 'Send test message' }).click()
      await expect(sent.first()).toContainText(/Delivered.*HTTP 200/)
      await sent.first().getByText('Details').click()
      await expect(sent.first()).toContainText('<b>thank you</b>')
      expect(await violations(page)).toEqual([])
      await sent
        .first()
        .getByRole('button', { name: /^Replay/ })
        .click()
      await expect(sent).toHaveCount(2)
      await deliveries.getByRole('button', { name: 'Close' }).last().click()
    })

    await test.step('a scan with a new finding is sent', async () => {
      await sendRequest(service, 'POST', '/deployments/acme/scans?project=acme/new', {
        body: semgrepFile([{}]),
      })
      await expect.poll(() => receiver.titles.at(-1)).toContain('1 new finding in acme/new')
    })

    await test.step('a receiver that is gone disables it, which is said', async () => {
      receiver.answer.status = 410
      await item.getByRole('button', { name: /^Deliveries/ }).click()
      await deliveries.getByRole('button', { name: 'Send test message' }).click()
      await expect(sent.first()).toContainText('Failed')
      await deliveries.getByRole('button', { name: 'Close' }).last().click()
      await page.reload()
      await expect(item).toContainText('Disabled: the receiver answered 410 Gone')
      expect(await violationsInAllModes(page)).toEqual([])
      await item.getByRole('button', { name: /^Enable/ }).click()
      await expect(item.getByRole('button', { name: /^Disable/ })).toBeVisible()
    })

    await test.step('rotated, and deleted', async () => {
      await item.getByRole('button', { name: /^Rotate secret/ }).click()
      const question = page.getByRole('dialog', { name: 'Rotate the secret?' })
      await question.getByRole('button', { name: 'Rotate secret' }).click()
      const rotated = page.getByRole('dialog', { name: 'Secret rotated' })
      await expect(rotated).toContainText('whsec_')
      await rotated.getByRole('button', { name: 'Done' }).click()
      await expect(item).toContainText('Two secrets are valid')
      await item.getByRole('button', { name: /^Delete/ }).click()
      await page
        .getByRole('dialog', { name: 'Delete this webhook?' })
        .getByRole('button', { name: 'Delete' })
        .click()
      await expect(page.getByText('No webhooks yet')).toBeVisible()
    })
    await page.goto('about:blank')
  } finally {
    await service.stop()
    receiver.stop()
  }
})
