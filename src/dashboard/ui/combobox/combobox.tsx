import { Combobox as Base } from '@base-ui/react/combobox'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { useFieldAttributes } from '../form/field-context.ts'
import { Textarea } from '../form/textarea.tsx'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'
import { optionStyles } from '../overlay/popup-styles.ts'
import { Chips } from './chips.tsx'
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
  /** Attributes of a text area, in place of the input, whose options are for a part of its text. */
  area?: Pick<ComponentProps<'textarea'>, 'ref' | 'autoFocus' | 'className' | 'onSelect'> | undefined
  icon?: IconName | undefined
  /** The name of the list, and of the chosen values. */
  listLabel: string
  text: string
  /** The options for the text. Whether another text may be entered is up to the form. */
  options: readonly Option[]
  /** The chosen values of a field for several; undefined if it holds a text. */
  values?: readonly string[] | undefined
  /** Shown below the options: that there are none, or more. */
  status?: string | undefined
  /** The first option is chosen by Enter without an arrow key. */
  autoHighlight?: boolean | undefined
  className?: string | undefined
  /** Called when the list opens, so that options are requested only then. */
  onOpen?: (() => void) | undefined
  onType: (text: string) => void
  onChoose?: ((option: Option) => void) | undefined
  onValuesChange?: ((values: readonly string[]) => void) | undefined
  /** Called when the focus leaves. */
  onLeave?: (() => void) | undefined
  /** Called for Escape, which closes an open list; returns whether it had another effect. */
  onEscape?: ((wasOpen: boolean) => boolean) | undefined
}

type InputKeyEvent = Parameters<NonNullable<ComponentProps<typeof Base.Input>['onKeyDown']>>[0]

/** The keys that move the caret of a text area; its list takes only those that move through options. */
const isCaretKey = (key: string, shown: boolean) =>
  key === 'Home' || key === 'End' || (!shown && (key === 'ArrowDown' || key === 'ArrowUp'))

interface ListKeys extends Pick<ComboboxProps<ComboboxOption>, 'onEscape'> {
  isArea: boolean
  shown: boolean
  /** Whether Enter may not send the form. */
  isRefused: boolean
  show: (next: boolean) => void
}

/** Handles the keys that the library does not, or handles otherwise. */
function pressKey(event: InputKeyEvent, { isArea, shown, isRefused, show, onEscape }: ListKeys) {
  if (event.nativeEvent.isComposing) return
  const { key } = event
  const highlighted = event.currentTarget.getAttribute('aria-activedescendant')
  if (isArea && isCaretKey(key, shown)) return event.preventBaseUIHandler()
  if (isArea && shown && key === 'Tab' && highlighted && !event.shiftKey) {
    event.preventDefault()
    return document.getElementById(highlighted)?.click()
  }
  if (key === 'ArrowDown') show(true)
  if (key === 'Enter' && highlighted === null) {
    // Without a highlighted option it sends the form.
    if (isRefused) event.preventDefault()
    else show(false)
  }
  if (key !== 'Escape') return
  // It would remove all values.
  event.preventBaseUIHandler()
  const wasUsed = onEscape?.(shown) === true
  if (!shown && !wasUsed) return
  show(false)
  event.preventDefault()
  event.stopPropagation()
}

/** Whether a list is open, and what opens and closes it. */
function useList<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { area, text, options, values, status, onOpen, onType, onChoose, onValuesChange, onLeave, onEscape } =
    props
  const [open, setOpen] = useState(false)
  const typed = text.trim()
  const isChosen = !values && options.length === 1 && options[0]?.label === text
  const shown = open && (status !== undefined || (options.length > 0 && !isChosen))
  const show = (next: boolean) => {
    if (next && !open) onOpen?.()
    setOpen(next)
  }
  const change = (next: string | string[] | null) => {
    // The list stays for another value, unless it is that of a text.
    if (!values || text !== '') setOpen(false)
    if (Array.isArray(next)) {
      onValuesChange?.(next)
      return onType('')
    }
    const option = options.find(({ value }) => value === next)
    if (option) onChoose?.(option)
  }
  /** Text that is left is chosen if it is a value, and does not stay there as if it were chosen. */
  const leave = () => {
    setOpen(false)
    if (values && text !== '') {
      const isValue = options.some(({ value }) => value === typed) && !values.includes(typed)
      if (isValue) onValuesChange?.([...values, typed])
      onType('')
    }
    onLeave?.()
  }
  const press = (event: InputKeyEvent) => {
    // A text that is no value is not sent with the form.
    const isRefused = values !== undefined && typed !== '' && options.length === 0
    pressKey(event, { isArea: area !== undefined, shown, isRefused, show, onEscape })
  }
  const type = (next: string) => {
    show(true)
    onType(next)
  }
  return { shown, show, change, leave, press, type }
}

