import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

interface ManifestChunk {
  file: string
  imports?: string[]
  isEntry?: boolean
}

/** What every page stands in. The entry, which is a few kilobytes, would ask for it a round later. */
const frame = 'src/app/shell.tsx'

/** Pages whose code a browser is told of with the shell, so that it loads beside the entry, not after it. */
const early: [RegExp, string][] = [
  [/\/findings\/(code|supply-chain)\/?$/, 'src/pages/findings/route.tsx'],
  [/\/findings\/(code|supply-chain)\/[^/]+$/, 'src/pages/findings/detail/route.tsx'],
  [/^\/sign-in$/, 'src/pages/sign-in/route.tsx'],
]

/**
 * Serves the built dashboard. The shell answers every address of a page and is never kept; files whose name has their
 * hash are kept for good; `/api` is never answered by the shell.
 */
export async function serveDashboard(app: FastifyInstance, folder: string) {
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  const preloads = preloadsOf(folder)

  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    globIgnore: ['.vite/**', 'index.html'],
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.startsWith(join(folder, 'assets'))
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const answerShell = (url: string) => {
    const path = url.split('?')[0] ?? ''
    const page = early.find(([pattern]) => pattern.test(path))?.[1] ?? frame
    return shell.replace('</head>', `${preloads.get(page) ?? ''}</head>`)
  }
  app.get('/*', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    if (/^\/(api|local|docs|assets|healthz|readyz)(\/|$)/.test(pathname)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(answerShell(request.url))
  })
}

/**
 * The `modulepreload` links of each early page: what the entry imports, the frame, its code and
 * what they import; the entry itself stands in the shell.
 */
function preloadsOf(folder: string): Map<string, string> {
  // parse: written by the build.
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const reach = (key: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (!chunk || found.has(key)) return found
    found.add(key)
    for (const imported of chunk.imports ?? []) reach(imported, found)
    return found
  }
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  return new Map(
    [frame, ...early.map(([, page]) => page)].map((page) => [
      page,
      [...reach(page, reach(frame, entry === undefined ? undefined : reach(entry)))]
        .filter((key) => key !== entry)
        .map((key) => `<link rel="modulepreload" crossorigin href="/${manifest[key]?.file}">`)
        .join(''),
    ]),
  )
}
