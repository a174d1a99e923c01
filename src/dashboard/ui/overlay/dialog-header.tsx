import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { IconButton } from '../icon/icon-button.tsx'
import { labels } from '../labels.ts'

interface DialogHeadProps {
  title: string
  description?: ReactNode
  /** Omits the close button. */
  insist?: boolean | undefined
}

/** Title, description and close button of a dialog or a drawer. */
export function DialogHeader({ title, description, insist = false }: DialogHeadProps) {
  return (
    <div className="flex items-start gap-3 py-4 pr-3 pl-5">
      <div className="min-w-0 flex-1 pt-1">
        <Base.Title className="line-clamp-3 text-lg font-semibold wrap-anywhere">{title}</Base.Title>
        {description !== undefined && (
          <Base.Description className="pt-1 text-base wrap-anywhere text-2">{description}</Base.Description>
        )}
      </div>
      {!insist && <Base.Close render={<IconButton icon="close" label={labels.close} />} />}
    </div>
  )
}
