import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { classes } from './classes.ts'
import { useFieldWiring } from './field.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'
import { floating, option } from './popup-look.ts'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** A second line that says what choosing it means. */
  detail?: string | undefined
  icon?: IconName | undefined
  disabled?: boolean | undefined
}

interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string | undefined
  /** The name, outside a `Field`. */
  label?: string | undefined
  name?: string | undefined
  className?: string | undefined
}

/** One of several, each with a second line if need be. Load it lazily; `NativeSelect` serves a page's first paint. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Choose…',
  label,
  name,
  className,
}: SelectProps<Value>) {
  const { required, ...wiring } = useFieldWiring()
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        items={options.map((item) => ({ value: item.value, label: item.label }))}
        value={value}
        onValueChange={(next) => {
          if (next !== null) onChange(next)
        }}
        {...(name ? { name } : {})}
        required={required ?? false}
        modal={false}
      >
        <Base.Trigger
          {...wiring}
          {...(label ? { 'aria-label': label } : {})}
          className={classes(
            'flex h-8 min-w-40 items-center gap-2 rounded border border-control bg-surface-1 px-2 text-left hover:bg-surface-2 aria-invalid:border-danger',
            className,
          )}
        >
          <Base.Value placeholder={placeholder} className="min-w-0 flex-1 truncate data-placeholder:text-3" />
          <Base.Icon>
            <Icon name="chevrons-up-down" className="size-3.5 text-3" />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50 outline-none">
            <Base.Popup className={classes(floating, 'max-w-100 min-w-(--anchor-width)')}>
              <Base.List>
                {options.map((item) => (
                  <Base.Item
                    key={item.value}
                    value={item.value}
                    label={item.label}
                    disabled={item.disabled ?? false}
                    className={option}
                  >
                    <Base.ItemIndicator keepMounted className="not-data-selected:invisible">
                      <Icon name="check" />
                    </Base.ItemIndicator>
                    <span className="min-w-0 flex-1 py-1">
                      <Base.ItemText className="block truncate">{item.label}</Base.ItemText>
                      {item.detail && <span className="block text-xs text-3">{item.detail}</span>}
                    </span>
                    {item.icon && <Icon name={item.icon} className="text-3" />}
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
