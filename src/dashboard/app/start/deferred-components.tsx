import { configureLazyLoading } from '#ui/lazy.tsx'
import { mayLoad, notifyMissingCode } from '../errors/missing-code.ts'
import { OfflineBanner } from '../errors/offline-banner.tsx'
import { Controllers } from '../shell/controllers.tsx'
import { DeploymentMenu } from '../shell/deployment-menu.tsx'
import { NavigationDrawer } from '../shell/navigation-drawer.tsx'
import { TopMenus } from '../shell/top-menus.tsx'
import { ViewBreadcrumb } from '../shell/view-breadcrumb.tsx'

// Must run before the first of them renders, which loads code itself.
configureLazyLoading({ mayLoad, onMissing: (missing) => void notifyMissingCode(missing) })

/** The components of the frame that load after the page, in one chunk. */
export const deferredComponents = {
  Controllers,
  DeploymentMenu,
  NavigationDrawer,
  OfflineBanner,
  TopMenus,
  ViewBreadcrumb,
}
