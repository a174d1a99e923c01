import type { Browser, Page } from '@playwright/test'
import { clientSecret, startProvider, type TestProvider } from '../../src/server/testing/provider/provider.ts'
import { type RunningService, startService } from './service.ts'

/** A service, and the provider that signs people in to it. */
export interface Place {
  service: RunningService
  provider: TestProvider
}

/** Runs a story with a service and a provider, which is another site to the browser. */
export async function withProvider(
  page: Page,
  story: (place: Place) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const provider = await startProvider([], 'localhost')
  const service = await startService({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'gatehouse',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Acme ID',
    OIDC_ROLES: 'security=admin@*; shop=analyst@acme',
    OIDC_CONTACT: 'it-help@acme.example',
    ...environment,
  })
  provider.returnTo(`${service.base}/sign-in`)
  for (const [name, groups] of [
    ['Ann Archer', ['security']],
    ['Bob Baker', ['shop']],
    ['Carla Cruz', []],
  ] as const) {
    const subject = name.split(' ')[0] ?? ''
    const email = `${subject.toLowerCase()}@acme.example`
    provider.state.accounts.set(subject, { subject, claims: { name, groups, email, email_verified: true } })
  }
  try {
    await story({ service, provider })
    // A page that stays would follow a service that ends.
    await page.goto('about:blank')
  } finally {
    await service.stop()
    await provider.stop()
  }
}

/** The button that begins a sign-in at the provider. */
export const providerButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Acme ID' })

/** Signs in at the provider, from the sign-in page. */
export async function signInAs(page: Page, subject: string): Promise<void> {
  await providerButton(page).click()
  await page.getByLabel('Account').fill(subject)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Opens a page in another browser, signed in as somebody. */
export async function openAs(
  browser: Browser,
  { service }: Place,
  subject: string,
  path: string,
): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${service.base}${path}`)
  await signInAs(page, subject)
  return page
}
