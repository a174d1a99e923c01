import { Suspense, useState } from 'react'
import type { Me } from '#contract/responses/deployments.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { labels } from '../labels.ts'
import { DeploymentMenu } from '../start/lazy-components.ts'
import { DeploymentAvatar, deploymentBox } from './deployment-avatar.tsx'
import { NavigationList } from './navigation-list.tsx'
import { isRailFolded, storeRailFolded } from './rail-fold.ts'

/** The navigation at the left edge of a wide window; it collapses to its icons. */
export function Rail({ slug, me }: { slug: string; me: Me | undefined }) {
  const [folded, setFolded] = useState(isRailFolded)
  const fold = () => {
    storeRailFolded(!folded)
    setFolded(!folded)
  }
  const label = folded ? labels.navigation.expand : labels.navigation.collapse
  const face = (
    <div className={deploymentBox(folded)}>
      <DeploymentAvatar slug={slug} me={me} folded={folded} />
    </div>
  )
  return (
    <div
      className={classes(
        'row-span-2 hidden min-h-0 flex-col gap-1 border-r border-line p-2 md:flex',
        folded ? 'w-13' : 'w-52',
      )}
    >
      <nav
        aria-label={labels.navigation.main}
        className="relative flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto"
      >
        <Suspense fallback={face}>
          <DeploymentMenu slug={slug} me={me} folded={folded} />
        </Suspense>
        <NavigationList slug={slug} me={me} folded={folded} />
      </nav>
      <button
        type="button"
        aria-label={label}
        data-hint={label}
        aria-expanded={!folded}
        onClick={fold}
        className="grid h-8 w-9 place-items-center rounded text-2 hover:bg-surface-2 hover:text-1"
      >
        <Icon name="panel" />
      </button>
    </div>
  )
}
