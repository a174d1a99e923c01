import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportSbomOptions, sbomSubjectOptions } from '#api/dependencies/sbom.ts'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { settingsOptions } from '#api/settings.ts'
import {
  contractFaults,
  draftOf,
  type ExportDraft,
  faultsOf,
  requestOf,
  type Subject,
} from '../form/draft.ts'
import { useExtensions } from '../form/use-extensions.ts'
import { defaultFormat, defaultType } from '../formats.ts'
import { labels } from '../labels.ts'
import { addStarted } from './started-exports.ts'

/** Manages the form values: changes override the defaults, which may load later. */
function useDraft(deployment: string, subject: Subject | undefined) {
  const { data, isPending } = useQuery(settingsOptions(deployment))
  const defaults = draftOf(data?.sbomDefaults)
  const [changes, setChanges] = useState<Partial<ExportDraft>>({})
  const draft: ExportDraft = {
    ...defaults,
    format: defaults.format || defaultFormat,
    componentType: defaults.componentType || defaultType,
    subject,
    ref: '',
    componentVersion: '',
    includeVulnerabilities: false,
    ...changes,
  }
  const change = (edited: Partial<ExportDraft>) => setChanges((before) => ({ ...before, ...edited }))
  return { draft, change, isPending }
}

/** Loads a description of the selected target's export, if the service provides it. */
function useDescribed(deployment: string, { subject, ref }: ExportDraft) {
  const describes = useExtensions()('describeSbom')
  const repositoryId = subject ? String(subject.id) : undefined
  const described = useQuery({
    ...sbomSubjectOptions(deployment, {
      ...(repositoryId === undefined ? {} : { repositoryId }),
      ...(repositoryId === undefined || ref === '' ? {} : { ref }),
    }),
    enabled: describes === true && subject !== undefined,
  })
  return { describes, described, repositoryId }
}

/** Manages the form, request and errors of the export dialog. */
export function useExport(deployment: string, subject: Subject | undefined, onStarted: () => void) {
  const { draft, change, isPending: isLoading } = useDraft(deployment, subject)
  const [attempt, setAttempt] = useState(0)
  const { mutate, isPending, error, reset } = useMutation(exportSbomOptions(deployment))
  const serviceFaults = faultsOf(error)
  const request = requestOf(draft)
  const wrong = contractFaults(request)
  const { describes, described, repositoryId } = useDescribed(deployment, draft)

  const { data: me } = useQuery(meOptions())
  const lacks = me && !mayIn(me, deployment, 'sbom:export') ? labels.lacksScope : undefined
  const reason =
    lacks ??
    (draft.subject === undefined ? labels.dialog.chooseTarget : undefined) ??
    described.data?.reason ??
    undefined
  return {
    draft,
    faults: { ...serviceFaults.faults, ...(attempt > 0 ? wrong : {}) },
    change: (edited: Partial<ExportDraft>) => {
      change(edited)
      if (error) reset()
    },
    /** The number of attempts: after each invalid one the first invalid field gets the focus. */
    attempt,
    submit: () => {
      setAttempt((times) => times + 1)
      if (reason !== undefined || isPending || Object.keys(wrong).length > 0) return
      mutate(request, {
        onSuccess: ({ taskToken }) => {
          addStarted(deployment, taskToken, repositoryId)
          onStarted()
        },
      })
    },
    /** The defaults are loading, or the request is pending. */
    busy: isPending || isLoading,
    /** Errors of the request that belong to no field. */
    error: error && !serviceFaults.all ? explain(error) : undefined,
    reason,
    /** Why this person may not export. */
    lacks,
    /** Whether the service describes what would be exported. */
    describes,
    described,
  }
}
