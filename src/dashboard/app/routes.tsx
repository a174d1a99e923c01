import {
  type LoaderFunction,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
} from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { explain } from '#api/http/errors.ts'
import { meOptions } from '#api/me.ts'
import { paths, projectNameIn } from '#lib/urls/paths.ts'
import { RouteError } from './errors/route-error-boundary.tsx'
import { homeDeployment } from './home.ts'
import { labels } from './labels.ts'
import { readStored } from './local-storage.ts'
import { startOf } from './navigation.ts'
import type { OtherPage } from './other-pages.ts'
import { Root } from './root.tsx'
import type { RouteHandle } from './shell/breadcrumbs.ts'
import { Frame } from './shell/frame.tsx'
import { PageSkeleton } from './shell/page-skeleton.tsx'

const handle = (handle: RouteHandle) => handle
const named: RouteHandle = { crumb: (_, pathname) => projectNameIn(pathname) }

interface PageModule {
  default: NonNullable<RouteObject['Component']>
  loader?: LoaderFunction
}

function lazily(load: () => Promise<PageModule>) {
  return async () => {
    const { default: Component, loader } = await load()
    return loader ? { Component, loader } : { Component }
  }
}

/** Returns the route of a page whose code is loaded lazily; without a path it is the index of its parent. */
function page(path: string | undefined, handle: RouteHandle, load: () => Promise<PageModule>): RouteObject {
  const at = path === undefined ? { index: true as const } : { path }
  return { ...at, lazy: lazily(load), handle, HydrateFallback: PageSkeleton, ErrorBoundary: RouteError }
}

const notFound: RouteObject = {
  path: '*',
  lazy: { Component: async () => (await import('./errors/not-found.tsx')).NotFound },
  handle: handle({ title: labels.pages.notFound }),
  HydrateFallback: PageSkeleton,
}

/** Returns the routes of a type of findings: the list, and a finding's own page. */
function findingPages(folder: string, crumb: string, title: string): RouteObject {
  return {
    path: folder,
    handle: handle({ crumb }),
    children: [
      page(undefined, { title }, () => import('#pages/findings/route.tsx')),
      page(
        ':id',
        { crumb: ({ id }) => labels.pages.finding(id) },
        () => import('#pages/findings/detail/route.tsx'),
      ),
    ],
  }
}

function other(name: OtherPage) {
  return async (): Promise<PageModule> => (await import('./other-pages.ts')).otherPages[name]()
}

/** Returns the routes of a list and of its items. */
function listAndOne(folder: string, crumb: string, list: OtherPage, one: RouteObject): RouteObject {
  return {
    path: folder,
    handle: handle({ crumb }),
    children: [page(undefined, { title: crumb }, other(list)), one],
  }
}

/** The names of settings sections whose URL has another word. */
const settingsCrumbs = new Map<string, string>(Object.entries(labels.pages.settings))

/** The route table. All its URLs are built by `lib/paths.ts`. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    children: [
      {
        path: '/',
        loader: async ({ context }) => {
          try {
            const me = await context.get(clientContext).fetchQuery(meOptions())
            const slug = homeDeployment(me.deployments, readStored('deployment'))
            return slug ? replace(paths.deployment(slug)) : null
          } catch (error) {
            if (explain(error).kind === 'expired') return replace(paths.signIn())
            throw error
          }
        },
        lazy: { Component: async () => (await import('./errors/no-deployment.tsx')).NoDeployment },
        HydrateFallback: PageSkeleton,
        ErrorBoundary: RouteError,
      },
      {
        path: '/sign-in',
        lazy: lazily(() => import('#pages/sign-in/route.tsx')),
        handle: handle({ title: labels.pages.signIn }),
        HydrateFallback: () => null,
      },
      {
        path: '/d/:deployment',
        Component: Frame,
        ErrorBoundary: RouteError,
        children: [
          page(undefined, { crumb: labels.navigation.overview }, other('overview')),
          page('inbox', { crumb: labels.navigation.inbox }, other('inbox')),
          {
            path: 'findings',
            handle: handle({ crumb: labels.pages.findings }),
            children: [
              {
                index: true,
                loader: home,
                HydrateFallback: PageSkeleton,
              },
              findingPages('code', labels.navigation.code, labels.pages.codeFindings),
              findingPages('supply-chain', labels.navigation.supplyChain, labels.pages.supplyChainFindings),
              findingPages('secrets', labels.navigation.secrets, labels.navigation.secrets),
            ],
          },
          listAndOne('projects', labels.navigation.projects, 'projects', page('*', named, other('project'))),
          page('dependencies', { crumb: labels.navigation.dependencies }, other('dependencies')),
          listAndOne(
            'policies',
            labels.navigation.policies,
            'policies',
            page(':id', { crumb: ({ id }) => labels.pages.policy(id) }, other('policy')),
          ),
          page('rules/*', named, other('rule')),
          listAndOne(
            'scans',
            labels.navigation.scans,
            'scans',
            page(':id', { crumb: ({ id }) => labels.pages.scan(id) }, other('scan')),
          ),
          page('accepted-risks', { crumb: labels.pages.acceptedRisks }, other('accepted-risks')),
          page('approvals', { crumb: labels.navigation.approvals }, other('approvals')),
          page('exports', { crumb: labels.navigation.exports }, other('exports')),
          page('import', { crumb: labels.pages.importScans }, other('import')),
          listAndOne(
            'settings',
            labels.navigation.settings,
            'settings',
            page(
              ':section',
              {
                crumb: ({ section = '' }) =>
                  settingsCrumbs.get(section) ??
                  section.charAt(0).toUpperCase() + section.slice(1).replace('-', ' '),
              },
              other('settings'),
            ),
          ),
          notFound,
        ],
      },
      notFound,
    ],
  },
]

async function home({ params, context }: LoaderFunctionArgs) {
  // The page shows an error to people without access.
  const me = await context
    .get(clientContext)
    .ensureQueryData(meOptions())
    .catch(() => undefined)
  return redirect(startOf(params['deployment'] ?? '', 'sast', me))
}
