import { createMemoryRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clientContext } from '#api/cache/loader-context.ts'
import { createQueryClient } from '#api/cache/query-client.ts'
import { answerWith } from '#api/testing/answers.ts'
import { defaultFilter, paths, secretsFilter } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { routes } from './routes.tsx'
import { breadcrumbsOf, titleOf } from './shell/breadcrumbs.ts'

afterEach(() => vi.unstubAllGlobals())

function matched(address: string) {
  const found = matchRoutes(routes, new URL(address, 'http://x').pathname) ?? []
  const matches = found.map(({ pathname, params, route }) => ({ pathname, params, handle: route.handle }))
  return {
    leaf: found.at(-1)?.route,
    crumbs: breadcrumbsOf(matches).map(({ word }) => word),
    title: titleOf(matches),
  }
}

describe('a URL from the path builder', () => {
  const pages: [string, string[], string | undefined][] = [
    [paths.home(), [], undefined],
    [paths.signIn('/d/acme'), [], 'Sign in'],
    [paths.deployment('acme'), ['Overview'], 'Overview'],
    [paths.findings('acme', 'sast', defaultFilter), ['Findings', 'Code'], 'Code findings'],
    [paths.findings('acme', 'sca'), ['Findings', 'Supply chain'], 'Supply-chain findings'],
    [paths.findings('acme', 'secrets', secretsFilter), ['Findings', 'Secrets'], 'Secrets'],
    [paths.finding('acme', 'secrets', 50), ['Findings', 'Secrets', 'Finding 50'], 'Finding 50'],
    [paths.finding('acme', 'sast', 48), ['Findings', 'Code', 'Finding 48'], 'Finding 48'],
    [paths.projects('acme'), ['Projects'], 'Projects'],
    [settingsPaths.project('acme', 'group/sub/repo'), ['Projects', 'group/sub/repo'], 'group/sub/repo'],
    [paths.dependencies('acme'), ['Dependencies'], 'Dependencies'],
    [paths.policies('acme'), ['Policies'], 'Policies'],
    [settingsPaths.policy('acme', '7'), ['Policies', 'Policy 7'], 'Policy 7'],
    [settingsPaths.rule('acme', 'go.lang/a?b#c'), ['go.lang/a?b#c'], 'go.lang/a?b#c'],
    [paths.scans('acme'), ['Scans'], 'Scans'],
    [settingsPaths.scan('acme', 4), ['Scans', 'Scan 4'], 'Scan 4'],
    [settingsPaths.acceptedRisks('acme', { tag: 'a' }), ['Accepted risks'], 'Accepted risks'],
    [settingsPaths.approvals('acme'), ['Approvals'], 'Approvals'],
    [settingsPaths.inbox('acme'), ['Inbox'], 'Inbox'],
    [paths.exports('acme'), ['Exports'], 'Exports'],
    [paths.import('acme'), ['Import scans'], 'Import scans'],
    [paths.settings('acme'), ['Settings'], 'Settings'],
    [settingsPaths.settings('acme', 'tokens'), ['Settings', 'Tokens'], 'Tokens'],
    [paths.finding('acme', 'sca', '49'), ['Findings', 'Supply chain', 'Finding 49'], 'Finding 49'],
  ]

  it.each(pages)('%s leads to a page', async (address, crumbs, title) => {
    const page = matched(address)
    expect(page).toMatchObject({ crumbs, title })
    const lazy = page.leaf?.lazy
    if (typeof lazy === 'function') expect(await lazy()).toHaveProperty('Component')
    else expect(page.leaf?.loader).toBeTypeOf('function')
  })

  it('is tried for each that there is', () => {
    expect(
      new Set(pages.map(([address]) => new URL(address, 'http://x').pathname)).size,
      'each of `paths` and `settingsPaths` has a row in `pages` above',
    ).toBe(Object.keys(paths).length + Object.keys(settingsPaths).length + 4)
  })

  it.each(['/nowhere', '/d/acme/nowhere', '/d/acme/findings/secrets/4/5'])('%s leads to none', (address) => {
    expect(matched(address)).toMatchObject({ title: 'Page not found' })
  })
})

async function opened(address: string, deployments: unknown[] | 401) {
  answerWith(() => (deployments === 401 ? { status: 401 } : { body: { deployments } }))
  const client = createQueryClient()
  const router = createMemoryRouter(routes, {
    initialEntries: [address],
    getContext() {
      const context = new RouterContextProvider()
      context.set(clientContext, client)
      return context
    },
  })
  router.initialize()
  await expect.poll(() => router.state.initialized && router.state.navigation.state).toBe('idle')
  const { pathname, search } = router.state.location
  router.dispose()
  client.clear()
  return pathname + search
}

describe('the front door', () => {
  const acme = { slug: 'acme', demo: true, counts: { projects: 40 } }

  it('opens the overview, and findings as the navigation counts them', async () => {
    expect(await opened('/', [acme])).toBe('/d/acme')
    expect(await opened('/d/acme', [acme])).toBe('/d/acme')
    const expected = '/d/acme/findings/code?status=open&primary_ref=true&rule_disabled=false'
    expect(await opened('/d/acme/findings', [acme])).toBe(expected)
  })

  it('leads to real data as soon as there is some', async () => {
    const main = { slug: 'main', demo: false, counts: { projects: 1 } }
    expect(await opened('/', [acme, main])).toBe('/d/main')
  })

  it('asks to sign in whom it does not know, and stays where there is nothing to open', async () => {
    expect(await opened('/', 401)).toBe('/sign-in')
    expect(await opened('/', [])).toBe('/')
  })
})
