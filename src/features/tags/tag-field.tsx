import { Autocomplete } from '@base-ui/react/autocomplete'
import { type FormEvent, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { type KnownTag, KnownTags } from './known-tags.tsx'
import { labels } from './labels.ts'
import { type TagInputOptions, useTagInput } from './use-tag-input.ts'

interface TagFieldProps extends TagInputOptions {
  autoFocus?: boolean | undefined
}

/** A field that adds tags one by one and suggests the deployment's tags. Errors are shown under it. */
export function TagField({ autoFocus, ...options }: TagFieldProps) {
  const id = useId()
  const { text, fault, offered, shown, above, box, show, hide, add, type, press } = useTagInput(options)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(text)
  }
  return (
    <form
      onSubmit={submit}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hide()
      }}
      className="w-64 max-w-full"
    >
      <Autocomplete.Root
        inline
        open={shown}
        onOpenChange={(next) => (next ? show() : hide())}
        items={offered}
        limit={50}
        value={text}
        onValueChange={(next, { reason }) => {
          if (reason !== 'item-press') type(next)
        }}
        itemToStringValue={(tag: KnownTag) => tag.value}
      >
        <div ref={box} className="relative flex gap-1">
          <span className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded border border-control bg-surface-1 px-2 text-3 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
            <Autocomplete.Input
              aria-label={labels.newTag}
              aria-expanded={shown}
              aria-invalid={fault ? true : undefined}
              aria-describedby={`${id} ${id}-hint`}
              placeholder={labels.newTag}
              autoFocus={autoFocus}
              autoComplete="off"
              spellCheck={false}
              onKeyDownCapture={press}
              onClick={show}
              className="h-full min-w-0 flex-1 bg-transparent text-1 outline-none"
            />
          </span>
          <Button type="submit">{labels.add}</Button>
          {shown && <KnownTags above={above} onChoose={(tag) => void add(tag)} />}
        </div>
      </Autocomplete.Root>
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
