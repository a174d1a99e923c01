import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/all.ts'
import type { DetailedOperation } from '#contract/operation.ts'
import { getOpenApi } from '#contract/operations/description.ts'
import { docsPage } from '../docs/page.ts'
import { docsStyle } from '../docs/style.ts'
import { handle, PreparedJson, type Route } from '../route.ts'
import { readExamples } from './examples.ts'
import { openApiDocument } from './openapi.ts'

const describe = async (built: readonly DetailedOperation[], version: string) =>
  openApiDocument(operations, new Set(built.map((operation) => operation.id)), version, await readExamples())

/** The published description of the implemented operations; built at the first request, then cached. */
export function descriptionRoutes(built: () => readonly DetailedOperation[], version: string): Route[] {
  let text: string | null = null
  return [
    handle(getOpenApi, async () => {
      text ??= JSON.stringify(await describe(built(), version))
      return new PreparedJson(text)
    }),
  ]
}

/** The API documentation page at `/docs`, and its style. */
export function serveDocs(app: FastifyInstance, built: readonly DetailedOperation[], version: string) {
  let page: string | null = null
  for (const url of ['/docs', '/docs/']) {
    app.get(url, async (_, reply) => {
      page ??= docsPage(await describe(built, version))
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
    })
  }
  app.get('/docs.css', async (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(docsStyle),
  )
}
