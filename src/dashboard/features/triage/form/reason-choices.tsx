import type { Ref } from 'react'
import type { FindingType, TriageReason } from '#contract/vocabulary.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { reasonsFor } from '../labels.ts'

interface ReasonChoicesProps {
  /** The types of the findings. */
  types: readonly FindingType[]
  /** The name of the radio buttons. */
  name: string
  value: TriageReason | undefined
  onChange: (reason: TriageReason) => void
  /** The initially focused option: the selected one, otherwise the first one. */
  ref?: Ref<HTMLInputElement> | undefined
}

/** The reasons to ignore a finding, each with its key. */
export function ReasonChoices({ types, name, value, onChange, ref }: ReasonChoicesProps) {
  return reasonsFor(types).map(({ key, reason, word }, at) => (
    <label
      key={reason}
      className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded border border-control bg-surface-1 px-2 @max-[40rem]:h-7 @max-[40rem]:gap-1 @max-[40rem]:px-1 @max-[40rem]:text-xs pointer-coarse:h-10! pointer-coarse:px-3! hover:bg-surface-2 has-checked:border-accent-line has-checked:bg-accent-bg has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
    >
      <input
        ref={(value ? value === reason : at === 0) ? ref : undefined}
        type="radio"
        name={name}
        value={reason}
        checked={value === reason}
        onChange={() => onChange(reason)}
        className="sr-only"
      />
      {value === reason ? <Icon name="check" className="-mx-0.5" /> : <Kbd>{key}</Kbd>}
      {word}
    </label>
  ))
}
