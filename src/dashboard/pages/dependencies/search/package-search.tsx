import type { ClipboardEvent, Ref } from 'react'
import type { ApiError } from '#api/http/errors.ts'
import { Button } from '#ui/button.tsx'
import { DebouncedInput } from '#ui/form/text-field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { labels } from '../labels.ts'
import { maxSearchLength } from '../search-params.ts'
import type { ParsedSearch } from './parse-search.ts'
import { SearchTerms } from './search-terms.tsx'

/** Line breaks in pasted text separate packages, but a single-line field would remove them. */
function pasteLines(event: ClipboardEvent<HTMLElement>) {
  const { target } = event
  const pasted = event.clipboardData.getData('text')
  if (!(target instanceof HTMLInputElement) || !/[\r\n]/.test(pasted.trim())) return
  event.preventDefault()
  const line = pasted.trim().replace(/\s*[,;]?\s*[\r\n]+\s*/g, ', ')
  target.setRangeText(line, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

interface PackageSearchProps {
  ref: Ref<HTMLInputElement>
  text: string | undefined
  /** The id of the error message; undefined if the text is valid. */
  faultsId: string | undefined
  onType: (text: string | undefined) => void
  /** Called with the length of a text that is too long to search, otherwise with undefined. */
  onTooLong: (length: number | undefined) => void
}

/** The search field for questions such as "who uses X below version Y?" */
export function PackageSearch({ ref, text, faultsId, onType, onTooLong }: PackageSearchProps) {
  return (
    <div onPaste={pasteLines} className="min-w-0 flex-1">
      <DebouncedInput
        ref={ref}
        label={labels.box.label}
        placeholder={labels.box.placeholder}
        icon="search"
        aria-invalid={faultsId === undefined ? undefined : true}
        aria-describedby={faultsId}
        value={text ?? ''}
        onType={(next) => {
          const long = next.length > maxSearchLength
          onTooLong(long ? next.length : undefined)
          if (!long) onType(next === '' ? undefined : next)
        }}
        end={!text && <Kbd className="max-sm:hidden">/</Kbd>}
      />
    </div>
  )
}

/** Returns the errors of a search text as sentences; empty if all of it is searched. */
export function faultsOf(
  reading: ParsedSearch,
  tooLong: number | undefined,
  searchError: ApiError | undefined,
): readonly string[] {
  return [
    ...(tooLong === undefined ? [] : [labels.box.tooLong(tooLong, maxSearchLength)]),
    ...reading.faults,
    ...(searchError ? faultTexts(searchError) : []),
  ]
}

interface SearchNotesProps {
  text: string | undefined
  reading: ParsedSearch
  faults: readonly string[]
  faultsId: string
  onChange: (text: string) => void
  /** The number of packages whose name only contains one that is searched exactly. */
  containing: number
  /** The number of package uses that are listed apart, since their version is not comparable with the bounds. */
  notComparable: number
  onNotComparable: () => void
}

/** Shows how the search text was parsed and its errors. */
export function SearchNotes(props: SearchNotesProps) {
  const { text, reading, faults, faultsId, containing, onChange, notComparable, onNotComparable } = props
  return (
    <div className="-mt-1 -mb-1">
      {faults.length > 0 && (
        <p id={faultsId} className="flex items-start gap-1.5 text-danger">
          <Icon name="error" className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">{faults.join(' ')}</span>
        </p>
      )}
      <SearchTerms text={text ?? ''} {...{ reading, containing, onChange }} />
      {notComparable > 0 && (
        <p className="text-2 wrap-anywhere">
          {labels.notComparable.text(notComparable)}
          <Button variant="quiet" size="small" className="text-accent" onClick={onNotComparable}>
            {labels.notComparable.show}
          </Button>
        </p>
      )}
    </div>
  )
}

function faultTexts({ faults, detail }: ApiError): string[] {
  const sentences = faults.map((fault) => fault.detail).filter((sentence) => sentence !== '')
  return sentences.length > 0 ? [...new Set(sentences)] : [detail]
}
