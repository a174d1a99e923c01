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

/** An API response for the person who requested the document. */
interface ServiceResponse {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

interface DocumentRequest {
  url: URL
  /** The `Cookie` header. */
  cookies: string
  /** Requests an API URL as the person who requested the document. */
  ask: (address: string) => Promise<ServiceResponse>
}

/** The assumed window height in pixels; the browser renders further rows in a higher window. */
const height = 900

/** Whether the state depends on values that only the browser knows, or need not be rendered by the server. */
function isForBrowser({ state }: ListPageRequest, url: URL): boolean {
  const { open, columns, storedFilterId, pageSize, after } = state
  // A relative time counts from when the browser first read it.
  const isRelative = [...url.searchParams.values()].some((value) => secondsOf(value) !== undefined)
  // Parsing and embedding thousands of rows would block the server.
  const isLarge = pageSize > defaultPageSize
  // The position of a page after a finding is stored in the history entry.
  return isRelative || isLarge || [open, columns, storedFilterId, after].some((value) => value !== undefined)
}

/**
 * Renders the first rows of a list as markup, with the responses that they are rendered from.
 * @returns undefined for every other page, and if the API rejects one of the requests: the browser then requests them
 * itself.
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
    // parse: our own response, which the tests check against the contract.
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
    // Rendering is synchronous, so no other request sees these values.
    setFirstRender({ cookies, height, now })
    return { markup: renderToString(<Dashboard client={client} router={router} />), answers }
  } finally {
    setFirstRender(undefined)
    router.dispose()
    client.clear()
  }
}
