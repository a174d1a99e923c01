import { useQuery } from '@tanstack/react-query'
import { tagsOptions } from '#api/projects/tags.ts'
import { ProjectFilter } from '#features/list/filters/project-filter.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { labels } from './labels.ts'

interface FiltersProps {
  deployment: string
  project: string | undefined
  tag: string | undefined
  change: (patch: { project?: string | undefined; tag?: string | undefined }) => void
}

/** The filters of the register, which are in the URL. */
export function Filters({ deployment, project, tag, change }: FiltersProps) {
  const { data } = useQuery(tagsOptions(deployment))
  const tags = data?.map(({ value }) => value) ?? []
  const offered = tag && !tags.includes(tag) ? [tag, ...tags] : tags
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line in all browsers.
    <div role="group" aria-label={labels.filters} className="flex flex-wrap items-center gap-2 print:hidden">
      <ProjectFilter
        deployment={deployment}
        label={labels.params.project}
        placeholder={labels.anyProject}
        value={project}
        onChoose={(next) => change({ project: next })}
      />
      <NativeSelect
        aria-label={labels.params.tag}
        value={tag ?? ''}
        onChange={({ target }) => change({ tag: target.value || undefined })}
        className="max-w-48"
      >
        <option value="">{labels.anyTag}</option>
        {offered.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
