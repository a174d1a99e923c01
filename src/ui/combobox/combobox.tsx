import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { useFieldAttributes } from '../form/field-context.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'
import { optionStyles } from '../overlay/popup-styles.ts'
import { overField } from './over-field.ts'

/** An option of a combobox. */
export interface ComboboxOption {
  /** Identifies it. */
  value: string
  label: string
  /** Secondary text at the end of its row. */
  detail?: string | undefined
}

interface ComboboxProps<Option extends ComboboxOption> {
  /** Attributes of the input. */
  input?: Pick<
    ComponentProps<'input'>,
    'ref' | 'aria-label' | 'aria-describedby' | 'aria-invalid' | 'autoFocus' | 'placeholder' | 'maxLength'
  >
  icon?: IconName | undefined
  /** The name of the list. */
  listLabel: string
  text: string
  /** The options for the text. Whether another text may be entered is up to the form. */
  options: readonly Option[]
  /** Shown below the options: that there are none, or more. */
  status?: string | undefined
  /** The first option is chosen by Enter without an arrow key. */
  autoHighlight?: boolean | undefined
  className?: string | undefined
  /** Called when the list opens, so that options are requested only then. */
  onOpen?: (() => void) | undefined
  onType: (text: string) => void
  onChoose: (option: Option) => void
  /** Called when the focus leaves. */
  onLeave?: (() => void) | undefined
  /** Called for Escape, which closes an open list; returns whether it had another effect. */
  onEscape?: ((wasOpen: boolean) => boolean) | undefined
}

/** Whether a list is open, and what opens and closes it. */
function useList<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { text, options, status, onOpen, onType, onChoose, onLeave, onEscape } = props
  const [open, setOpen] = useState(false)
  const isChosen = options.length === 1 && options[0]?.label === text
  const shown = open && (status !== undefined || (options.length > 0 && !isChosen))
  const show = (next: boolean) => {
    if (next && !open) onOpen?.()
    setOpen(next)
  }
  const leave = () => {
    setOpen(false)
    onLeave?.()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') show(true)
    // Without a highlighted option it sends the form.
    const isHighlighted = event.currentTarget.hasAttribute('aria-activedescendant')
    if (event.key === 'Enter' && !isHighlighted && !event.nativeEvent.isComposing) setOpen(false)
    if (event.key !== 'Escape') return
    const wasUsed = onEscape?.(shown) === true
    if (!shown && !wasUsed) return
    setOpen(false)
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    shown,
    show,
    leave,
    press,
    type: (next: string) => {
      show(true)
      onType(next)
    },
    choose: (option: Option) => {
      setOpen(false)
      onChoose(option)
    },
  }
}

/**
 * A text field that offers the options for what is typed: people, projects, tags. Connected to the surrounding field.
 * The list stays in its place in the document, since a portal would hide a dialog around it from screen readers.
 */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { input, icon, listLabel, text, options, status, autoHighlight = false, className } = props
  const box = useRef<HTMLDivElement>(null)
  const { shown, show, leave, press, type, choose } = useList(props)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears only that the focus has left the field.
    <div
      ref={box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave()
      }}
      className={classes('min-w-0', className)}
    >
      <Autocomplete.Root
        inline
        open={shown}
        onOpenChange={show}
        items={options}
        filter={null}
        value={text}
        autoHighlight={autoHighlight}
        onValueChange={(next, { reason }) => {
          if (reason !== 'item-press') type(next)
        }}
        itemToStringValue={(option: Option) => option.label}
      >
        <span className="flex h-8 min-w-0 items-center gap-2 rounded border border-control bg-surface-1 px-2 text-3 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
          {icon && <Icon name={icon} />}
          <Autocomplete.Input
            {...useFieldAttributes()}
            maxLength={500}
            {...input}
            ref={input?.ref ?? null}
            aria-expanded={shown}
            autoComplete="off"
            spellCheck={false}
            onKeyDownCapture={press}
            onClick={() => show(true)}
            className="h-full min-w-0 flex-1 bg-transparent text-1 outline-none placeholder:text-3"
          />
          <Icon name="chevron-down" className="size-3.5 text-2" />
        </span>
        {shown && (
          <Overlay box={box}>
            <Options label={listLabel} status={status} onChoose={choose} />
          </Overlay>
        )}
      </Autocomplete.Root>
    </div>
  )
}

/** Shows the list over everything, below the field or above it. */
function Overlay({ box, children }: { box: { current: HTMLElement | null }; children: ReactNode }) {
  return (
    <div
      popover="manual"
      ref={(list) => (list && box.current ? overField(list, box.current) : undefined)}
      className="fixed inset-auto m-0 flex-col rounded border border-line bg-surface-1 p-0 text-1 shadow-float open:flex"
    >
      {children}
    </div>
  )
}

interface OptionsProps<Option extends ComboboxOption> {
  label: string
  status: string | undefined
  onChoose: (option: Option) => void
}

function Options<Option extends ComboboxOption>({ label, status, onChoose }: OptionsProps<Option>) {
  return (
    <>
      <Autocomplete.List
        aria-label={label}
        // Keeps the focus in the field when an option is pressed.
        onMouseDown={(event) => event.preventDefault()}
        className="min-h-0 overflow-y-auto p-1 outline-none empty:hidden"
      >
        {(option: Option) => (
          <Autocomplete.Item
            key={option.value}
            value={option}
            onClick={() => onChoose(option)}
            className={optionStyles}
          >
            <span title={option.label} className="min-w-0 flex-1 truncate">
              <bdi>{option.label}</bdi>
            </span>
            {option.detail !== undefined && <span className="text-xs text-3">{option.detail}</span>}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className="px-2 py-1.5 text-xs text-3 empty:hidden">{status}</Autocomplete.Status>
    </>
  )
}
