import { Combobox } from '@base-ui/react/combobox'
import { type ComponentProps, type Ref, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { labels } from '../labels.ts'
import { optionStyles } from '../overlay/popup-styles.ts'
import { useFieldAttributes } from './field-context.ts'

interface MultiComboboxProps {
  /** The accessible name of the chosen values and of the list. */
  label: string
  placeholder: string
  values: readonly string[]
  /** The values to offer for the typed text. */
  options: readonly string[]
  /** Said below the options, or instead of them. */
  status: string | undefined
  text: string
  /** Secondary text of an option. */
  detailOf?: ((value: string) => string | undefined) | undefined
  input?: Ref<HTMLInputElement> | undefined
  onType: (text: string) => void
  onChange: (values: readonly string[]) => void
}

/** Whether the list is open, and what keys and leaving the field do. */
function useListKeys({ values, options, text, onType, onChange }: MultiComboboxProps) {
  const [open, setOpen] = useState(false)
  const typed = text.trim()
  const press: ComponentProps<typeof Combobox.Input>['onKeyDown'] = (event) => {
    if (event.nativeEvent.isComposing) return
    // Text that matches nothing is not sent with the form.
    if (event.key === 'Enter' && typed !== '' && options.length === 0) event.preventDefault()
    if (event.key !== 'Escape') return
    // It would remove all values.
    event.preventBaseUIHandler()
    if (!open) return
    // The first Escape is for the list, not for the dialog around it.
    event.stopPropagation()
    setOpen(false)
  }
  /** Text that is left is chosen if it is an option, and does not stay there as if it were chosen. */
  const leave = () => {
    if (options.includes(typed) && !values.includes(typed)) onChange([...values, typed])
    onType('')
  }
  return { open, setOpen, press, leave }
}

/** A field for several values, each chosen from the values that match what is typed. Backspace removes the last. */
export function MultiCombobox(props: MultiComboboxProps) {
  const { label, placeholder, values, options, text, input, onType, onChange } = props
  const [field, setField] = useState<HTMLElement | null>(null)
  const { open, setOpen, press, leave } = useListKeys(props)
  return (
    <Combobox.Root
      multiple
      open={open}
      onOpenChange={setOpen}
      autoHighlight
      filter={null}
      items={options}
      value={values}
      onValueChange={(next) => {
        onChange(next)
        onType('')
      }}
      inputValue={text}
      onInputValueChange={onType}
    >
      <Combobox.InputGroup
        ref={setField}
        className="flex min-h-8 cursor-text rounded border border-control bg-surface-1 p-0.5 has-aria-invalid:border-danger has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent"
      >
        <Combobox.Chips
          aria-label={values.length > 0 ? label : undefined}
          className="flex max-h-40 min-w-0 flex-1 flex-wrap items-center gap-1 overflow-y-auto"
        >
          {values.map((value) => (
            <Chip key={value} value={value} />
          ))}
          <Combobox.Input
            {...useFieldAttributes()}
            ref={input ?? null}
            placeholder={values.length > 0 ? '' : placeholder}
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            onKeyDown={press}
            onBlur={leave}
            className="h-6.5 min-w-20 flex-1 bg-transparent px-1.5 text-1 outline-none"
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      {open && <Options {...props} field={field} />}
    </Combobox.Root>
  )
}

function Chip({ value }: { value: string }) {
  return (
    <Combobox.Chip
      aria-label={value}
      className="inline-flex h-6.5 max-w-full min-w-0 items-center rounded bg-accent-bg pl-2 outline-none focus-visible:outline-2 focus-visible:outline-accent"
    >
      <bdi className="min-w-0 truncate" title={value}>
        {value}
      </bdi>
      <Combobox.ChipRemove
        aria-label={labels.remove(value)}
        className="grid size-6.5 shrink-0 place-content-center rounded text-2 hover:text-1 focus-inset"
      >
        <Icon name="close" className="size-3.5" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  )
}

function Option({ value, detail }: { value: string; detail: string | undefined }) {
  return (
    <Combobox.Item value={value} className={optionStyles}>
      <bdi title={value} className="min-w-0 flex-1 truncate">
        {value}
      </bdi>
      {detail && <span className="shrink-0 text-xs text-3">{detail}</span>}
      <Combobox.ItemIndicator>
        <Icon name="check" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  )
}

/** The values that match, in the landmark of the field, and fixed, so that a dialog does not clip them. */
function Options({ label, status, detailOf, field }: MultiComboboxProps & { field: HTMLElement | null }) {
  return (
    <Combobox.Portal container={field?.closest<HTMLElement>('[role="dialog"], main')} className="absolute">
      <Combobox.Positioner positionMethod="fixed" className="z-50 outline-none" sideOffset={4}>
        {/* The library's own popup would hide the page from screen readers. */}
        <div className="w-(--anchor-width) rounded border border-line bg-surface-1 p-1 text-1 shadow-float">
          <Combobox.List
            aria-label={label}
            className="max-h-[min(--spacing(56),var(--available-height))] overflow-y-auto outline-none"
          >
            {(value: string) => <Option key={value} value={value} detail={detailOf?.(value)} />}
          </Combobox.List>
          <Combobox.Status className="px-2 py-1 text-2 empty:hidden">{status}</Combobox.Status>
        </div>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
