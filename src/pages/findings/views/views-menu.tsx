import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { updateViewOptions, viewsOptions } from '#api/findings/views.ts'
import { explain } from '#api/http/errors.ts'
import { may, meOptions } from '#api/me.ts'
import type { View } from '#contract/responses/views.ts'
import { useRegisterActions } from '#features/page-actions.ts'
import { announce } from '#ui/live-region.tsx'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { toast } from '#ui/toast/toast.ts'
import type { ToolProps } from '../tools/list-tool.ts'
import { viewLabels } from './labels.ts'
import { DeleteDialog, NameDialog } from './view-dialogs.tsx'
import { isEdited, pageOf, savedStateOf, stateOf } from './view-state.ts'

const builtIn = ({ id }: View) => id.startsWith('builtin:')

/** The views of one kind as lines of the menu. */
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

/** Why this person may not do this with a view. */
function reasonAgainst(view: View, done: string): string | undefined {
  if (builtIn(view)) return viewLabels.builtInFixed(done)
  return view.editable ? undefined : viewLabels.notYours(view.by)
}

/** The saved views of the list: which one is open, whether it was edited, and all that can be done with it. Load it lazily. */
export function ViewsMenu({ deployment, state, change }: Pick<ToolProps, 'deployment' | 'state' | 'change'>) {
  const query = useQuery(viewsOptions(deployment))
  const { data: me } = useQuery(meOptions())
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete'>()
  const update = useMutation({
    ...updateViewOptions(deployment),
    onError: (error) => {
      const { kind, title, detail } = explain(error)
      // The list of views is asked for again then, and says that it is gone.
      if (kind === 'missing') return
      toast({ tone: 'danger', title: viewLabels.failed(title), detail })
    },
  })

  const views = (query.data ?? [])
    .filter(({ page }) => page === pageOf(state.type))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  const view = views.find(({ id }) => id === state.view)
  const edited = view !== undefined && isEdited(state, view)

  // A view may be newer than the list of them, which is asked for once more before it counts as gone.
  const lookedFor = useRef<string>(undefined)
  const missing = !view && query.isSuccess && !query.isFetching ? state.view : undefined
  useEffect(() => {
    if (missing === undefined) return
    if (lookedFor.current !== missing) {
      lookedFor.current = missing
      void query.refetch()
      return
    }
    setDialog(undefined)
    toast({
      title: viewLabels.missing,
      detail: viewLabels.missingDetail,
    })
    change((now) => ({ ...now, view: undefined }), { kind: 'program' })
  }, [missing, query.dataUpdatedAt])

  const open = (id: string) => {
    const next = views.find((one) => one.id === id)
    if (next) change(() => stateOf(state.type, next), { kind: 'choice', group: `view ${id}` })
  }
  const shareReason = me && !may(me.scopes, 'findings:triage') ? viewLabels.noShare : undefined
  const announceOnSuccess = (words: string) => ({ onSuccess: () => announce(words) })

  const saveAs: MenuEntry = { kind: 'action', label: viewLabels.saveAs, onSelect: () => setDialog('save') }
  const ofEdited: MenuEntry[] =
    view && edited
      ? [
          {
            kind: 'action',
            label: viewLabels.save,
            disabledReason: reasonAgainst(view, viewLabels.changed),
            onSelect: () =>
              update.mutate({ id: view.id, ...savedStateOf(state) }, announceOnSuccess(viewLabels.saved)),
          },
          saveAs,
          { kind: 'action', label: viewLabels.reset, onSelect: () => open(view.id) },
        ]
      : []
  const ofView: MenuEntry[] = view
    ? [
        {
          kind: 'action',
          label: view.default ? viewLabels.unsetDefault : viewLabels.setDefault,
          onSelect: () =>
            update.mutate(
              { id: view.id, default: !view.default },
              {
                onSuccess: () =>
                  toast({
                    tone: 'ok',
                    title: view.default ? viewLabels.defaultUnset : viewLabels.defaultSet,
                    detail: viewLabels.defaultDetail,
                  }),
              },
            ),
        },
      ]
    : []
  if (view && !builtIn(view)) {
    ofView.push(
      {
        kind: 'action',
        label: viewLabels.rename,
        disabledReason: reasonAgainst(view, viewLabels.renamed),
        onSelect: () => setDialog('rename'),
      },
      {
        kind: 'action',
        label: view.shared ? viewLabels.unshare : viewLabels.share,
        disabledReason: reasonAgainst(view, viewLabels.sharedVerb) ?? (view.shared ? undefined : shareReason),
        onSelect: () =>
          update.mutate(
            { id: view.id, shared: !view.shared },
            announceOnSuccess(view.shared ? viewLabels.nowPrivate : viewLabels.nowShared),
          ),
      },
      {
        kind: 'action',
        label: viewLabels.delete,
        danger: true,
        disabledReason: reasonAgainst(view, viewLabels.deleted),
        onSelect: () => setDialog('delete'),
      },
    )
  }
  useRegisterActions({
    of: view ? viewLabels.view(view.name) : viewLabels.views,
    entries: [...(edited ? ofEdited : [saveAs]), ...ofView],
    onlyInSearch: true,
  })

  const chosen = view?.id ?? ''
  const ownViews = views.filter((one) => !builtIn(one))
  const entries: MenuEntry[] = [
    ...(edited ? [...ofEdited, { kind: 'line' as const }] : []),
    ...(query.data ? [] : notHere(query.error, () => void query.refetch())),
    ...viewEntries(
      viewLabels.yours,
      ownViews.filter(({ shared }) => !shared),
      chosen,
      open,
    ),
    ...viewEntries(
      viewLabels.shared,
      ownViews.filter(({ shared }) => shared),
      chosen,
      open,
    ),
    ...viewEntries(viewLabels.allBuiltIn, views.filter(builtIn), chosen, open),
    { kind: 'line' },
    ...(edited ? [] : [saveAs]),
    ...ofView,
  ]

  const close = () => setDialog(undefined)
  const kind =
    view &&
    (builtIn(view) ? viewLabels.builtIn : view.shared ? viewLabels.sharedBy(view.by) : viewLabels.private)
  return (
    <>
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

/** In place of the views: that they are on their way, or why they are not here and how to ask again. */
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
