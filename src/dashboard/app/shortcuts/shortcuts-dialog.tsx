import { keyNames } from '#features/shortcuts/key-names.ts'
import { type ShortcutScope, shortcutsIn } from '#features/shortcuts/shortcuts.ts'
import { ShortcutsBox } from '#features/shortcuts/shortcuts-box.tsx'
import { keysOf } from '#lib/keys.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { menuLabels } from '../menu-labels.ts'

interface ShortcutsDialogProps {
  /** Whether a global shortcut has a target here. */
  exists: (name: string) => boolean
  onClose: () => void
}

const titles: Record<ShortcutScope, string> = menuLabels.shortcuts.places

/** Groups the shortcuts by scope, those of every page first. */
function partsOf(exists: (name: string) => boolean) {
  // parse: the keys of the record above.
  const all = keysOf(titles).flatMap((place) => shortcutsIn(place))
  const shown = [...new Map(all)].filter(([name, { scopes }]) => scopes[0] !== 'anywhere' || exists(name))
  const parts = Map.groupBy(shown, ([, { scopes }]) =>
    scopes.map((place) => titles[place]).join(menuLabels.shortcuts.or),
  )
  return [...parts].map(([title, entries]) => ({
    title: title.charAt(0).toUpperCase() + title.slice(1),
    entries,
  }))
}

/** All shortcuts, from the table that binds them, and the switch that turns them off. */
export function ShortcutsDialog({ exists, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog open onClose={onClose} title={menuLabels.shortcuts.title} size="large">
      <ShortcutsBox />
      <div className="gap-x-8 sm:columns-2">
        {partsOf(exists).map(({ title, entries }) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-semibold">{title}</h3>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
              {entries.map(([name, { keys, label }]) => (
                <div
                  key={name}
                  className="col-span-2 grid grid-cols-subgrid items-center border-b border-line py-1"
                >
                  <dt className="text-2">{label}</dt>
                  <dd className="flex flex-wrap justify-end gap-1">
                    {keys.map((key) => (
                      <KeyOf key={key} written={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** The keys of one shortcut; unlike elsewhere they are also shown on touch devices. */
function KeyOf({ written }: { written: string }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      {keyNames(written).map((name, at) => (
        <Kbd key={at} className="inline-flex! text-2">
          {name}
        </Kbd>
      ))}
    </span>
  )
}
