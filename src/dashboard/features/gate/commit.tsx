import { CopyButton } from '#ui/copy-button.tsx'
import { gateLabels } from './labels.ts'

/** A commit, which may be any text: hashes are cut to the length that code hosts show. */
export function Commit({ commit }: { commit: string }) {
  const shown = /^[0-9a-f]{20,64}$/i.test(commit) ? commit.slice(0, 12) : commit
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5">
      <code className="min-w-0 font-mono text-xs wrap-anywhere text-1">
        <bdi>{shown}</bdi>
      </code>
      <CopyButton text={commit} what={gateLabels.copyCommit} className="-my-0.5" />
    </span>
  )
}
