import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { explain } from '#api/errors.ts'
import { may, meOptions } from '#api/me.ts'
import { updateViewOptions, viewsOptions } from '#api/views.ts'
import type { View } from '#contract/answers/findings.ts'
import { announce } from '#ui/live-region.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import type { MenuEntry } from '#ui/menu-entries.ts'
import { toast } from '#ui/toast.ts'
import type { ToolProps } from './list-tool.ts'
import { DeleteDialog, NameDialog } from './view-dialogs.tsx'
import { isEdited, keptOf, pageOf, stateOf } from './view-state.ts'

const builtIn = ({ id }: View) => id.startsWith('builtin:')

/** The views of one kind as lines of the menu. */
function linesOf(
  label: string,
  views: readonly View[],
  chosen: string,
  open: (id: string) => void,
): MenuEntry[] {
  if (views.length === 0) return []
  const options = views.map(({ id, name, default: first }) => ({
    value: id,
    label: first ? `${name} · default` : name,
  }))
  return [{ kind: 'choice', label, value: chosen, options, onChange: open }]
}

/** The saved views of the list: which one is open, whether it was edited, and all that can be done with it. Load it lazily. */
export function ViewsMenu({ deployment, state, change }: Pick<ToolProps, 'deployment' | 'state' | 'change'>) {
  const query = useQuery(viewsOptions(deployment))
  const { data: me } = useQuery(meOptions())
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete'>()
  const update = useMutation({
    ...updateViewOptions(deployment),
    onError: (error) => {
      const { title, detail } = explain(error)
      toast({ tone: 'danger', title: `The view was not changed: ${title}`, detail })
    },
  })

  const views = query.data?.filter(({ page }) => page === pageOf(state.type)) ?? []
  const view = views.find(({ id }) => id === state.view)
  const edited = view !== undefined && isEdited(state, view)

  const gone =
    state.view !== undefined && !view && query.isSuccess && !query.isFetching && query.isFetchedAfterMount
  useEffect(() => {
    if (!gone) return
    toast({ title: 'This view no longer exists', detail: 'The list keeps its filter.' })
    change((now) => ({ ...now, view: undefined }), { kind: 'program' })
  }, [gone])

  const open = (id: string) => {
    const next = views.find((one) => one.id === id)
    if (next) change(() => stateOf(state.type, next), { kind: 'choice', group: `view ${id}` })
  }
  const shareReason =
    me && !may(me.scopes, 'findings:triage') ? 'Sharing a view needs the right to triage findings' : undefined
  const machineReason = me?.machine ? 'Views belong to a person; this is a machine’s token' : undefined
  const editReason = (verb: string) =>
    !view
      ? undefined
      : builtIn(view)
        ? `Built-in views cannot be ${verb}`
        : view.editable
          ? undefined
          : `Only ${view.by} or an administrator can do this`

  const said = (words: string) => ({ onSuccess: () => announce(words) })
  const chosen = view?.id ?? ''
  const entries: MenuEntry[] = [
    ...linesOf(
      'Your views',
      views.filter((one) => !builtIn(one) && !one.shared),
      chosen,
      open,
    ),
    ...linesOf(
      'Shared views',
      views.filter((one) => !builtIn(one) && one.shared),
      chosen,
      open,
    ),
    ...linesOf('Built-in views', views.filter(builtIn), chosen, open),
    { kind: 'line' },
  ]
  if (!query.data) {
    const reason = query.error ? explain(query.error).title : 'Loading…'
    entries.unshift({ kind: 'action', label: 'Views', disabledReason: reason, onSelect: () => undefined })
  }
  if (view && edited) {
    entries.push(
      {
        kind: 'action',
        label: 'Save',
        disabledReason: editReason('changed'),
        onSelect: () => update.mutate({ id: view.id, ...keptOf(state) }, said('View saved')),
      },
      { kind: 'action', label: 'Reset', onSelect: () => open(view.id) },
    )
  }
  entries.push({
    kind: 'action',
    label: 'Save as…',
    disabledReason: machineReason,
    onSelect: () => setDialog('save'),
  })
  if (view) {
    entries.push(
      { kind: 'line' },
      {
        kind: 'action',
        label: view.default ? 'No longer begin with this view' : 'Begin with this view',
        disabledReason: machineReason,
        onSelect: () => update.mutate({ id: view.id, default: !view.default }, said('Default view changed')),
      },
    )
    if (!builtIn(view)) {
      entries.push(
        {
          kind: 'action',
          label: 'Rename…',
          disabledReason: editReason('renamed'),
          onSelect: () => setDialog('rename'),
        },
        {
          kind: 'action',
          label: view.shared ? 'Stop sharing' : 'Share with everybody here',
          disabledReason: editReason('shared') ?? (view.shared ? undefined : shareReason),
          onSelect: () =>
            update.mutate(
              { id: view.id, shared: !view.shared },
              said(view.shared ? 'The view is private now' : 'The view is shared now'),
            ),
        },
        {
          kind: 'action',
          label: 'Delete…',
          danger: true,
          disabledReason: editReason('deleted'),
          onSelect: () => setDialog('delete'),
        },
      )
    }
  }

  const close = () => setDialog(undefined)
  const kind = view && (builtIn(view) ? 'built in' : view.shared ? `shared by ${view.by}` : 'private')
  return (
    <>
      <MenuButton
        label={view ? `View ${view.name}, ${kind}${edited ? ', edited' : ''}` : 'Views'}
        variant="quiet"
        align="end"
        entries={entries}
        className="max-w-64 min-w-0 shrink! px-2"
      >
        <span className="truncate">{view ? view.name : 'Views'}</span>
        {edited && <span className="font-normal text-3">edited</span>}
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
