import { keepLate } from '#ui/late.tsx'
import { Attendants } from './attendants.tsx'
import { DeploymentMenu } from './deployment-menu.tsx'
import { mayLoad, sayMissing } from './missing-code.ts'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { TopMenus } from './top-menus.tsx'
import { ViewCrumb } from './view-crumb.tsx'

// Before the first of them is drawn, which asks for code itself.
keepLate({ mayLoad, tell: (missing) => void sayMissing(missing) })

/** The parts of the frame that come after the page, in one chunk. */
export const lateParts = { Attendants, DeploymentMenu, NavigationDrawer, OfflineBanner, TopMenus, ViewCrumb }
