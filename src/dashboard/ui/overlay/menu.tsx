import { Menu as Base } from '@base-ui/react/menu'
import type { RefObject } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import { Kbd } from '../text/kbd.tsx'
import type { MenuEntry } from './menu-entries.ts'
import { optionStyles, popupStyles } from './popup-styles.ts'

interface MenuProps {
  label: string
  entries: readonly MenuEntry[]
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Returns the landmark around a button: content outside every landmark is hard to reach with a screen reader. */
function landmarkOf(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('header, nav, main, aside, [role="dialog"]') ?? undefined
}

/** Whether nothing else has taken the focus: the selected entry may have opened a dialog. */
function isFree(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.closest('[role="menu"]') !== null
}

/** The menu of a `MenuButton`; load it lazily. */
export function Menu({ label, entries, anchor, align, open, onOpenChange }: MenuProps) {
  return (
    <Base.Root
      open={open}
      modal={false}
      onOpenChange={(next, details) => {
        // A press on the button itself is handled by the button; closing here would make it reopen.
        const pressed = details.event.target
        if (
          !next &&
          details.reason === 'outside-press' &&
          pressed instanceof Node &&
          anchor.current?.contains(pressed)
        )
          return
        onOpenChange(next)
      }}
    >
      {/* Fixed and without layout space, so that it neither affects its container nor is clipped by it. */}
      <Base.Portal container={landmarkOf(anchor.current)} className="absolute">
        <Base.Positioner
          anchor={anchor}
          align={align}
          sideOffset={4}
          positionMethod="fixed"
          className="z-50 outline-none"
        >
          <Base.Popup
            aria-label={label}
            finalFocus={() => isFree(document.activeElement) && anchor.current}
            className={classes(popupStyles, 'max-w-80 min-w-44')}
          >
            {entries.map((entry, index) => (
              <Entry key={'label' in entry ? entry.label : index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'line':
      return <Base.Separator className="my-1 h-px bg-line" />
    case 'action':
      return <ActionEntry entry={entry} />
    case 'link':
      return (
        <Base.LinkItem label={entry.label} render={entry.link} closeOnClick className={optionStyles}>
          {entry.icon && <Icon name={entry.icon} />}
          <span className="min-w-0 flex-1 truncate">{entry.label}</span>
        </Base.LinkItem>
      )
    case 'check':
      return (
        <Base.CheckboxItem
          label={entry.label}
          checked={entry.checked}
          onCheckedChange={entry.onChange}
          className={optionStyles}
        >
          <Base.CheckboxItemIndicator keepMounted className="data-unchecked:invisible">
            <Icon name="check" />
          </Base.CheckboxItemIndicator>
          <span className="min-w-0 flex-1 truncate">{entry.label}</span>
        </Base.CheckboxItem>
      )
    case 'choice':
      return <ChoiceEntry entry={entry} />
  }
}

type EntryOf<Kind extends MenuEntry['kind']> = Extract<MenuEntry, { kind: Kind }>

function ActionEntry({ entry }: { entry: EntryOf<'action'> }) {
  const unavailable = entry.disabledReason !== undefined
  return (
    <Base.Item
      label={entry.label}
      disabled={unavailable}
      onClick={entry.onSelect}
      className={classes(optionStyles, entry.danger && !unavailable && 'text-danger')}
    >
      {entry.icon && <Icon name={entry.icon} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{entry.label}</span>
        {unavailable && <span className="block pb-1 text-xs whitespace-normal">{entry.disabledReason}</span>}
      </span>
      {entry.shortcut && <Kbd>{entry.shortcut}</Kbd>}
    </Base.Item>
  )
}

/** A choice among values. */
function ChoiceEntry({ entry }: { entry: EntryOf<'choice'> }) {
  return (
    <Base.RadioGroup
      value={entry.value}
      onValueChange={entry.onChange}
      // A long choice leaves room for the entries below it.
      className={entry.options.length > 10 ? 'max-h-75 overflow-y-auto' : undefined}
    >
      <Base.GroupLabel className="sticky top-0 bg-surface-1 px-2 pt-1 pb-0.5 text-xs font-medium text-3">
        {entry.label}
      </Base.GroupLabel>
      {entry.options.map(({ value, label, icon, detail }) => (
        <Base.RadioItem key={value} value={value} label={label} closeOnClick className={optionStyles}>
          <Base.RadioItemIndicator keepMounted className="data-unchecked:invisible">
            <Icon name="check" />
          </Base.RadioItemIndicator>
          <span title={label} className="min-w-0 flex-1 truncate">
            {label}
          </span>
          {detail !== undefined && <span className="max-w-28 truncate text-xs text-3">{detail}</span>}
          {icon && <Icon name={icon} className="text-3" />}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
