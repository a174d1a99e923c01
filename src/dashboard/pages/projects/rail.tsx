import type { projectFacetsOptions } from '#api/projects/projects.ts'
import { none } from '#contract/parameters/query.ts'
import { OneGroup, TypedGroup, ValuesGroup } from '#features/list/filters/rail-filters.tsx'
import { type ChangeSearch, toggled } from '#features/list/search-params/use-search-state.ts'
import { labels } from './labels.ts'
import { lastScanLabel, type ProjectsState, type projectsShape, tagLabel, yesNo } from './search-params.ts'

type Counted = Awaited<ReturnType<NonNullable<ReturnType<typeof projectFacetsOptions>['queryFn'] & object>>>

interface RailProps {
  state: ProjectsState
  change: ChangeSearch<typeof projectsShape>
  /** The counts next to the values; undefined until they are loaded. */
  counted: Pick<Counted, 'facets' | 'rest'> | undefined
}

const flags = ['open_critical', 'no_primary', 'managed'] as const
const lastScans = ['never', 'failed', 'running', 'older_than:7', 'older_than:30', 'older_than:90']
const choice = (group: string) => ({ kind: 'choice', group }) as const

/** The filter rail of the projects list. */
export function ProjectsRail({ state, change, counted }: RailProps) {
  const facets = counted?.facets
  const days = /^older_than:(\d+)$/.exec(state.last_scan ?? '')?.[1]
  return (
    <>
      <ValuesGroup
        label={labels.params.project_tags}
        name="project_tags"
        options={(facets?.project_tags ?? []).map(({ value, count }) => ({
          value: value ?? none,
          label: tagLabel(value ?? none),
          count,
        }))}
        rest={counted?.rest?.['project_tags']?.values}
        chosen={state.project_tags ?? []}
        onToggle={(tag) => change({ project_tags: toggled(state.project_tags, tag) }, choice('project_tags'))}
      />
      <OneGroup
        label={labels.params.last_scan}
        name="last_scan"
        any={labels.anyTime}
        options={[
          ...lastScans,
          ...(days && !lastScans.includes(`older_than:${days}`) ? [`older_than:${days}`] : []),
        ].map((value) => ({
          value,
          label: lastScanLabel(value),
          count: facets?.last_scan.find((one) => one.value === value)?.count,
        }))}
        chosen={state.last_scan}
        onChoose={(word) => change({ last_scan: word }, choice('last_scan'))}
      />
      <TypedGroup
        label={labels.notScannedFor}
        placeholder="14"
        value={days}
        onType={(text) => {
          if (text === undefined) change({ last_scan: undefined }, { kind: 'typing' })
          else if (/^\d{1,4}$/.test(text)) change({ last_scan: `older_than:${text}` }, { kind: 'typing' })
        }}
      />
      <FlagGroups {...{ state, change, counted }} />
    </>
  )
}

/** Boolean filters: open critical findings, no primary branch, managed scans. */
function FlagGroups({ state, change, counted }: RailProps) {
  return flags.map((name) => (
    <OneGroup
      key={name}
      label={labels.params[name]}
      name={name}
      any={labels.any}
      options={[true, false].map((value) => ({
        value: String(value),
        label: yesNo(value),
        count: counted?.facets?.[name].find((one) => one.value === value)?.count,
      }))}
      chosen={state[name] === undefined ? undefined : String(state[name])}
      onChoose={(value) =>
        change({ [name]: value === undefined ? undefined : value === 'true' }, choice(name))
      }
    />
  ))
}
