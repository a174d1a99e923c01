import { Attendants } from './attendants.tsx'
import { DeploymentMenu } from './deployment-menu.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { TopMenus } from './top-menus.tsx'
import { ViewCrumb } from './view-crumb.tsx'

/** The parts of the frame that come after the page, in one chunk. */
export const lateParts = { Attendants, DeploymentMenu, NavigationDrawer, OfflineBanner, TopMenus, ViewCrumb }
