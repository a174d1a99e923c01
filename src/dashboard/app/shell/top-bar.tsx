import { Suspense } from 'react'
import { useMatches } from 'react-router'
import type { Me } from '#contract/responses/deployments.ts'
import { Link } from '#features/link.tsx'
import { usePageName } from '#features/page-name.ts'
import { defaultFilter } from '#lib/urls/paths.ts'
import { Tag } from '#ui/tag.tsx'
import { labels } from '../labels.ts'
import { NavigationDrawer, TopMenus, ViewBreadcrumb } from '../start/lazy-components.ts'
import { breadcrumbsOf } from './breadcrumbs.ts'

interface TopBarProps {
  slug: string
  me: Me | undefined
  demo: boolean
}

/** The bar above every page: breadcrumb, demo notice, theme, and user menu. */
export function TopBar({ slug, me, demo }: TopBarProps) {
  return (
    <header className="flex min-w-0 items-center gap-2 border-b border-line px-2 md:px-4">
      <span className="w-8 md:hidden">
        <Suspense>
          <NavigationDrawer slug={slug} me={me} />
        </Suspense>
      </span>
      <Breadcrumb />
      <Suspense>
        <ViewBreadcrumb slug={slug} />
      </Suspense>
      {demo && (
        <span className="shrink-0" data-hint={labels.demo.hint}>
          <Tag tone="caution">
            {labels.demo.tagStart}
            <span className="max-sm:sr-only">{labels.demo.tagEnd}</span>
          </Tag>
        </span>
      )}
      <span className="ml-auto flex h-8 shrink-0 gap-1">
        <Suspense>
          <TopMenus slug={slug} me={me} />
        </Suspense>
      </span>
    </header>
  )
}

function Breadcrumb() {
  const crumbs = breadcrumbsOf(useMatches())
  const last = crumbs.length - 1
  const name = usePageName(crumbs[last]?.pathname)
  return (
    <nav aria-label={labels.breadcrumb} className="min-w-0 overflow-hidden">
      <ol className="flex min-w-0 items-center">
        {crumbs.map(({ word, pathname }, at) => (
          <li
            key={pathname}
            className="flex min-w-0 shrink-0 items-center last:shrink max-sm:not-last:hidden"
          >
            {at < last ? (
              <>
                <Link
                  to={
                    /\/findings(\/|$)/.test(pathname)
                      ? { pathname, search: `${new URLSearchParams(defaultFilter)}` }
                      : pathname
                  }
                  className="text-2 no-underline hover:text-1 hover:underline"
                >
                  {word}
                </Link>
                <span aria-hidden className="mx-2 text-3">
                  /
                </span>
              </>
            ) : (
              <span aria-current="page" className="truncate font-semibold">
                <bdi>{name ?? word}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
