import { TruncateStart } from '#ui/text/truncate-start.tsx'

/** A value as plain text, cut at its end, whole on hover; a dash where there is none. */
export function Text({ value, mono = false }: { value: string | null | undefined; mono?: boolean }) {
  if (!value) return <span className="text-3">–</span>
  return (
    <span title={value} className={mono ? 'font-mono text-xs text-2' : 'text-2'}>
      {value}
    </span>
  )
}

/** The path of a rule; what is cut off is its start, which many have in common. */
export function RulePath({ value }: { value: string }) {
  return (
    <span title={value} className="font-mono text-xs text-2">
      <TruncateStart text={value} />
    </span>
  )
}
