import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { responsesElementId } from '#lib/first-render.ts'
import { renderFirstRows } from './first-rows.ts'

interface ManifestChunk {
  file: string
  name?: string
  imports?: string[]
}

/** The script in the shell, which requests the page's data and loads the other code. */
const entryChunk = 'entry'
/** The frame of every page. Without a preload it would be requested only after the entry has loaded. */
const frameChunk = 'frame'
/** The list of findings. */
const findingsChunk = 'findings'

/**
 * The code of each page, a file or a module by its name, that the shell preloads, so that it loads in parallel with the
 * entry.
 */
export const prefetchChunks: [RegExp, string][] = [
  [/\/findings\/(code|secrets)\/?$/, findingsChunk],
  [/\/findings\/supply-chain\/?$/, 'src/dashboard/pages/findings/list/supply-chain-list.tsx'],
  [/\/findings\/(code|supply-chain)\/[^/]+$/, 'src/dashboard/pages/findings/detail/route.tsx'],
  [/^\/sign-in$/, 'src/dashboard/pages/sign-in/route.tsx'],
  [/^\/d\/[^/]+\/?$/, 'src/dashboard/pages/overview/route.tsx'],
  [/^\/d\/[^/]+\/inbox\/?$/, 'src/dashboard/pages/inbox/route.tsx'],
  [/^\/d\/[^/]+\/projects\/?$/, 'src/dashboard/pages/projects/route.tsx'],
  [/^\/d\/[^/]+\/projects\/./, 'src/dashboard/pages/projects/project/route.tsx'],
  [/^\/d\/[^/]+\/dependencies\/?$/, 'src/dashboard/pages/dependencies/route.tsx'],
  [/^\/d\/[^/]+\/policies\/?$/, 'src/dashboard/pages/policies/route.tsx'],
  [/^\/d\/[^/]+\/policies\/[^/]+$/, 'src/dashboard/pages/policies/policy/route.tsx'],
  [/^\/d\/[^/]+\/rules\/./, 'src/dashboard/pages/policies/rule/route.tsx'],
  [/^\/d\/[^/]+\/scans\/?$/, 'src/dashboard/pages/scans/route.tsx'],
  [/^\/d\/[^/]+\/scans\/[^/]+$/, 'src/dashboard/pages/scans/scan/route.tsx'],
  [/^\/d\/[^/]+\/accepted-risks\/?$/, 'src/dashboard/pages/accepted-risks/route.tsx'],
  [/^\/d\/[^/]+\/approvals\/?$/, 'src/dashboard/pages/approvals/route.tsx'],
  [/^\/d\/[^/]+\/exports\/?$/, 'src/dashboard/pages/exports/route.tsx'],
  [/^\/d\/[^/]+\/import\/?$/, 'src/dashboard/pages/import/route.tsx'],
  [/^\/d\/[^/]+\/settings(\/[^/]+)?$/, 'src/dashboard/pages/settings/route.tsx'],
]
/** The module that loads all pages other than the findings. */
const otherPagesModule = 'src/dashboard/app/other-pages.ts'

/** Settings that browsers store in cookies, and their possible values. */
const themes = [
  ['theme', 'light|dark'],
  ['density', 'compact'],
  ['rail', 'folded'],
] as const

/** URLs that are not of a page, whether or not something exists there: their answers are for programs. */
const noPage = /^\/(api|local|docs|assets|healthz|readyz|metrics)(\/|$)/
/** URLs that the dashboard has pages for. */
const anyPage = /^\/($|sign-in\/?$|d\/)/

/** Tells whoever starts a checkout why there are no pages, and what to do. */
export const unbuiltDashboard =
  'The dashboard is not built, so only the API is served here. Run "npm run build" and start the service again.'

/** Answers every page URL with the reason why there is no dashboard. */
function serveUnbuiltDashboard(app: FastifyInstance): void {
  app.get('/*', async (request, reply) => {
    if (!anyPage.test(new URL(request.url, 'http://localhost').pathname)) return reply.callNotFound()
    return reply
      .code(503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${unbuiltDashboard}\n\nThe API is described at /docs.\n`)
  })
}

/**
 * Serves the built dashboard. The shell is the response for every page URL and is never cached; files with a hash in
 * their name are cached permanently; `/api` is never answered with the shell.
 * @param folder null if it is not built: pages then say what to do.
 */
export async function serveDashboard(app: FastifyInstance, folder: string | null) {
  if (folder === null) return serveUnbuiltDashboard(app)
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  // The empty frame is visible before any code has loaded. Only pages of a deployment have it.
  const frame = /\s*<!--frame-->.*<!--\/frame-->\s*/s
  const frameless = shell.replace(frame, '')
  const rowsOf = renderFirstRows(app, join(folder, '..', 'document'))
  const preloads = preloadsOf(folder)

  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    globIgnore: ['.vite/**', 'index.html', '**/*.br'],
    // The build writes the compressed form of each file next to it.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.startsWith(join(folder, 'assets'))
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const answerShell = async (path: string, request: FastifyRequest) => {
    const page = prefetchChunks.find(([pattern]) => pattern.test(path))?.[1] ?? frameChunk
    // The person's settings are part of the page, so that it is never shown with other styles first.
    const bodyClasses = themes.map(([name, values]) => {
      const value = new RegExp(`(?:^|;\\s*)gatehouse_${name}=(${values})(?:;|$)`).exec(
        request.headers.cookie ?? '',
      )?.[1]
      return value === undefined ? '' : ` data-${name}="${value}"`
    })
    const html = (path.startsWith('/d/') ? shell : frameless)
      .replace('<html', `<html${bodyClasses.join('')}`)
      .replace('</head>', `${preloads.get(page) ?? ''}</head>`)
    const rows = await rowsOf(request)
    if (!rows) return html
    const answers = `<script type="application/json" id="${responsesElementId}">${rows.answers}</script>`
    return html.replace(frame, () => rows.markup).replace('</body>', () => `${answers}</body>`)
  }
  app.get('/*', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    if (noPage.test(pathname)) return reply.callNotFound()
    // A probe of an unknown path must fail; for people, the page says that there is nothing.
    return reply
      .code(anyPage.test(pathname) ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await answerShell(pathname, request))
  })
}

/**
 * The `modulepreload` links of each preloaded page: the frame, its code and their imports; the entry itself is in the
 * shell.
 */
function preloadsOf(folder: string): Map<string, string> {
  // parse: written by the build.
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const keyOf = (name: string) =>
    Object.keys(manifest).find((key) => manifest[key]?.name === name && manifest[key].file.endsWith('.js')) ??
    ''
  const collectImports = (key: string, visited = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (!chunk || visited.has(key)) return visited
    visited.add(key)
    for (const imported of chunk.imports ?? []) collectImports(imported, visited)
    return visited
  }
  const leading = (page: string) =>
    /^src\/dashboard\/pages\/(?!findings|sign-in)/.test(page) ? otherPagesModule : ''
  const [entryKey, frameKey] = [keyOf(entryChunk), keyOf(frameChunk)]
  return new Map(
    [frameChunk, ...prefetchChunks.map(([, page]) => page)].map((page) => [
      page,
      [
        ...collectImports(
          manifest[page] ? page : keyOf(page),
          collectImports(leading(page), collectImports(frameKey, collectImports(entryKey))),
        ),
      ]
        .filter((key) => key !== entryKey)
        .map((key) => `<link rel="modulepreload" crossorigin href="/${manifest[key]?.file}">`)
        .join(''),
    ]),
  )
}
