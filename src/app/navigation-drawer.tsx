import { lazy, Suspense, useState } from 'react'
import type { Me } from '#contract/answers/deployments.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { DeploymentMenu } from './deployment-menu.tsx'
import { NavigationList } from './navigation-list.tsx'

const Drawer = lazy(() => import('#ui/drawer.tsx').then((module) => ({ default: module.Drawer })))

/** The navigation of a narrow window: a button, and the drawer it opens. */
export function NavigationDrawer({ slug, me }: { slug: string; me: Me | undefined }) {
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        icon="menu"
        label="Navigation"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setAsked(true)
          setOpen(true)
        }}
      />
      {asked && (
        <Suspense>
          <Drawer open={open} onClose={close} title="Navigation" side="left">
            <nav aria-label="Main">
              <DeploymentMenu slug={slug} me={me} onFollow={close} />
              <NavigationList slug={slug} me={me} onFollow={close} />
            </nav>
          </Drawer>
        </Suspense>
      )}
    </>
  )
}
