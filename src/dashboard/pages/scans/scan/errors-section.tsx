import { useState } from 'react'
import type { ScanError } from '#contract/responses/scans.ts'
import { Panel } from '#features/panel.tsx'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { labels } from '../labels.ts'

const atFirst = 10

const levels: Record<string, { label: string; tone: 'danger' | 'caution' }> = {
  error: { label: labels.errors.levels.error, tone: 'danger' },
  warning: { label: labels.errors.levels.warning, tone: 'caution' },
}

/** Errors that the tool reported about its own run: level, message and location. */
export function ErrorsSection({ errors }: { errors: readonly ScanError[] }) {
  const [all, setAll] = useState(false)
  if (errors.length === 0) return null
  return (
    <Panel title={labels.errors.title(errors.length)}>
      <ul className="divide-y divide-line" aria-label={labels.errors.label}>
        {(all ? errors : errors.slice(0, atFirst)).map((error, at) => (
          <li key={at} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 py-2">
            <div>
              <Tag tone={levels[error.level]?.tone ?? 'plain'}>
                {levels[error.level]?.label ?? error.level}
              </Tag>
            </div>
            <div className="min-w-0">
              <p title={error.message} className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">
                {error.message}
              </p>
              <ErrorLocation error={error} />
            </div>
          </li>
        ))}
      </ul>
      {errors.length > atFirst && (
        <Button size="small" className="mt-2" onClick={() => setAll(!all)}>
          {all ? labels.errors.fewer : labels.errors.all(errors.length)}
        </Button>
      )}
    </Panel>
  )
}

function ErrorLocation({ error: { path, line, rule } }: { error: ScanError }) {
  const location = path && (line === null ? path : `${path}:${line}`)
  if (!location && !rule) return null
  return (
    <p className="font-mono text-xs text-2 wrap-anywhere">
      {location && <bdi>{location}</bdi>}
      {location && rule && ' · '}
      {rule && <bdi>{rule}</bdi>}
    </p>
  )
}
