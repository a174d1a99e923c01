import { splitPath } from '#lib/text/split-path.ts'
import { classes } from '../classes.ts'

interface MiddleTruncateProps {
  path: string
  line?: number | null | undefined
  className?: string | undefined
}

/**
 * A path on one line whose folders are truncated first, so that file and line are always visible. The whole path stays
 * the text that is selected, copied and read by screen readers. The width is the parent's, which must be able to shrink
 * (`min-w-0`).
 */
export function MiddleTruncate({ path, line, className }: MiddleTruncateProps) {
  const { folders, file } = splitPath(path, line)
  return (
    <span
      title={folders + file}
      className={classes('flex min-w-0 font-mono text-xs whitespace-pre', className)}
    >
      {folders && <span className="min-w-0 shrink truncate text-2">{folders}</span>}
      {/* A file name longer than the column is truncated too, but only after all folders. */}
      <span className="max-w-full shrink-0 truncate text-1">{file}</span>
    </span>
  )
}
