import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** An answer of the API, as the renderer reads it. */
interface PrefetchedResponse {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/** What the built renderer (`src/app/document.tsx`) is asked for and gives. */
interface Renderer {
  renderDocument(request: {
    url: URL
    cookies: string
    ask: (address: string) => Promise<PrefetchedResponse>
  }): Promise<{ markup: string; answers: object } | undefined>
}

const readHeader = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Browsers without client hints (Safari, Firefox) say it in their name; a tablet has the width for rows. */
const isPhone = (headers: IncomingHttpHeaders) =>
  headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(headers['user-agent'] ?? '')

/** JSON that may stand within a `script` element: no `<` of a text can end it. */
const embeddedJson = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Renders the first rows of a list into the document for whoever has a session.
 * @param folder of the built renderer; without one every document comes without rows.
 * @returns what stands within `#root` and the answers for the end of the document, as HTML; undefined where the browser
 * asks and renders itself: for other pages, without a session, and on a phone, whose rows are cards.
 */
export function renderFirstRows(app: FastifyInstance, folder: string) {
  const file = join(folder, 'document.js')
  const isBuilt = existsSync(file)
  let renderer: Renderer | undefined
  return async (request: FastifyRequest): Promise<{ markup: string; answers: string } | undefined> => {
    const { cookie = '', host } = request.headers
    if (!isBuilt || isPhone(request.headers) || !cookie.includes('gatehouse_session')) return undefined
    try {
      // parse: the build writes it from src/app/document.tsx. Loaded at the first document that needs it.
      renderer ??= createRequire(import.meta.url)(file) as Renderer
      const document = await renderer.renderDocument({
        url: new URL(request.url, 'http://localhost'),
        cookies: cookie,
        // Through the same routes as every request, so that rights, limits and the log are the same.
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
      // The page is whole without it, only later.
      request.log.error({ err: error }, 'the first rows were not rendered')
      return undefined
    }
  }
}
