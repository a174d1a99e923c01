import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMatches, useNavigate } from 'react-router'
import { meOptions } from '#api/me.ts'
import { type GlobalShortcutName, onGlobalShortcut, useGlobalKeys } from '#features/shortcuts/global-keys.ts'
import { shortcutsIn } from '#features/shortcuts/shortcuts.ts'
import { lazyDialog } from '#ui/lazy.tsx'
import { announce } from '#ui/live-region.tsx'
import { labels } from '../labels.ts'
import { type Destination, destinationsOf } from '../navigation.ts'
import { PaletteFallback } from '../palette/palette-fallback.tsx'
import { releaseGlobalKeys } from '../start/global-key-hold.ts'

const ShortcutsDialog = lazyDialog(() =>
  import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
)

const Palette = lazyDialog(
  () => import('../palette/palette.tsx').then((module) => module.Palette),
  PaletteFallback,
)

/** Handles the keys of every page: the shortcuts dialog, the palette, and `g` with a letter. */
export function GlobalShortcuts() {
  const slug = useMatches().at(-1)?.params['deployment']
  return slug === undefined ? null : <Answering slug={slug} />
}

function Answering({ slug }: { slug: string }) {
  const navigate = useNavigate()
  const { data: me } = useQuery(meOptions())
  const [open, setOpen] = useState<'help' | 'palette'>()
  /** What was typed into the palette. */
  const typed = useRef('')
  const destinations = destinationsOf(slug, me).flatMap((group) => group.destinations)

  useGlobalKeys()
  const answer = useEffectEvent((name: GlobalShortcutName) => {
    if (name === 'help' || name === 'palette') {
      typed.current = ''
      setOpen(name)
      return
    }
    const to = destinationOf(name, slug, destinations)
    if (to) void navigate(to.to)
    else announce(labels.navigation.noPage)
  })
  useEffect(() => {
    const end = onGlobalShortcut((name) => answer(name))
    releaseGlobalKeys()
    return end
  }, [])

  const close = () => setOpen(undefined)
  return (
    <Suspense>
      {open === 'help' && (
        <ShortcutsDialog
          exists={(name) => !isPage(name) || destinationOf(name, slug, destinations) !== undefined}
          onClose={close}
        />
      )}
      {open === 'palette' && <Palette deployment={slug} {...{ destinations, typed }} onClose={close} />}
    </Suspense>
  )
}

const isPage = (name: string) => name !== 'help' && name !== 'palette'

/** Returns the target of a shortcut, with the query of its navigation link. */
function destinationOf(
  name: string,
  slug: string,
  destinations: readonly Destination[],
): Destination | undefined {
  const pathname = shortcutsIn('anywhere')
    .find(([one]) => one === name)?.[1]
    .page?.(slug)
  return pathname === undefined ? undefined : destinations.find((one) => one.pathname === pathname)
}
