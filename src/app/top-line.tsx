import { Fragment } from 'react'
import { Link, useMatches } from 'react-router'
import type { Me } from '#contract/answers/deployments.ts'
import { defaultFilter } from '#lib/paths.ts'
import { Tag } from '#ui/tag.tsx'
import { crumbsOf } from './crumbs.ts'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { PersonMenu } from './person-menu.tsx'
import { ThemeMenu } from './theme-menu.tsx'

interface TopLineProps {
  slug: string
  me: Me | undefined
  demo: boolean
}

/** The line over every page: where one is, whether the data is made up, the theme, the person. */
export function TopLine({ slug, me, demo }: TopLineProps) {
  return (
    <header className="flex min-w-0 items-center gap-2 border-b border-line px-2 md:px-4">
      <NavigationDrawer slug={slug} me={me} />
      <Breadcrumb />
      {demo && (
        <span data-hint="Everything in this deployment is made up, to look around in">
          <Tag tone="caution">Demo data</Tag>
        </span>
      )}
      <span className="flex-1" />
      <ThemeMenu />
      <PersonMenu me={me} />
    </header>
  )
}

function Breadcrumb() {
  const crumbs = crumbsOf(useMatches())
  const last = crumbs.length - 1
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2">
        {crumbs.map(({ word, pathname }, at) => (
          <Fragment key={pathname}>
            {at > 0 && (
              <li aria-hidden className="text-3">
                /
              </li>
            )}
            <li className="min-w-0 truncate">
              {at === last ? (
                <span aria-current="page" className="font-semibold">
                  {word}
                </span>
              ) : (
                <Link
                  to={{ pathname, search: `${new URLSearchParams(defaultFilter)}` }}
                  className="text-2 no-underline hover:text-1 hover:underline"
                >
                  {word}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
