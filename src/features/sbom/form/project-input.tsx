import { Autocomplete } from '@base-ui/react/autocomplete'
import type { ComponentProps } from 'react'
import { useFieldAttributes } from '#ui/form/field-context.ts'
import { Icon } from '#ui/icon/icon.tsx'

interface ProjectInputProps
  extends Pick<ComponentProps<'input'>, 'ref' | 'placeholder' | 'onKeyDownCapture' | 'onClick'> {
  /** The list below the input is open. */
  expanded: boolean
}

/** The input of a project search, connected to the surrounding field. */
export function ProjectInput({ expanded, ...rest }: ProjectInputProps) {
  return (
    <span className="flex h-8 min-w-0 items-center gap-2 rounded border border-control bg-surface-1 px-2 text-3 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
      <Icon name="search" />
      <Autocomplete.Input
        {...useFieldAttributes()}
        {...rest}
        aria-expanded={expanded}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        className="h-full min-w-0 flex-1 bg-transparent text-1 outline-none"
      />
      <Icon name="chevron-down" className="size-3.5 text-2" />
    </span>
  )
}
