import { test as base, expect, type Page } from '@playwright/test'
import { type RunningService, startService } from './service.ts'
import { Workspace } from './workspace.ts'

interface Fixtures {
  /** A deployment with nothing in it, of this test's own. */
  workspace: Workspace
  /** The deployment of the demo organisation. Tests that share a worker share it: none may leave it changed. */
  demo: Workspace
  /** Signed in as the administrator, without the page for it. */
  signedIn: undefined
  /** Fails the test when the page writes an error to its console; tests that provoke one name it here. */
  expectedErrors: RegExp[]
}

let deployments = 0

/** The tests' own `test`: a real service for each worker, a deployment for each test that asks for one. */
export const test = base.extend<Fixtures & { guard: undefined }, { service: RunningService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern.
    async ({}, use) => {
      const service = await startService()
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ service }, use) => use(service.base),
  page: async ({ page }, use) => {
    const route = page.route.bind(page)
    // The page hears of it on another way than of keys and clicks: the request of a key right after went out past the route.
    page.route = async (...asked) => {
      const routed = await route(...asked)
      await page.evaluate(() => undefined)
      return routed
    }
    await use(page)
    // What a handler still asks for at the end would be refused, and fail the test.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  expectedErrors: [[], { option: true }],
  guard: [
    async ({ page, expectedErrors }, use) => {
      const errors = errorsOf(page)
      await use(undefined)
      expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
    },
    { auto: true },
  ],
  signedIn: async ({ page, service }, use) => {
    await signIn(page, service.base, service.token)
    await use(undefined)
  },
  workspace: async ({ service }, use, info) => {
    await use(await Workspace.make(service, `t${info.workerIndex}-${deployments++}`))
  },
  demo: async ({ service }, use) => use(new Workspace(service, 'acme')),
})

export { expect }

/** Everything that a page writes to its console as an error, as it comes. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

/** Gives the page's browser a session, without the page for it. */
export async function signIn(page: Page, base: string, token: string): Promise<void> {
  const answer = await page.request.post(`${base}/api/v1/session`, {
    data: { token },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status()).toBe(200)
}

/** Gives the page's browser the session of somebody else, once nothing asks in the name of who was there before. */
export async function signInAnew(page: Page, base: string, token: string): Promise<void> {
  // The page that stands open asks whenever the service says that something changed: without a session it would be refused.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn(page, base, token)
}
