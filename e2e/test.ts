import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { type MadeFinding, semgrepFile } from './scan-file.ts'
import { type RunningService, startService } from './service.ts'

export interface Workspace {
  /** A deployment of this test's own. */
  slug: string
  /** Sends a scan with these findings; the project is made where it is not known. */
  scan(project: string, findings: MadeFinding[], query?: Record<string, string>): Promise<void>
  /** The address of a page of this deployment. */
  at(path: string): string
}

interface Fixtures {
  /** A deployment with nothing in it. */
  workspace: Workspace
  /** Signed in as the administrator, without the page for it. */
  signedIn: void
  /** Fails the test when the page writes an error to its console; tests that provoke one name it here. */
  expectedErrors: RegExp[]
}

let deployments = 0

/** The tests' own `test`: a real service for each worker, a deployment for each test that asks for one. */
export const test = base.extend<Fixtures & { guard: void }, { service: RunningService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern.
    async ({}, use) => {
      const service = await startService()
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, use) => use(service.base),
  expectedErrors: async ({ page: _ }, use) => use([]),
  guard: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use()
      expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
    },
    { auto: true },
  ],
  signedIn: async ({ page, service }, use) => {
    const answer = await page.request.post(`${service.base}/api/v1/session`, {
      data: { token: service.token },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status()).toBe(200)
    await use()
  },
  workspace: async ({ service }, use, info) => {
    const slug = `t${info.workerIndex}-${deployments++}`
    await asOwner(service, 'POST', '/local/deployments', { name: `${slug}:Test ${slug}` })
    await use({
      slug,
      at: (path) => `/d/${slug}${path}`,
      async scan(project, findings, query = {}) {
        const search = new URLSearchParams({
          project,
          commit: crypto.randomUUID().replaceAll('-', ''),
          ...query,
        })
        const answer = await fetch(`${service.base}/api/v1/deployments/${slug}/scans?${search}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${service.token}` },
          body: semgrepFile(findings),
        })
        expect(answer.status).toBe(201)
      },
    })
  },
})

export { expect }

/** Asks over the owner-only socket, as the command line does. */
function asOwner(service: RunningService, method: string, path: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      {
        socketPath: join(service.dataFolder, 'gatehouse.sock'),
        method,
        path,
        headers: { 'content-type': 'application/json' },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${path} answered ${answer.statusCode}`)),
        )
      },
    )
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}
