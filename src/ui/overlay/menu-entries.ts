import type { ReactElement } from 'react'
import type { IconName } from '../icon/icon-name.ts'

interface MenuAction {
  kind: 'action'
  label: string
  icon?: IconName | undefined
  /** The key that does the same without the menu. */
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
    /** Said beside it, calmer. */
    detail?: string | undefined
  }[]
  onChange: (value: string) => void
}

/** What a menu may hold. A choice is a group in which one option is the present one. */
export type MenuEntry = MenuAction | MenuLink | MenuCheck | MenuChoice | { kind: 'line' }