/**
 * A field that offers options for what is typed: a text of one value (a person, a project), several values, or a part of
 * a text area (a mention). Connected to the surrounding field.
 * The list stays in its place in the document, since a portal would hide a dialog around it from screen readers.
 */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { listLabel, text, options, values, status, autoHighlight = false, className } = props
  const box = useRef<HTMLDivElement>(null)
  const { shown, show, change, leave, press, type } = useList(props)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears only that the focus has left the field.
    <div
      ref={box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave()
      }}
      className={classes('min-w-0', className)}
    >
      <Base.Root<string, boolean>
        inline
        open={shown}
        onOpenChange={show}
        items={options.map(({ value }) => value)}
        filter={null}
        multiple={values !== undefined}
        value={values ?? null}
        onValueChange={change}
        autoHighlight={autoHighlight}
        inputValue={text}
        onInputValueChange={(next, { reason }) => {
          if (reason === 'input-change') type(next)
        }}
      >
        <Control {...props} shown={shown} onPress={press} onShow={() => show(true)} />
        {shown && (
          <Overlay box={box}>
            <Options label={listLabel} options={options} status={status} />
          </Overlay>
        )}
      </Base.Root>
    </div>
  )
}

interface ControlProps<Option extends ComboboxOption> extends ComboboxProps<Option> {
  shown: boolean
  onPress: (event: InputKeyEvent) => void
  onShow: () => void
}

/** A text of several lines is no combobox to screen readers. */
const textbox = { role: undefined, 'aria-expanded': undefined, 'aria-haspopup': undefined }

/** The input, in a frame with the chosen values or an icon, or the text area. */
function Control<Option extends ComboboxOption>(props: ControlProps<Option>) {
  const { input, area, icon, listLabel, values, shown, onPress, onShow } = props
  const attributes = {
    ...useFieldAttributes(),
    autoComplete: 'off',
    'aria-expanded': shown,
    onKeyDown: onPress,
    onClick: onShow,
  }
  if (area) return <Base.Input {...attributes} {...textbox} render={<Textarea {...area} />} />
  const field = (
    <Base.Input
      {...attributes}
      spellCheck={false}
      maxLength={500}
      {...input}
      placeholder={values?.length ? '' : input?.placeholder}
      ref={input?.ref ?? null}
      className="h-6.5 min-w-20 flex-1 bg-transparent text-1 outline-none placeholder:text-3"
    />
  )
  return (
    <span
      className={classes(
        'flex min-h-8 min-w-0 items-center gap-2 rounded border border-control bg-surface-1 pr-2 text-3 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent has-aria-invalid:border-danger',
        values ? 'pl-0.5' : 'pl-2',
      )}
    >
      {icon && <Icon name={icon} />}
      {values ? (
        <Chips label={listLabel} values={values}>
          {field}
        </Chips>
      ) : (
        field
      )}
      <Icon name="chevron-down" className="size-3.5 text-2" />
    </span>
  )
}

/** Shows the list over everything, below the field or above it. */
function Overlay({ box, children }: { box: { current: HTMLElement | null }; children: ReactNode }) {
  return (
    <div
      popover="manual"
      ref={(list) => (list && box.current ? overField(list, box.current) : undefined)}
      className="fixed inset-auto m-0 flex-col rounded border border-control bg-surface-1 p-0 text-1 shadow-float open:flex"
    >
      {children}
    </div>
  )
}

interface OptionsProps {
  label: string
  options: readonly ComboboxOption[]
  status: string | undefined
}

function Options({ label, options, status }: OptionsProps) {
  return (
    <>
      <Base.List
        aria-label={label}
        // Keeps the focus in the field when an option is pressed.
        onMouseDown={(event) => event.preventDefault()}
        className="min-h-0 overflow-y-auto p-1 outline-none empty:hidden"
      >
        {options.map((option) => (
          <Base.Item key={option.value} value={option.value} className={classes(optionStyles, 'py-1')}>
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
              <span title={option.label} className="max-w-full flex-auto truncate">
                <bdi>{option.label}</bdi>
              </span>
              {option.detail !== undefined && (
                <span title={option.detail} className="max-w-full truncate text-xs text-3">
                  <bdi>{option.detail}</bdi>
                </span>
              )}
            </span>
            <Base.ItemIndicator>
              <Icon name="check" />
            </Base.ItemIndicator>
          </Base.Item>
        ))}
      </Base.List>
      <Base.Status className="px-2 py-1.5 text-xs text-3 empty:hidden">{status}</Base.Status>
    </>
  )
}
