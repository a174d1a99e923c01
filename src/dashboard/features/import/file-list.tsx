import { Icon } from '#ui/icon/icon.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { ActivityBar } from '#ui/status/activity-bar.tsx'
import type { ChosenFile } from './import-store.ts'
import type { FileLimits } from './inspect-file.ts'
import { faultLabel, fileNote, removeLabel, uploadLabels } from './labels.ts'

interface FileListProps {
  files: readonly ChosenFile[]
  limits: FileLimits
  /** No file can be removed during the upload. */
  busy: boolean
  onRemove: (id: number) => void
}

/** The chosen files, each with its format or the reason why it is not imported. */
export function FileList({ files, limits, busy, onRemove }: FileListProps) {
  return (
    <ul
      aria-label={uploadLabels.files}
      className="max-h-80 divide-y divide-line overflow-y-auto rounded border border-line bg-surface-1"
    >
      {files.map(({ id, file, inspected, error }) => {
        const problem = inspected?.fault ? faultLabel(inspected.fault, limits) : error?.detail
        return (
          <li key={id} className="relative flex items-start gap-2 py-1.5 pr-1.5 pl-3">
            <Icon
              name={problem ? 'error' : 'scan'}
              className={problem ? 'mt-1.5 text-danger' : 'mt-1.5 text-3'}
            />
            <div className="min-w-0 flex-1 py-1">
              <div className="flex min-w-0 items-baseline gap-x-2">
                <FileName name={file.name} />
                <span className="shrink-0 text-3">{fileNote(file.size, inspected)}</span>
              </div>
              {problem && <p className="text-danger wrap-anywhere">{problem}</p>}
            </div>
            {!busy && (
              <IconButton
                icon="close"
                size="small"
                className="mt-0.5"
                label={removeLabel(file.name)}
                onClick={() => onRemove(id)}
              />
            )}
            {!inspected && <ActivityBar />}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * The number of characters at the end of a long name that are always visible: they distinguish such names and include
 * the extension.
 */
const endShown = 14

function FileName({ name }: { name: string }) {
  const cut = name.length > 3 * endShown ? name.length - endShown : name.length
  return (
    <span title={name} className="flex min-w-0 font-medium whitespace-pre">
      <bdi className="truncate">{name.slice(0, cut)}</bdi>
      {cut < name.length && <bdi className="shrink-0">{name.slice(cut)}</bdi>}
    </span>
  )
}
