import { type FormEvent, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { labels } from './labels.ts'
import { type TagInputOptions, useTagInput } from './use-tag-input.ts'

/** A field that adds tags one by one and suggests the deployment's tags. Errors are shown under it. */
export function TagField(options: TagInputOptions) {
  const id = useId()
  const { text, fault, options: offered, add, type, escapeField } = useTagInput(options)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(text)
  }
  return (
    <form onSubmit={submit} className="w-64 max-w-full">
      <div className="flex gap-1">
        <Combobox
          input={{
            'aria-label': labels.newTag,
            'aria-invalid': fault ? true : undefined,
            'aria-describedby': `${id} ${id}-hint`,
            placeholder: labels.newTag,
            autoFocus: true,
          }}
          listLabel={labels.known}
          text={text}
          options={offered}
          className="flex-1"
          onType={type}
          onChoose={({ value }) => void add(value)}
          onEscape={(wasOpen) => {
            if (!wasOpen) escapeField()
            return !wasOpen
          }}
        />
        <Button type="submit">{labels.add}</Button>
      </div>
      <FaultAndHint id={id} fault={fault} />
    </form>
  )
}

/** The error of the tag, and the rules of tags. */
function FaultAndHint({ id, fault }: { id: string; fault: string | undefined }) {
  return (
    <>
      <p id={id} role="alert" className="flex items-start gap-1.5 pt-1 text-danger empty:hidden">
        {fault && (
          <>
            <Icon name="error" className="mt-0.5" />
            <span className="min-w-0 wrap-anywhere">{fault}</span>
          </>
        )}
      </p>
      <p id={`${id}-hint`} className="pt-1 text-xs text-3">
        {labels.hint}
      </p>
    </>
  )
}
