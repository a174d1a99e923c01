import { useMutation } from '@tanstack/react-query'
import { undoTriageOptions } from '#api/findings/triage.ts'
import { importVexOptions } from '#api/projects/vex.ts'

/** Previews a document, applies it, and undoes what it changed; each is a step that follows the one before. */
export function useVexImport(deployment: string, project: string) {
  const preview = useMutation(importVexOptions(deployment, project))
  const importing = useMutation(importVexOptions(deployment, project))
  const { mutateAsync: undoChange } = useMutation(undoTriageOptions(deployment))
  const changes = [...new Set(importing.data?.results.flatMap(({ change_id: id }) => id ?? []))]
  const undoing = useMutation({
    mutationFn: async () => {
      let count = 0
      // The newest first, since a later change may have replaced an earlier one of the same document.
      for (const id of changes.toReversed()) count += (await undoChange(id)).num_undone
      return count
    },
  })
  const reset = () => {
    for (const step of [preview, importing, undoing]) step.reset()
  }
  const file = preview.variables?.file
  return {
    file,
    preview: importing.data || importing.isPending ? undefined : preview.data,
    result: importing.data,
    /** How many findings were given back; undefined before that. */
    undone: undoing.data,
    isReading: preview.isPending,
    isApplying: importing.isPending,
    isUndoing: undoing.isPending,
    error: preview.error ?? importing.error ?? undoing.error,
    choose: (chosen: File) => {
      reset()
      preview.mutate({ file: chosen, isDryRun: true })
    },
    apply: () => {
      if (file) importing.mutate({ file, isDryRun: false })
    },
    undo: changes.length > 0 && undoing.data === undefined ? () => undoing.mutate() : undefined,
    reset,
  }
}
