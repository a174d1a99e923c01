import type { Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { sendRequest, startService } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

/** The browser writes each refused request to its console. */
const refused = /status of (401|403)/

const field = (page: Page) => page.getByRole('textbox', { name: 'Token' })

async function signInWith(page: Page, token: string): Promise<void> {
  await field(page).fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A token that ends soon: the nearest end that the service still takes. One in the past is refused. */
async function briefToken(workspace: Workspace): Promise<string> {
  for (let ahead = 1_000; ; ahead *= 2) {
    const expiresAt = new Date(Date.now() + ahead).toISOString()
    const made = workspace.token({ name: 'Brief', person: 'Ida', role: 'viewer', expiresAt })
    const secret = await made.catch((error: unknown) => {
      if (ahead > 60_000) throw error
      return null
    })
    if (secret !== null) return secret
  }
}

test.describe('the one-time link', () => {
  test.use({ expectedErrors: [refused] })

  test('opens the dashboard with the demo organisation, once, and leaves its code nowhere', async ({
    page,
    browser,
  }) => {
    const service = await startService()
    try {
      await page.goto(service.signInLink)
      await expect(page.getByRole('link', { name: /in the backlog: Code$/ })).toBeVisible()
      await expect(page).toHaveURL(/\/d\/acme$/)
      await expect(page.getByRole('banner').getByText('Demo data')).toBeVisible()

      const code = new URL(service.signInLink).hash.slice('#code='.length)
      expect(code.length).toBeGreaterThan(20)
      await page.goBack()
      expect(page.url()).not.toContain(code)
      await page.goForward()
      await expect(page.getByRole('link', { name: /in the backlog: Code$/ })).toBeVisible()

      const other = await browser.newContext()
      const stranger = await other.newPage()
      await stranger.goto(service.signInLink)
      await expect(stranger.getByRole('alert')).toContainText('already used')
      await expect(field(stranger)).toBeVisible()
      expect(stranger.url()).not.toContain(code)
      await other.close()
      // A page that stays would follow a service that ends.
      await page.goto('about:blank')
    } finally {
      await service.stop()
    }
  })
})

test('a token opens the dashboard and is not kept in the browser', async ({ page, service, context }) => {
  await page.goto('/sign-in')
  await signInWith(page, service.token)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain(service.token)
  const cookies = await context.cookies()
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect(cookies[0]?.value).not.toContain(service.token)
})

test.describe('a token that does not sign in', () => {
  test.use({ expectedErrors: [refused] })

  test('is told apart: unknown, without Web API access, expired, a machine’s', async ({
    page,
    workspace,
  }) => {
    await page.goto('/sign-in')

    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(field(page)).toHaveAccessibleDescription(/Enter a token/)
    await expect(field(page)).toBeFocused()

    await signInWith(page, 'not-a-token-of-this-service')
    await expect(field(page)).toHaveAccessibleDescription(/invalid/)
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page)).toBeFocused()

    await signInWith(
      page,
      await workspace.token({ name: 'No web', person: 'Ida', role: 'viewer', webApiEnabled: false }),
    )
    await expect(field(page)).toHaveAccessibleDescription(/Web API access/)

    await signInWith(page, await workspace.token({ name: 'Scanner', machine: true, role: 'ci' }))
    await expect(field(page)).toHaveAccessibleDescription(/machine/)

    const expired = await briefToken(workspace)
    await expect(() =>
      expect(sendRequest(workspace.service, 'GET', '/me', { token: expired })).rejects.toThrow(),
    ).toPass()
    await signInWith(page, expired)
    await expect(field(page)).toHaveAccessibleDescription(/expired/)
  })
})

test.describe('coming back', () => {
  // The failures of all tests of this file within a minute count together: from the eleventh on, they are 429.
  test.use({ expectedErrors: [/status of (?:401|429)|ERR_FAILED/] })

  test('a URL that needs a session is opened after signing in, query and all', async ({ page, service }) => {
    const address = '/d/acme/findings/supply-chain?severities=critical,high&sort=-severity'
    await page.goto(address)
    await expect(page).toHaveURL(/\/sign-in\?to=/)
    await signInWith(page, service.token)
    await expect(page).toHaveURL(`${service.base}${address}`)
    await expect(new FindingsPage(page, 'Supply-chain findings').rows.first()).toBeVisible()
  })

  test('a session that ends is renewed over the page, which stays as it is', async ({ page, workspace }) => {
    await workspace.scan(
      'acme/shop',
      Array.from({ length: 60 }, () => ({})),
    )
    const token = await workspace.token({ name: 'Ida', person: 'Ida', role: 'analyst' })
    await signIn(page, workspace.service.base, token)
    // Without events: they would tell the end of the session before the next choice does.
    await page.route('**/events', (route) => route.abort())
    const exports = page.waitForResponse((answer) => answer.url().includes('/sbom/export?mine=true'))
    await page.goto(workspace.at('/findings/code?severities=high'))
    const list = new FindingsPage(page)
    await list.startKeys()
    await page.keyboard.press('End')
    await expect(list.rows.last()).toBeFocused()
    // The last that the page asks by itself: from then on the next choice is the first to hear of the end.
    await exports
    const address = page.url()

    const { sessions } = await sendRequest<{ sessions: { id: string }[] }>(
      workspace.service,
      'GET',
      '/sessions',
      {
        token,
      },
    )
    for (const { id } of sessions)
      await sendRequest(workspace.service, 'DELETE', `/sessions/${id}`, { token })
    // The dialog may stand over the box before anybody sees it ticked; the URL tells the choice in the end.
    await list.value('Status', 'Open').click()

    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    await expect(dialog).toBeVisible()
    await signInWith(page, token)
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(`${address}&status=open`)
    await expect(list.foot).toContainText('1–60 of 60')
  })

  for (const evil of ['//evil.example/x', 'https://evil.example', '/\\evil.example', '/.//evil.example']) {
    test(`never leads away: ${evil}`, async ({ page, service }) => {
      await page.goto(`/sign-in?to=${encodeURIComponent(evil)}`)
      await signInWith(page, service.token)
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
      expect(new URL(page.url()).origin).toBe(service.base)
    })
  }

  test('signing out ends the session, also behind the Back button', async ({ page, signedIn: _ }) => {
    await page.goto('/d/acme/findings/code')
    await expect(new FindingsPage(page).rows.first()).toBeVisible()
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(field(page)).toBeVisible()
    await page.goBack()
    await expect(field(page)).toBeVisible()
    await expect(page).toHaveURL(/\/sign-in/)
  })
})
