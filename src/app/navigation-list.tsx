import { NavLink } from 'react-router'
import type { Me } from '#contract/answers/deployments.ts'
import { formatNumber } from '#lib/format.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { type Destination, destinationsOf } from './navigation.ts'

interface NavigationListProps {
  slug: string
  me: Me | undefined
  /** Shows the icons alone; the words stay as names and hints. */
  folded?: boolean | undefined
  onFollow?: (() => void) | undefined
}

/** The links of the navigation, for the rail and for the drawer of a phone. */
export function NavigationList({ slug, me, folded = false, onFollow }: NavigationListProps) {
  return destinationsOf(slug, me).map((group) => (
    <div key={group.word} className="flex flex-col gap-0.5">
      <p className={classes('px-2 pt-3 pb-1 text-xs font-medium text-3', folded && 'sr-only')}>
        {group.word}
      </p>
      <ul aria-label={group.word} className={classes('flex flex-col gap-0.5', folded && 'pt-2')}>
        {group.destinations.map((destination) => (
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
  const { word, icon, to, count } = destination
  const number = count === undefined ? undefined : formatNumber(count)
  const hint = number === undefined ? word : `${word} · ${number} open`
  return (
    <NavLink
      to={to}
      onClick={onFollow}
      data-hint={folded ? hint : undefined}
      className={({ isActive }) =>
        classes(
          'relative flex h-8 items-center gap-2 rounded px-2 no-underline transition-colors',
          isActive
            ? 'bg-surface-3 font-medium text-1 before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-accent'
            : 'text-2 hover:bg-surface-2 hover:text-1',
          folded && 'justify-center',
        )
      }
    >
      <Icon name={icon} />
      <span className={folded ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{word}</span>
      {number !== undefined && (
        <span className={folded ? 'sr-only' : 'text-xs font-normal text-3'}>
          {number}
          <span className="sr-only"> open on primary branches</span>
        </span>
      )}
    </NavLink>
  )
}
