import { useLocation } from 'react-router'
import type { Me } from '#contract/responses/deployments.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { type Destination, destinationsOf } from '../navigation.ts'

interface NavigationListProps {
  slug: string
  me: Me | undefined
  /** Shows only icons; the labels stay as accessible names and hints. */
  folded?: boolean | undefined
  onFollow?: (() => void) | undefined
}

/** The navigation links, for the rail and for the drawer of a narrow window. */
export function NavigationList({ slug, me, folded = false, onFollow }: NavigationListProps) {
  return destinationsOf(slug, me).map(({ word, destinations }) => (
    <div key={word}>
      <p className={classes('px-2 pt-2 pb-1 text-xs font-medium text-3', folded && 'sr-only')}>{word}</p>
      <ul aria-label={word} className={classes('flex flex-col gap-0.5', folded && 'pt-2')}>
        {destinations.map((destination) => (
          <li key={destination.pathname}>
            <NavigationLink destination={destination} folded={folded} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

interface NavigationLinkProps {
  destination: Destination
  folded: boolean
  onFollow: (() => void) | undefined
}

function NavigationLink({ destination, folded, onFollow }: NavigationLinkProps) {
  const { word, icon, to, count, counted } = destination
  const { pathname } = useLocation()
  // The pages of a deployment are below the overview.
  const present =
    icon === 'overview' ? pathname === to : `${pathname}/`.startsWith(`${destination.pathname}/`)
  const number = count === undefined ? undefined : formatNumber(count)
  return (
    <Link
      to={to}
      onClick={onFollow}
      aria-current={present ? 'page' : undefined}
      data-hint={folded ? [word, number].filter(Boolean).join(' · ') : undefined}
      className={classes(
        'focus-inset relative flex h-8 items-center gap-2 rounded px-2 no-underline transition-colors',
        present
          ? 'bg-surface-3 font-medium text-1 before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-accent'
          : 'text-2 hover:bg-surface-2 hover:text-1',
        folded && 'justify-center',
      )}
    >
      <Icon name={icon} />
      <span className={folded ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{word}</span>
      {number !== undefined && (
        <span className={folded ? 'sr-only' : 'text-xs font-normal text-3'}>
          {number}
          <span className="sr-only"> {counted}</span>
        </span>
      )}
    </Link>
  )
}
