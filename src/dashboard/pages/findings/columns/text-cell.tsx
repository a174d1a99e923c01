import { TruncateStart } from '#ui/text/truncate-start.tsx'

/** A value as plain text, truncated at the end and complete on hover; a dash if it is missing. */
export function Text({ value, mono = false }: { value: string | null | undefined; mono?: boolean }) {
  if (!value) return <span className="text-3">–</span>
  return (
    <span title={value} className={mono ? 'font-mono text-xs text-2' : 'text-2'}>
      {value}
    </span>
  )
}

/** The path of a rule, truncated at the start, which many paths share. */
export function RulePath({ value }: { value: string }) {
  return (
    <span title={value} className="font-mono text-xs text-2">
      <TruncateStart text={value} />
    </span>
  )
}
