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
import { type ListPageRequest, listRequestOf } from './list-request.ts'

/**
 * The maximum time that the empty frame of the document is shown, in milliseconds: if the first responses arrive within
 * it, the page renders once, with its data.
 */
const maxWait = 600

type Router = ReturnType<typeof createDataRouter>

/** Resolves when the first render can have its data: the page's code has loaded, and all its requests are answered. */
function firstAnswers(client: QueryClient, router: Router, list: ListPageRequest | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const checkContent = () => {
    if (router.state.initialized && (list || client.isFetching() === 0)) resolve()
  }
  // Each subscription returns the function that ends it.
  void promise.then(router.subscribe(checkContent))
  void promise.then(client.getQueryCache().subscribe(checkContent))
  // Rows in the document remain until their code has loaded: without it, a skeleton would replace them.
  if (!list) setTimeout(resolve, maxWait)
  checkContent()
  return promise
}

const addressOf = ({ state: { location } }: Router) => location.pathname + location.search

/** The built React reports each boundary that the server leaves to the browser by this error number. */
const leftToBrowser = /#419\b/

function onRecoverableError(error: unknown): void {
  if (!(error instanceof Error && leftToBrowser.test(error.message))) reportError(error)
}

/** Renders the dashboard into the page. */
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
  // A visitor is sent to the sign-in page and returns to the same URL; a signed-in person signs in over the page.
  onSessionExpired(() => {
    const { pathname, search, hash } = location
    if (pathname === paths.signIn() || pathname === paths.home()) return
    if (client.getQueryData(meOptions().queryKey)) setExpired(true)
    else void router.navigate(paths.signIn(`${pathname}${search}${hash}`), { replace: true })
  })
  if (location.pathname !== paths.signIn()) void client.prefetchQuery(meOptions())
  const documentAddress = addressOf(router)
  const draw = () => {
    loadWhenIdle(client)
    const dashboard = <Dashboard client={client} router={router} />
    // Before the code has loaded a person may go back to another page, or loading fails: neither is in the document.
    const isUnchanged = !router.state.errors && addressOf(router) === documentAddress
    const isInDocument = list && !hasCustomColumns(list.type) && isUnchanged
    // A transition yields the thread between its slices, so that the page handles keys and clicks meanwhile.
    startTransition(() => {
      if (!isInDocument) return createRoot(container).render(dashboard)
      // Responses that became stale while the code loaded would render as being refetched.
      fillCache(client, list, embedded)
      setFirstRender({ cookies: document.cookie, ...embedded.render })
      hydrateRoot(container, dashboard, { onRecoverableError })
    })
  }
  void firstAnswers(client, router, list).then(draw)
}
