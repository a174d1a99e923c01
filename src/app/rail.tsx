import type { Me } from '#contract/answers/deployments.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { DeploymentSwitcher } from './deployment-switcher.tsx'
import { NavigationList } from './navigation-list.tsx'

interface RailProps {
  slug: string
  me: Me | undefined
  folded: boolean
  onFold: () => void
  className?: string | undefined
}

/** The navigation at the left edge of a wide window; it folds to its icons. */
export function Rail({ slug, me, folded, onFold, className }: RailProps) {
  return (
    <div className={classes('min-h-0 flex-col border-r border-line bg-surface-0', className)}>
      <div className="p-2 pb-0">
        <DeploymentSwitcher slug={slug} me={me} folded={folded} />
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <NavigationList slug={slug} me={me} folded={folded} />
      </nav>
      <div className={classes('flex p-2', folded && 'justify-center')}>
        <IconButton
          icon="panel"
          label={folded ? 'Unfold the navigation' : 'Fold the navigation'}
          aria-expanded={!folded}
          onClick={onFold}
        />
      </div>
    </div>
  )
}
