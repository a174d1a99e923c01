import { CopyButton } from '#ui/copy-button.tsx'

const command = 'npm run -s gatehouse -- import FILE --project org/repo'

/** The command that brings in a scanner's file, to be copied. */
export function ImportCommand() {
  return (
    <>
      <p>Import what a scanner wrote: Semgrep JSON, SARIF, CycloneDX, or findings in the form of this API.</p>
      <p className="mt-3 flex items-center gap-1 rounded border border-line bg-surface-1 py-1 pr-1 pl-3 text-left">
        <code className="min-w-0 flex-1 font-mono text-xs text-1 wrap-anywhere">{command}</code>
        <CopyButton text={command} what="command" />
      </p>
    </>
  )
}
