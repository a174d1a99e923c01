import { type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router'
import { explain } from '#api/errors.ts'
import { clientContext } from '#api/loader-context.ts'
import { meOptions } from '#api/me.ts'
import { paths } from '#lib/paths.ts'
import type { RouteHandle } from './crumbs.ts'
import { Frame } from './frame.tsx'
import { homeDeployment } from './home.ts'
import { startOf } from './navigation.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { Root } from './root.tsx'
import { RouteError } from './route-error-boundary.tsx'
import { stored } from './stored.ts'

const said = (handle: RouteHandle) => handle

const list = async () => {
  const { default: Component, loader } = await import('#pages/findings/route.tsx')
  return { Component, loader }
}

const detail = async () => {
  const { default: Component, loader } = await import('#pages/findings/detail/route.tsx')
  return { Component, loader }
}

const notFound: RouteObject = {
  path: '*',
  lazy: async () => {
    const { NotFound } = await import('./not-found.tsx')
    return { Component: NotFound }
  },
  handle: said({ title: 'Page not found' }),
  HydrateFallback: PageSkeleton,
}

/** The two pages of a type of findings: the list, and a finding's page of its own. */
function findingPages(folder: string, crumb: string, title: string): RouteObject {
  return {
    path: folder,
    handle: said({ crumb }),
    children: [
      {
        index: true,
        lazy: list,
        handle: said({ title }),
        HydrateFallback: PageSkeleton,
        ErrorBoundary: RouteError,
      },
      {
        path: ':id',
        lazy: detail,
        handle: said({ crumb: ({ id }) => `Finding ${id}` }),
        HydrateFallback: PageSkeleton,
        ErrorBoundary: RouteError,
      },
    ],
  }
}

/** The one route table. Every address in it is built by `lib/paths.ts`. */
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
            const slug = homeDeployment(me.deployments, stored('deployment'))
            return slug === undefined ? null : replace(startOf(slug, 'sast', me))
          } catch (error) {
            if (explain(error).kind === 'expired') return replace(paths.signIn())
            throw error
          }
        },
        lazy: async () => {
          const { NoDeployment } = await import('./no-deployment.tsx')
          return { Component: NoDeployment }
        },
        HydrateFallback: PageSkeleton,
        ErrorBoundary: RouteError,
      },
      {
        path: '/sign-in',
        lazy: async () => {
          const { default: Component } = await import('#pages/sign-in/route.tsx')
          return { Component }
        },
        handle: said({ title: 'Sign in' }),
        HydrateFallback: () => null,
      },
      {
        path: '/d/:deployment',
        Component: Frame,
        ErrorBoundary: RouteError,
        children: [
          {
            index: true,
            loader: home,
            HydrateFallback: PageSkeleton,
          },
          {
            path: 'findings',
            handle: said({ crumb: 'Findings' }),
            children: [
              {
                index: true,
                loader: home,
                HydrateFallback: PageSkeleton,
              },
              findingPages('code', 'Code', 'Code findings'),
              findingPages('supply-chain', 'Supply chain', 'Supply-chain findings'),
              findingPages('secrets', 'Secrets', 'Secrets'),
            ],
          },
          notFound,
        ],
      },
      notFound,
    ],
  },
]

async function home({ params, context }: LoaderFunctionArgs) {
  // Whoever may not ask is told so by the page.
  const me = await context
    .get(clientContext)
    .ensureQueryData(meOptions())
    .catch(() => undefined)
  return redirect(startOf(params['deployment'] ?? '', 'sast', me))
}
