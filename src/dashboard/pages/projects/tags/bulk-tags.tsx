import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Project } from '#contract/responses/projects.ts'
import { readCached } from '#features/tags/cached-tags.ts'
import { errorText, type TagEdit } from '#features/tags/change-tags.ts'
import { TagField } from '#features/tags/tag-field.tsx'
import type { Tagged } from '#features/tags/tag-rules.ts'
import { useChangeTags } from '#features/tags/use-change-tags.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { labels } from '../labels.ts'

interface BulkTagsProps {
  deployment: string
  projects: readonly Project[]
  onClose: () => void
}

/** The maximum number of tags of the selected projects that are offered for removal. */
const mostOffered = 40

/** Returns the tags of the selected projects with their counts, most used first. */
function tagsOf(projects: readonly Tagged[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { tags } of projects) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].toSorted((one, other) => other[1] - one[1])
}

/** Changes the tags of projects, all or none, and shows the error if that fails. */
function useTagChange(deployment: string, targets: readonly Tagged[], onClose: () => void) {
  const { change, dialog } = useChangeTags(deployment)
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const apply = async (edit: TagEdit) => {
    setSaving(true)
    setFault(undefined)
    try {
      if (await change(targets, edit)) onClose()
      else setSaving(false)
    } catch (error) {
      setFault(errorText(error, targets))
      setSaving(false)
    }
  }
  return { apply, saving, fault, dialog }
}

/** Adds tags to the selected projects and removes others, all or none. */
export function BulkTags({ deployment, projects, onClose }: BulkTagsProps) {
  const client = useQueryClient()
  const [add, setAdd] = useState<readonly string[]>([])
  const [remove, setRemove] = useState<readonly string[]>([])
  const targets = readCached(client, deployment, projects)
  const tagsInUse = tagsOf(targets).filter(([tag]) => !remove.includes(tag) && !add.includes(tag))
  const { apply, saving, fault, dialog } = useTagChange(deployment, targets, onClose)
  return (
    <div className="grid gap-3 whitespace-normal">
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
        <div>
          <h2 className="pb-1 font-medium">{labels.bulk.add}</h2>
          <TagField
            deployment={deployment}
            present={[...add, ...remove]}
            onClose={onClose}
            errorOf={() => ''}
            onAdd={async (tag) => setAdd([...add, tag])}
          />
        </div>
        {tagsInUse.length > 0 && (
          <TagsInUse counts={tagsInUse} onRemove={(tag) => setRemove([...remove, tag])} />
        )}
      </div>
      {(add.length > 0 || remove.length > 0) && (
        <ul aria-label={labels.bulk.changes} className="flex flex-wrap gap-1.5">
          <ChosenTags label={labels.bulk.add} tags={add} onChange={setAdd} />
          <ChosenTags label={labels.bulk.remove} tags={remove} onChange={setRemove} />
        </ul>
      )}
      {fault && (
        <p role="alert" className="text-danger wrap-anywhere">
          {labels.bulk.unchanged} {fault}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          variant="primary"
          loading={saving}
          disabledReason={add.length + remove.length === 0 ? labels.bulk.nothing : undefined}
          onClick={() => void apply({ add, remove })}
        >
          {labels.bulk.apply(projects.length)}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {labels.bulk.cancel}
        </Button>
      </div>
      {dialog}
    </div>
  )
}

interface TagsInUseProps {
  /** The tags with the number of selected projects that have each. */
  counts: readonly [string, number][]
  onRemove: (tag: string) => void
}

/** The tags of the selected projects, each offered for removal. */
function TagsInUse({ counts, onRemove }: TagsInUseProps) {
  return (
    <div className="min-w-0 flex-1 basis-60">
      <h2 className="pb-1 font-medium">{labels.bulk.remove}</h2>
      <ul className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto p-0.5">
        {counts.slice(0, mostOffered).map(([tag, count]) => (
          <li key={tag}>
            <Button
              size="small"
              onClick={() => onRemove(tag)}
              aria-label={labels.bulk.removeFrom(tag, count)}
            >
              {tag} <span className="text-3">{formatNumber(count)}</span>
            </Button>
          </li>
        ))}
        {counts.length > mostOffered && (
          <li className="text-3">{labels.bulk.rarer(counts.length - mostOffered)}</li>
        )}
      </ul>
    </div>
  )
}

interface ChosenTagsProps {
  label: string
  tags: readonly string[]
  onChange: (tags: readonly string[]) => void
}

/** The tags to add or to remove; each can be deselected. */
function ChosenTags({ label, tags, onChange }: ChosenTagsProps) {
  return tags.map((tag) => (
    <li key={tag}>
      <Chip label={label} value={tag} onRemove={() => onChange(tags.filter((one) => one !== tag))} />
    </li>
  ))
}
