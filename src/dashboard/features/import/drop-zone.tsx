import { type DragEvent, type Ref, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { droppedFiles } from './dropped-files.ts'
import type { FileLimits } from './inspect-file.ts'
import { limitNote, uploadLabels } from './labels.ts'

interface DropZoneProps {
  limits: FileLimits
  disabledReason: string | undefined
  /** `tall` on its own page, `flat` among other content, `more` once files are chosen. */
  size: 'tall' | 'flat' | 'more'
  onFiles: (files: readonly File[]) => void
}

/** Accepts dropped or chosen files. */
export function DropZone({ limits, disabledReason, size, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const enabled = disabledReason === undefined
  const isTall = size === 'tall'
  const drag = (event: DragEvent) => {
    // Otherwise the browser would navigate to the file.
    event.preventDefault()
    event.dataTransfer.dropEffect = enabled ? 'copy' : 'none'
    setOver(enabled)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (enabled) void droppedFiles(event.dataTransfer).then(onFiles)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard.
    <div
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes(
        'flex items-center gap-x-4 gap-y-2 rounded border border-dashed px-4',
        isTall ? 'flex-col justify-center py-10 text-center' : 'flex-wrap py-3',
        over ? 'border-accent bg-accent-bg' : 'border-control bg-surface-1',
      )}
    >
      {isTall && <Icon name="arrow-up" className={classes('size-6', over ? 'text-accent' : 'text-3')} />}
      <div className={classes('min-w-0', !isTall && 'flex-1 basis-60')}>
        <p className={classes('font-medium', isTall && 'text-lg')}>
          {over ? uploadLabels.dropping : size === 'more' ? uploadLabels.dropMore : uploadLabels.drop}
        </p>
        {size !== 'more' && (
          <>
            <p className="text-2">{uploadLabels.formats}</p>
            <p className="text-3">{limitNote(limits)}</p>
          </>
        )}
      </div>
      <Button
        variant={isTall ? 'primary' : 'default'}
        icon="plus"
        disabledReason={disabledReason}
        onClick={() => input.current?.click()}
      >
        {size === 'more' ? uploadLabels.addMore : uploadLabels.choose}
      </Button>
      {!enabled && isTall && <p className="max-w-120 text-2">{disabledReason}.</p>}
      <FileInput ref={input} onFiles={onFiles} />
    </div>
  )
}

interface FileInputProps extends Pick<DropZoneProps, 'onFiles'> {
  ref: Ref<HTMLInputElement>
}

/** The native file input, which is hidden. */
function FileInput({ ref, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      tabIndex={-1}
      aria-label={uploadLabels.choose}
      accept=".json,.jsonl,.sarif,.xml,.csv,.gz,application/json,application/sarif+json,application/xml,application/gzip,text/csv"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        // Lets the same file be chosen again after it was corrected.
        currentTarget.value = ''
      }}
    />
  )
}
