import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import { meOptions } from '#api/me.ts'
import { classes } from '#ui/classes.ts'
import { mainId } from './main-id.ts'
import { UnknownDeployment } from './not-found.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { Rail } from './rail.tsx'
import { store, stored } from './stored.ts'
import { TopLine } from './top-line.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

/** Everything around the pages of a deployment: the rail, the line on top, the banners, and the page in the middle. */
export function Frame() {
  const { deployment: slug = '' } = useParams()
  const { data: me } = useQuery(meOptions())
  const { pathname, search } = useLocation()
  const [folded, setFolded] = useState(() => stored('rail') === 'folded')
  const main = useRef<HTMLElement>(null)
  useScrollMemory(main)

  const deployment = me?.deployments.find((one) => one.slug === slug)
  // Links that other tools make carry the id; the address shows the slug.
  const byId = me?.deployments.find((one) => String(one.id) === slug)
  const known = deployment !== undefined
  useEffect(() => {
    if (known) store('deployment', slug)
  }, [known, slug])

  const fold = () => {
    store('rail', folded ? null : 'folded')
    setFolded(!folded)
  }

  if (byId) return <Navigate replace to={pathname.replace(`/d/${slug}`, `/d/${byId.slug}`) + search} />
  return (
    <div
      className={classes(
        'grid h-dvh grid-cols-1 grid-rows-[48px_minmax(0,1fr)]',
        folded ? 'md:grid-cols-[52px_minmax(0,1fr)]' : 'md:grid-cols-[208px_minmax(0,1fr)]',
      )}
    >
      <a
        href={`#${mainId}`}
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded border border-control bg-surface-1 px-3 py-1.5 font-medium focus:translate-y-0"
      >
        Skip to content
      </a>
      <Rail slug={slug} me={me} folded={folded} onFold={fold} className="row-span-2 hidden md:flex" />
      <TopLine slug={slug} me={me} demo={deployment?.demo === true} />
      <div className="flex min-h-0 min-w-0 flex-col">
        <OfflineBanner />
        <main ref={main} id={mainId} tabIndex={-1} className="scroll-area min-h-0 flex-1 outline-none">
          {me && !known ? <UnknownDeployment slug={slug} me={me} /> : <Outlet />}
        </main>
      </div>
    </div>
  )
}
