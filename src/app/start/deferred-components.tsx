import { configureLazyLoading } from '#ui/lazy.tsx'
import { mayLoad, notifyMissingCode } from '../errors/missing-code.ts'
import { OfflineBanner } from '../errors/offline-banner.tsx'
import { Controllers } from '../shell/controllers.tsx'
import { DeploymentMenu } from '../shell/deployment-menu.tsx'
import { NavigationDrawer } from '../shell/navigation-drawer.tsx'
import { TopMenus } from '../shell/top-menus.tsx'
import { ViewBreadcrumb } from '../shell/view-breadcrumb.tsx'

// Before the first of them is rendered, which asks for code itself.
configureLazyLoading({ mayLoad, onMissing: (missing) => void notifyMissingCode(missing) })

/** The parts of the frame that come after the page, in one chunk. */
export const deferredComponents = {
  Controllers,
  DeploymentMenu,
  NavigationDrawer,
  OfflineBanner,
  TopMenus,
  ViewBreadcrumb,
}
