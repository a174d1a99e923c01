import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

interface RadioGroupProps<Value extends string> {
  legend: string
  /** Shown under the legend. */
  hint?: ReactNode
  value: Value
  options: readonly { value: Value; label: string; words?: ReactNode }[]
  onChange: (value: Value) => void
  /** The options are in one line. */
  inline?: boolean | undefined
}

/** A native radio group for a few options. */
export function RadioGroup<Value extends string>({
  legend,
  hint,
  value,
  options,
  onChange,
  inline = false,
}: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{legend}</legend>
      {hint !== undefined && <p className="mb-1.5 text-2">{hint}</p>}
      <div className={classes('flex', inline ? 'flex-wrap gap-x-5 gap-y-1' : 'flex-col gap-1')}>
        {options.map((option) => (
          <label key={option.value} className="flex min-h-6 items-baseline gap-2">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="translate-y-0.5"
            />
            <span>
              {option.label}
              {option.words !== undefined && <span className="text-3"> – {option.words}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
