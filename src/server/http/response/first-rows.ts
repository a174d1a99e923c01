import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A response of the API, as passed to the renderer. */
interface PrefetchedResponse {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/** The interface of the built renderer (`src/dashboard/app/document.tsx`). */
interface Renderer {
  renderDocument(request: {
    url: URL
    cookies: string
    ask: (address: string) => Promise<PrefetchedResponse>
  }): Promise<{ markup: string; answers: object } | undefined>
}

const readHeader = (value: unknown) => (typeof value === 'string' ? value : undefined)

/**
 * Browsers without client hints (Safari, Firefox) are recognized by their user agent; a tablet is wide enough for rows.
 */
const isPhone = (headers: IncomingHttpHeaders) =>
  headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(headers['user-agent'] ?? '')

/** JSON that is safe in a `script` element: no `<` in a text can end the element. */
const embeddedJson = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Renders the first rows of a list into the document for a person with a session.
 * @param folder of the built renderer; without it no document contains rows.
 * @returns the content of `#root` and the responses for the end of the document, as HTML; undefined if the browser must
 * request and render them itself: on other pages, without a session, and on phones, whose rows are cards.
 */
export function renderFirstRows(app: FastifyInstance, folder: string) {
  const file = join(folder, 'document.js')
  const isBuilt = existsSync(file)
  let renderer: Renderer | undefined
  return async (request: FastifyRequest): Promise<{ markup: string; answers: string } | undefined> => {
    const { cookie = '', host } = request.headers
    if (!isBuilt || isPhone(request.headers) || !cookie.includes('gatehouse_session')) return undefined
    try {
      // parse: the build writes this file from src/dashboard/app/document.tsx. Loaded with the first document that needs it.
      renderer ??= createRequire(import.meta.url)(file) as Renderer
      const document = await renderer.renderDocument({
        url: new URL(request.url, 'http://localhost'),
        cookies: cookie,
        // Uses the same routes as every request, so that permissions, limits and the log are the same.
        ask: async (address) => {
          const { statusCode, headers, body } = await app.inject({
            method: 'GET',
            url: address,
            headers: { cookie, host, accept: 'application/json' },
            remoteAddress: request.ip,
          })
          return {
            status: statusCode,
            headers: {
              date: readHeader(headers['date']),
              'x-total-count': readHeader(headers['x-total-count']),
            },
            body,
          }
        },
      })
      return document && { markup: document.markup, answers: embeddedJson(document.answers) }
    } catch (error) {
      // The browser renders the rows itself, only later.
      request.log.error({ err: error }, 'the first rows were not rendered')
      return undefined
    }
  }
}
