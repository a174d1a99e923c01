import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { createQueryClient } from '#api/cache/query-client.ts'
import { onSessionExpired } from '#api/http/signals.ts'
import { meOptions } from '#api/me.ts'
import { setFirstRender } from '#lib/first-render.ts'
import { paths } from '#lib/urls/paths.ts'
import { hasCustomColumns } from '#pages/findings/columns/initial-columns.ts'
import { Dashboard } from '../dashboard.tsx'
import { routes } from '../routes.tsx'
import { setExpired } from '../session/expiry.ts'
import { createDataRouter } from './data-router.ts'
import { fillCache, takeEmbeddedResponses } from './embedded-responses.ts'
import { loadWhenIdle } from './lazy-components.ts'
import { listRequestOf } from './list-request.ts'

/**
 * So long the empty frame that the page brings with it may stand, in milliseconds: where the first answers are there by
 * then, the page is rendered once, with them, and not first without.
 */
const maxWait = 600

type Router = ReturnType<typeof createDataRouter>

/** Resolves when the page's code is there and all that it asked for is answered. */
async function firstAnswers(client: QueryClient, router: Router): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const checkContent = () => {
    if (router.state.initialized && client.isFetching() === 0) resolve()
  }
  const stops = [router.subscribe(checkContent), client.getQueryCache().subscribe(checkContent)]
  checkContent()
  await promise
  for (const stop of stops) stop()
}

/** React reports each boundary whose content is left to the browser, by this number. */
const leftToBrowser = /#419\b|The server could not finish this Suspense boundary/

function onRecoverableError(error: unknown): void {
  if (!(error instanceof Error && leftToBrowser.test(error.message))) reportError(error)
}

/** Puts the dashboard into the page. */
export function start(): void {
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  const client = createQueryClient()
  const embedded = takeEmbeddedResponses()
  const list = embedded && listRequestOf(new URL(location.href))
  if (list) fillCache(client, list, embedded)
  const router = createDataRouter(routes, () => {
    const context = new RouterContextProvider()
    context.set(clientContext, client)
    return context
  })
  // Somebody who arrives goes to sign in and comes back to the same address; somebody at work signs in over the page.
  onSessionExpired(() => {
    const { pathname, search, hash } = location
    if (pathname === paths.signIn() || pathname === paths.home()) return
    if (client.getQueryData(meOptions().queryKey)) setExpired(true)
    else void router.navigate(paths.signIn(`${pathname}${search}${hash}`), { replace: true })
  })
  if (location.pathname !== paths.signIn()) void client.prefetchQuery(meOptions())
  const draw = () => {
    loadWhenIdle(client)
    const dashboard = <Dashboard client={client} router={router} />
    // A transition leaves the thread between its slices, so that the page hears keys and clicks meanwhile.
    startTransition(() => {
      if (!list || hasCustomColumns(list.type)) return createRoot(container).render(dashboard)
      setFirstRender({ cookies: document.cookie, ...embedded.render })
      hydrateRoot(container, dashboard, { onRecoverableError })
    })
  }
  const late = new Promise((resolve) => setTimeout(resolve, maxWait))
  void Promise.race([firstAnswers(client, router), late]).then(draw)
}
