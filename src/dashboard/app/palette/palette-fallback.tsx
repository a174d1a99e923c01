import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keyName, shortcutOf } from '#features/shortcuts/key-press.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { createKeyHold } from '#ui/keys/key-hold.ts'
import { frameLabels, frameStyles } from './frame.ts'

interface PaletteFallbackProps {
  /** What is typed, for the palette itself. */
  typed: RefObject<string>
  onClose: () => void
}

/** The field of the palette until the code of the palette has loaded: nobody waits to type. */
export function PaletteFallback({ typed, onClose }: PaletteFallbackProps) {
  const [hold] = useState(createKeyHold)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      // The palette gives the focus back, on closing, to what has it when it opens.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      hold.release()
    }
  }, [hold])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || shortcutOf('anywhere', keyName(event)) === 'palette') {
      event.preventDefault()
      hold.drop()
      onClose()
    } else if (/^(Enter|Tab|Arrow(Up|Down))$/.test(event.key)) {
      // These choose among what is not there yet: they wait for it, with all keys after them.
      event.preventDefault()
      event.stopPropagation()
      hold.start()
      document.dispatchEvent(new window.KeyboardEvent('keydown', { key: event.key, cancelable: true }))
    }
  }
  return (
    <>
      <div className={frameStyles.backdrop} />
      <div className={frameStyles.viewport}>
        <div role="dialog" aria-modal aria-label={frameLabels.dialog} className={frameStyles.popup}>
          <span className={frameStyles.field}>
            <Icon name="search" />
            <input
              ref={field}
              aria-label={frameLabels.field}
              placeholder={frameLabels.placeholder}
              maxLength={500}
              onChange={({ target }) => {
                typed.current = target.value
              }}
              onKeyDown={press}
              className={frameStyles.input}
            />
          </span>
        </div>
      </div>
    </>
  )
}
