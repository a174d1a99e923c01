import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import { meOptions } from '#api/me.ts'
import { paths } from '#lib/urls/paths.ts'
import { lazy } from '#ui/lazy.tsx'
import { labels } from '../labels.ts'
import { writeStored } from '../local-storage.ts'
import { startGlobalKeyHold } from '../start/global-key-hold.ts'
import { OfflineBanner } from '../start/lazy-components.ts'
import { mainId } from './main-id.ts'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'

const UnknownDeployment = lazy(() =>
  import('../errors/unknown-deployment.tsx').then((module) => module.UnknownDeployment),
)

/** The frame around the pages of a deployment: rail, top bar, banners, and the page. */
export function Frame() {
  const { deployment: slug = '' } = useParams()
  const { data: me } = useQuery(meOptions())
  const { pathname, search } = useLocation()

  // With the commit: the page is there for a person to type before passive effects run.
  useLayoutEffect(startGlobalKeyHold, [])

  const deployment = me?.deployments.find((one) => one.slug === slug)
  const known = deployment !== undefined
  useEffect(() => {
    if (known) writeStored('deployment', slug)
  }, [known, slug])

  // Links from other tools contain the id; the URL shows the slug.
  const byId = me?.deployments.find((one) => String(one.id) === slug)
  if (byId) return <Navigate replace to={pathname.replace(`/d/${slug}`, `/d/${byId.slug}`) + search} />
  // If nothing was imported yet there is nothing to filter: this explains how to start.
  if (deployment?.counts.projects === 0 && /\/d\/[^/]+(\/findings\D*)?$/.test(pathname))
    return <Navigate replace to={paths.import(slug)} />
  return (
    <div className="grid h-dvh grid-cols-[auto_minmax(0,1fr)] grid-rows-[48px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)]">
      <a
        href={`#${mainId}`}
        onClick={(event) => {
          event.preventDefault()
          document.getElementById(mainId)?.focus()
        }}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded border border-control bg-surface-1 px-3 py-1.5 font-medium focus:translate-y-0"
      >
        {labels.skip}
      </a>
      <Rail slug={slug} me={me} />
      <TopBar slug={slug} me={me} demo={deployment?.demo === true} />
      <div className="flex min-h-0 min-w-0 flex-col">
        <Suspense>
          <OfflineBanner />
        </Suspense>
        <main id={mainId} tabIndex={-1} className="scroll-area min-h-0 flex-1 outline-none">
          {me && !known ? (
            <Suspense>
              <UnknownDeployment slug={slug} me={me} />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
    </div>
  )
}
