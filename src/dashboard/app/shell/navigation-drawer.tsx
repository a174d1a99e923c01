import { Suspense, useState } from 'react'
import type { Me } from '#contract/responses/deployments.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { labels } from '../labels.ts'
import { DeploymentMenu } from './deployment-menu.tsx'
import { NavigationList } from './navigation-list.tsx'

const Drawer = lazyDialog(() => import('#ui/overlay/drawer.tsx').then((module) => module.Drawer))

/** The navigation of a narrow window: a button and its drawer. */
export function NavigationDrawer({ slug, me }: { slug: string; me: Me | undefined }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        icon="menu"
        label={labels.navigation.open}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <Drawer open onClose={close} title={labels.navigation.open} side="left">
            <nav aria-label={labels.navigation.main}>
              <DeploymentMenu slug={slug} me={me} onFollow={close} />
              <NavigationList slug={slug} me={me} onFollow={close} />
            </nav>
          </Drawer>
        </Suspense>
      )}
    </>
  )
}
