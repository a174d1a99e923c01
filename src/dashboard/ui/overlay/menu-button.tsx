import { type ReactNode, Suspense, useRef, useState } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyles } from '../button-styles.ts'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'
import { lazy } from '../lazy.tsx'
import type { MenuEntry } from './menu-entries.ts'

const Menu = lazy(() => import('./menu.tsx').then((module) => module.Menu))

interface MenuButtonProps {
  /** The accessible name; it is also visible unless there are children. */
  label: string
  entries: readonly MenuEntry[]
  children?: ReactNode
  icon?: IconName | undefined
  /** Shows only the icon or the children. */
  bare?: boolean | undefined
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  align?: 'start' | 'end' | undefined
  className?: string | undefined
}

/** A native button that opens a menu. The menu's code is loaded on the first hover, focus or press. */
export function MenuButton({
  label,
  entries,
  children,
  icon,
  bare = false,
  variant = 'default',
  size = 'medium',
  align = 'start',
  className,
}: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const show = () => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={bare || children !== undefined ? label : undefined}
        data-hint={bare ? label : undefined}
        onPointerEnter={Menu.preload}
        onFocus={Menu.preload}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          show()
        }}
        className={classes(buttonStyles(variant, size), className)}
      >
        {icon && <Icon name={icon} className={bare ? undefined : '-ml-0.5'} />}
        {children ?? (bare ? null : label)}
        {!bare && <Icon name="chevron-down" className="-mr-1 size-3.5 text-3" />}
      </button>
      {wasOpened && (
        <Suspense>
          <Menu
            label={label}
            entries={entries}
            anchor={button}
            align={align}
            open={open}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </>
  )
}
