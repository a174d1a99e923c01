import { test as base, expect, type Page } from '@playwright/test'
import { type RunningService, startService } from './service.ts'
import { Workspace } from './workspace.ts'

interface Fixtures {
  /** An empty deployment for this test. */
  workspace: Workspace
  /** The deployment of the demo organization. Tests of one worker share it, so none may change it. */
  demo: Workspace
  /** Signs in as the administrator without the sign-in page. */
  signedIn: undefined
  /** Errors that the test expects in the console of the page; any other error fails the test. */
  expectedErrors: RegExp[]
}

let deployments = 0

/** Starts a real service for each worker, and creates a deployment for each test that uses `workspace`. */
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
    // Waits until the page knows the route: otherwise a request right after it may bypass the route.
    page.route = async (...routeArguments) => {
      const registration = await route(...routeArguments)
      await page.evaluate(() => undefined)
      return registration
    }
    await use(page)
    // Requests that handlers still send at the end would fail the test.
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
    await use(await Workspace.create(service, `t${info.workerIndex}-${deployments++}`))
  },
  demo: async ({ service }, use) => use(new Workspace(service, 'acme')),
})

export { expect }

/** Collects the errors in the console of a page. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

/** Signs the browser in without the sign-in page. */
export async function signIn(page: Page, base: string, token: string): Promise<void> {
  const answer = await page.request.post(`${base}/api/v1/session`, {
    data: { token },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status()).toBe(200)
}

/** Signs the browser in as another person, after the requests of the previous page have ended. */
export async function signInAgain(page: Page, base: string, token: string): Promise<void> {
  // The open page requests data after each change event, which would fail without a session.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn(page, base, token)
}
