import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import type { View } from '#contract/responses/views.ts'
import { useRegisterActions } from '#features/page-actions.ts'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import type { ToolProps } from '../tools/list-tool.ts'
import { viewLabels } from './labels.ts'
import { builtIn, useViewActions, type ViewDialogName } from './use-view-actions.ts'
import { useViews } from './use-views.ts'
import { DeleteDialog, NameDialog } from './view-dialogs.tsx'

/** Returns the views of one kind as menu entries. */
function viewEntries(
  label: string,
  views: readonly View[],
  chosen: string,
  open: (id: string) => void,
): MenuEntry[] {
  if (views.length === 0) return []
  const options = views.map((view) => ({
    value: view.id,
    label: view.name,
    detail: view.default ? viewLabels.isDefault : view.shared && !builtIn(view) ? view.by : undefined,
  }))
  return [{ kind: 'choice', label, value: chosen, options, onChange: open }]
}

type ViewsMenuProps = Pick<ToolProps, 'deployment' | 'state' | 'change'>

/** The saved views of the list: the open one, whether it was edited, and its actions. Load it lazily. */
export function ViewsMenu({ deployment, state, change }: ViewsMenuProps) {
  const [dialog, setDialog] = useState<ViewDialogName>()
  const close = () => setDialog(undefined)
  const { query, views, view, edited, open } = useViews({ deployment, state, change }, close)
  const { data: me } = useQuery(meOptions())
  const shareReason = me && !mayIn(me, deployment, 'findings:triage') ? viewLabels.noShare : undefined
  const { saveAs, ofEdited, ofView } = useViewActions({
    ...{ deployment, state, view, shareReason, openDialog: setDialog, openView: open },
  })
  useRegisterActions({
    of: view ? viewLabels.view(view.name) : viewLabels.views,
    entries: [...(edited ? ofEdited : [saveAs]), ...ofView],
    onlyInSearch: true,
  })

  const chosen = view?.id ?? ''
  const ownViews = views.filter((one) => !builtIn(one))
  const [shared, personal] = [ownViews.filter((one) => one.shared), ownViews.filter((one) => !one.shared)]
  const entries: MenuEntry[] = [
    ...(edited ? [...ofEdited, { kind: 'line' as const }] : []),
    ...(query.data ? [] : notHere(query.error, () => void query.refetch())),
    ...viewEntries(viewLabels.yours, personal, chosen, open),
    ...viewEntries(viewLabels.shared, shared, chosen, open),
    ...viewEntries(viewLabels.allBuiltIn, views.filter(builtIn), chosen, open),
    { kind: 'line' },
    ...(edited ? [] : [saveAs]),
    ...ofView,
  ]
  return (
    <>
      <ViewsButton view={view} edited={edited} entries={entries} />
      {(dialog === 'save' || (dialog === 'rename' && view)) && (
        <NameDialog
          {...{ deployment, state, shareReason }}
          view={dialog === 'rename' ? view : undefined}
          onClose={close}
          onSaved={(saved) => {
            if (dialog === 'save') change((now) => ({ ...now, view: saved.id }), { kind: 'program' })
          }}
        />
      )}
      {dialog === 'delete' && view && (
        <DeleteDialog
          {...{ deployment, view }}
          onClose={close}
          onDeleted={() => change((now) => ({ ...now, view: undefined }), { kind: 'program' })}
        />
      )}
    </>
  )
}

interface ViewsButtonProps {
  view: View | undefined
  edited: boolean
  entries: MenuEntry[]
}

function ViewsButton({ view, edited, entries }: ViewsButtonProps) {
  const kind =
    view &&
    (builtIn(view) ? viewLabels.builtIn : view.shared ? viewLabels.sharedBy(view.by) : viewLabels.private)
  return (
    <MenuButton
      label={view && kind ? viewLabels.button(view.name, edited, kind) : viewLabels.views}
      variant="quiet"
      align="end"
      entries={entries}
      className="max-w-72 min-w-0 shrink! px-2"
    >
      <span className="truncate">{view ? view.name : viewLabels.views}</span>{' '}
      {edited && (
        <span className="font-normal text-3 max-sm:before:content-['*']">
          <span className="max-sm:sr-only">{viewLabels.edited}</span>
        </span>
      )}
    </MenuButton>
  )
}

/** Replaces the views while they load, or shows the error and a retry entry. */
function notHere(error: Error | null, retry: () => void): MenuEntry[] {
  const entry = { kind: 'action' as const, label: viewLabels.views, onSelect: () => undefined }
  if (!error) return [{ ...entry, disabledReason: viewLabels.loading }]
  const { title, detail, requestId } = explain(error)
  const request = requestId ? viewLabels.request(requestId) : ''
  return [
    { ...entry, label: viewLabels.notLoaded, disabledReason: `${title}. ${detail}${request}` },
    { kind: 'action', label: viewLabels.retry, onSelect: retry },
  ]
}
