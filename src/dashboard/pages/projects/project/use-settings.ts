import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { type ProjectSettings, patchProjectOptions, projectKey } from '#api/projects/projects.ts'
import type { Project } from '#contract/responses/projects.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

type Gate = NonNullable<Project['gate']>

const defaultGate: Gate = {
  required_sources: [],
  protected_refs: [],
  count_suppressed: true,
  failed_runs: 'none',
}

/** Returns a project after a change of its settings. */
export function withSettings(project: Project, settings: ProjectSettings): Project {
  const { primary_branch: branch, managed_scan_config: managed, ci_accepts_empty: accepts, gate } = settings
  const { protected_refs: refs } = settings
  return {
    ...project,
    ...(branch === undefined ? {} : { primary_branch: wholeRef(branch) }),
    ...(accepts === undefined ? {} : { ci_accepts_empty: accepts }),
    ...(refs === undefined ? {} : { protected_refs: [...refs] }),
    ...(gate ? { gate: withGate(project.gate ?? defaultGate, gate) } : {}),
    ...(managed ? { managed_scan_config: { ...project.managed_scan_config, ...managed } } : {}),
  }
}

/** What the gate requires after a change; what is left out stays. */
function withGate(gate: Gate, changes: NonNullable<ProjectSettings['gate']>): Gate {
  const { required_sources: sources, protected_refs: refs } = changes
  return {
    required_sources: sources
      ? sources.map(({ tool, category = null }) => ({ tool, category }))
      : gate.required_sources,
    protected_refs: refs ? [...refs] : gate.protected_refs,
    count_suppressed: changes.count_suppressed ?? gate.count_suppressed,
    failed_runs: changes.failed_runs ?? gate.failed_runs,
  }
}

/** Returns the settings that restore the project's previous state. */
export function revertedSettings(project: Project, settings: ProjectSettings): ProjectSettings {
  const { full_scan, diff_scan } = settings.managed_scan_config ?? {}
  const before = project.managed_scan_config
  return {
    ...(settings.primary_branch !== undefined && project.primary_branch
      ? { primary_branch: project.primary_branch }
      : {}),
    ...(settings.ci_accepts_empty === undefined
      ? {}
      : { ci_accepts_empty: project.ci_accepts_empty ?? false }),
    ...(settings.protected_refs === undefined ? {} : { protected_refs: project.protected_refs ?? [] }),
    ...(settings.gate ? { gate: { ...(project.gate ?? defaultGate) } } : {}),
    ...(settings.managed_scan_config
      ? {
          managed_scan_config: {
            ...(full_scan ? { full_scan: { enabled: before?.full_scan?.enabled ?? false } } : {}),
            ...(diff_scan ? { diff_scan: { enabled: before?.diff_scan?.enabled ?? false } } : {}),
          },
        }
      : {}),
  }
}

/** Changes settings of a project: shown at once, reverted with an error message if rejected, with Undo. */
export function useSettings(deployment: string, project: Project) {
  const client = useQueryClient()
  const key = projectKey(deployment, project.name)
  const show = (next: (project: Project) => Project) =>
    client.setQueryData<Project>(key, (shown) => shown && next(shown))
  const { mutateAsync } = useMutation(patchProjectOptions(deployment, project.name))

  /** @throws ApiError if the service rejects the change; the displayed settings are then reverted. */
  const send = async (settings: ProjectSettings) => {
    const stood = client.getQueryData<Project>(key) ?? project
    await client.cancelQueries({ queryKey: key })
    show((shown) => withSettings(shown, settings))
    try {
      await mutateAsync(settings)
      return stood
    } catch (error) {
      show((shown) => ({
        ...withSettings(shown, revertedSettings(stood, settings)),
        ...(settings.primary_branch === undefined ? {} : { primary_branch: stood.primary_branch }),
      }))
      throw error
    }
  }
  const onError = (error: unknown, what: string) => {
    const { title, detail } = explain(error)
    toast({
      title: labels.settings.notChanged(what),
      detail: `${title}. ${detail}`,
      tone: 'danger',
      slot: 'settings',
    })
  }

  return {
    /** @param what names the change: "Managed full scans turned on". @throws as `send`, if `notifies` is false. */
    change: async (settings: ProjectSettings, what: string, notifies = true) => {
      try {
        const back = revertedSettings(await send(settings), settings)
        toast({
          title: what,
          tone: 'ok',
          slot: 'settings',
          // A primary branch can be set, but not removed.
          action:
            Object.keys(back).length === 0
              ? undefined
              : {
                  label: labels.settings.undo,
                  run: () =>
                    void send(back).catch((error: unknown) => onError(error, labels.settings.before)),
                },
        })
      } catch (error) {
        if (!notifies) throw error
        onError(error, what)
      }
    },
  }
}
