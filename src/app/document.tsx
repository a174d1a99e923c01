import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterContextProvider } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { createQueryClient } from '#api/cache/query-client.ts'
import { urlOf } from '#api/http/url.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getMe } from '#contract/operations/session.ts'
import type { Me } from '#contract/responses/deployments.ts'
import { setFirstRender } from '#lib/first-render.ts'
import { secondsOf } from '#lib/time/relative.ts'
import { defaultPageSize } from '#table/pages.ts'
import { Dashboard } from './dashboard.tsx'
import { routes } from './routes.tsx'
import { type EmbeddedResponses, fillCache } from './start/embedded-responses.ts'
import { type ListPageRequest, listRequestOf } from './start/list-request.ts'

/** An answer of the service to the person who asks for the document. */
interface ServiceResponse {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

interface DocumentRequest {
  url: URL
  /** The `Cookie` header. */
  cookies: string
  /** Asks a URL of the API as the person who asks for the document. */
  ask: (address: string) => Promise<ServiceResponse>
}

/** Rows for a window of this height are rendered, in pixels; a higher one gets the rest from the browser. */
const height = 900

/** What of a URL only the browser can know, or what nobody waits for. */
function isForBrowser({ state }: ListPageRequest, url: URL): boolean {
  const { open, columns, storedFilterId, pageSize } = state
  // A relative word counts from the moment at which the browser met it first.
  const isRelative = [...url.searchParams.values()].some((value) => secondsOf(value) !== undefined)
  // Thousands of rows would hold up the service while it parses and embeds them.
  const isLarge = pageSize > defaultPageSize
  return isRelative || isLarge || open !== undefined || columns !== undefined || storedFilterId !== undefined
}

/**
 * The first rows of a list as markup, with the answers that they are made of.
 * @returns undefined for every other page, and where the service refuses one of the answers: the browser then asks itself.
 */
export async function renderDocument({ url, cookies, ask }: DocumentRequest) {
  const list = listRequestOf(url)
  if (!list || isForBrowser(list, url)) return undefined
  const rows = urlOf(listFindings, { deploymentSlug: list.slug }, list.request)
  const [me, findings] = await Promise.all([ask(urlOf(getMe)), ask(rows)])
  if (me.status !== 200 || findings.status !== 200) return undefined
  const { date = '', 'x-total-count': total } = findings.headers
  const now = Date.now()
  const answers: EmbeddedResponses = {
    // parse: our own answer, which the tests hold to the contract.
    me: JSON.parse(me.body) as Me,
    findings: JSON.parse(findings.body),
    headers: { date, ...(total === undefined ? {} : { 'x-total-count': total }) },
    render: { height, now },
  }
  const client = createQueryClient()
  fillCache(client, list, answers)
  const router = createMemoryRouter(routes, {
    initialEntries: [`${url.pathname}${url.search}`],
    getContext: () => {
      const context = new RouterContextProvider()
      context.set(clientContext, client)
      return context
    },
  })
  try {
    if (!router.state.initialized) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const stop = router.subscribe((state) => state.initialized && resolve())
      await promise
      stop()
    }
    // Rendering is synchronous: no other request sees these values.
    setFirstRender({ cookies, height, now })
    return { markup: renderToString(<Dashboard client={client} router={router} />), answers }
  } finally {
    setFirstRender(undefined)
    router.dispose()
    client.clear()
  }
}
