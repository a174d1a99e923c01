import type { ReactElement } from 'react'
import type { IconName } from '../icon/icon-name.ts'

interface MenuAction {
  kind: 'action'
  label: string
  icon?: IconName | undefined
  /** The equivalent shortcut. */
  shortcut?: string | undefined
  danger?: boolean | undefined
  disabledReason?: string | undefined
  onSelect: () => void
}

interface MenuLink {
  kind: 'link'
  label: string
  icon?: IconName | undefined
  /** The link without its content, for instance `<Link to={…} />`. */
  link: ReactElement
}

interface MenuCheck {
  kind: 'check'
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

interface MenuChoice {
  kind: 'choice'
  label: string
  value: string
  options: readonly {
    value: string
    label: string
    icon?: IconName | undefined
    /** Secondary text next to the label. */
    detail?: string | undefined
  }[]
  onChange: (value: string) => void
}

/** The entries of a menu. A choice is a group with one current option. */
export type MenuEntry = MenuAction | MenuLink | MenuCheck | MenuChoice | { kind: 'line' }
