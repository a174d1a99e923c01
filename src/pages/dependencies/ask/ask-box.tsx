import { type ClipboardEvent, type Ref, useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { plural } from '#lib/format.ts'
import { Field } from '#ui/field.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { TypedInput } from '#ui/typed-input.tsx'
import { longestAsk } from '../address.ts'
import { ReadAs } from './read-as.tsx'
import type { Reading } from './reading.ts'

interface AskBoxProps {
  ref: Ref<HTMLInputElement>
  text: string | undefined
  reading: Reading
  /** What the service says against it. */
  refused: ApiError | undefined
  onType: (text: string | undefined) => void
  onExact: (text: string) => void
}

/** Line breaks of what is pasted part packages; a field of one line would take them out. */
function pasteLines(event: ClipboardEvent<HTMLElement>) {
  const { target } = event
  const pasted = event.clipboardData.getData('text')
  if (!(target instanceof HTMLInputElement) || !/[\r\n]/.test(pasted.trim())) return
  event.preventDefault()
  const line = pasted.trim().replace(/\s*[,;]?\s*[\r\n]+\s*/g, ', ')
  target.setRangeText(line, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The one box: "who uses X below version Y?", and how it was read. */
export function AskBox({ ref, text, reading, refused, onType, onExact }: AskBoxProps) {
  const [tooLong, setTooLong] = useState<number>()
  const said = [
    ...(tooLong === undefined
      ? []
      : [`${plural(tooLong, 'character')} are too many, so they are not searched.`]),
    ...reading.faults,
    ...(refused ? refusalOf(refused) : []),
  ]
  return (
    <div onPaste={pasteLines} className="flex flex-col gap-1">
      <Field label="Packages and versions" hideLabel error={said.join(' ') || undefined}>
        <TypedInput
          ref={ref}
          label="Packages and versions"
          placeholder="Who uses… lodash <4.17.21, @scope/name >=2 <3, “exact name”, pkg:npm/…"
          icon="search"
          value={text ?? ''}
          onType={(next) => {
            const long = next.length > longestAsk
            setTooLong(long ? next.length : undefined)
            if (!long) onType(next === '' ? undefined : next)
          }}
          end={!text && <Kbd className="max-sm:hidden">/</Kbd>}
          className="h-10 text-base"
        />
      </Field>
      <ReadAs text={text ?? ''} reading={reading} onExact={onExact} />
    </div>
  )
}

function refusalOf({ faults, detail }: ApiError): string[] {
  const sentences = faults.map((fault) => fault.detail).filter((sentence) => sentence !== '')
  return sentences.length > 0 ? [...new Set(sentences)] : [detail]
}
