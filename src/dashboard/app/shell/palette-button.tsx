import { triggerGlobal } from '#features/shortcuts/global-keys.ts'
import { keyNames } from '#features/shortcuts/key-names.ts'
import { shortcuts } from '#features/shortcuts/shortcuts.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { labels } from '../labels.ts'

/** Opens the palette; its shortcut works even if single-key shortcuts are off. */
export function PaletteButton() {
  return (
    <Button
      variant="quiet"
      icon="search"
      aria-haspopup="dialog"
      onClick={() => triggerGlobal('palette')}
      className="max-sm:w-8 max-sm:p-0!"
    >
      <span className="sr-only">{labels.search.long}</span>
      <span className="text-3 max-sm:hidden" aria-hidden>
        {labels.search.short}
      </span>
      <span className="flex gap-0.5 max-lg:hidden" aria-hidden>
        {keyNames(shortcuts.palette.keys[0]).map((name) => (
          <Kbd key={name} className="pointer-fine:inline-flex!">
            {name}
          </Kbd>
        ))}
      </span>
    </Button>
  )
}
