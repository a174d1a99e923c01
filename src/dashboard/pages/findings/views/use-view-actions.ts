import { useMutation } from '@tanstack/react-query'
import { updateViewOptions } from '#api/findings/views.ts'
import { explain } from '#api/http/errors.ts'
import type { View } from '#contract/responses/views.ts'
import { announce } from '#ui/live-region.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { toast } from '#ui/toast/toast.ts'
import type { ListState } from '../list/list-state.ts'
import { viewLabels } from './labels.ts'
import { savedStateOf } from './view-state.ts'

export type ViewDialogName = 'save' | 'rename' | 'delete'

interface ViewActionsOptions {
  deployment: string
  state: ListState
  view: View | undefined
  /** Why this person may not share a view. */
  shareReason: string | undefined
  openDialog: (dialog: ViewDialogName) => void
  openView: (id: string) => void
}

export const builtIn = ({ id }: View) => id.startsWith('builtin:')

/** Returns why this person may not do this with a view. */
function reasonAgainst(view: View, done: string): string | undefined {
  if (builtIn(view)) return viewLabels.builtInFixed(done)
  return view.editable ? undefined : viewLabels.notYours(view.by)
}

const announceOnSuccess = (text: string) => ({ onSuccess: () => announce(text) })

/** The actions of the open view, as menu entries. */
export function useViewActions(options: ViewActionsOptions) {
  const { deployment, state, view, shareReason, openDialog, openView } = options
  const update = useMutation({
    ...updateViewOptions(deployment),
    onError: (error) => {
      const { kind, title, detail } = explain(error)
      // The list of views is then refetched, and shows that the view is missing.
      if (kind === 'missing') return
      toast({ tone: 'danger', title: viewLabels.failed(title), detail })
    },
  })
  const saveAs: MenuEntry = { kind: 'action', label: viewLabels.saveAs, onSelect: () => openDialog('save') }
  if (!view) return { saveAs, ofEdited: [], ofView: [] }
  const ofEdited: MenuEntry[] = [
    {
      kind: 'action',
      label: viewLabels.save,
      disabledReason: reasonAgainst(view, viewLabels.changed),
      onSelect: () =>
        update.mutate({ id: view.id, ...savedStateOf(state) }, announceOnSuccess(viewLabels.saved)),
    },
    saveAs,
    { kind: 'action', label: viewLabels.reset, onSelect: () => openView(view.id) },
  ]
  const setDefault: MenuEntry = {
    kind: 'action',
    label: view.default ? viewLabels.unsetDefault : viewLabels.setDefault,
    onSelect: () => {
      const title = view.default ? viewLabels.defaultUnset : viewLabels.defaultSet
      const onSuccess = () => toast({ tone: 'ok', title, detail: viewLabels.defaultDetail })
      update.mutate({ id: view.id, default: !view.default }, { onSuccess })
    },
  }
  const share = () =>
    update.mutate(
      { id: view.id, shared: !view.shared },
      announceOnSuccess(view.shared ? viewLabels.nowPrivate : viewLabels.nowShared),
    )
  const ofView = builtIn(view)
    ? [setDefault]
    : [setDefault, ...entriesOfOwn(view, { shareReason, share, openDialog })]
  return { saveAs, ofEdited, ofView }
}

interface OwnViewActions {
  shareReason: string | undefined
  share: () => void
  openDialog: (dialog: ViewDialogName) => void
}

/** Returns the actions of a user-created view. */
function entriesOfOwn(view: View, { shareReason, share, openDialog }: OwnViewActions): MenuEntry[] {
  return [
    {
      kind: 'action',
      label: viewLabels.rename,
      disabledReason: reasonAgainst(view, viewLabels.renamed),
      onSelect: () => openDialog('rename'),
    },
    {
      kind: 'action',
      label: view.shared ? viewLabels.unshare : viewLabels.share,
      disabledReason: reasonAgainst(view, viewLabels.sharedVerb) ?? (view.shared ? undefined : shareReason),
      onSelect: share,
    },
    {
      kind: 'action',
      label: viewLabels.delete,
      danger: true,
      disabledReason: reasonAgainst(view, viewLabels.deleted),
      onSelect: () => openDialog('delete'),
    },
  ]
}
