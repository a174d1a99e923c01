import { useState } from 'react'
import { formatBytes } from '#lib/text/units.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { rawSize, sections, text } from '../labels.ts'
import { Section } from '../section.tsx'

/** The number of characters that a browser lays out without a delay; the copy is always complete. */
const mostShown = 200_000

/** The service's response as JSON, formatted only on demand. */
export function RawSection({ value }: { value: unknown }) {
  const [open, setOpen] = useState(false)
  const json = open ? JSON.stringify(value, null, 2) : ''
  return (
    <Section
      title={sections.raw}
      end={
        <>
          {open && <CopyButton text={json} what="JSON" withWord />}
          <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? text.hide : text.show}
          </Button>
        </>
      }
    >
      {open && (
        <ScrollRegion
          label={sections.raw}
          className="max-h-120 overflow-y-auto rounded border border-line bg-surface-0 px-3"
        >
          {json.slice(0, mostShown)}
          {json.length > mostShown && `\n${rawSize(formatBytes(json.length))}`}
        </ScrollRegion>
      )}
    </Section>
  )
}
