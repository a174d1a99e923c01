import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { pixels, text } from '../labels.ts'
import {
  boundedWidth,
  narrowest,
  readPanelWidth,
  storePanelWidth,
  widest,
  widthByKey,
} from './panel-width.ts'

function windowWidth(): number {
  return typeof innerWidth === 'number' ? innerWidth : 1440
}

/** Returns the panel width, clamped to this window and stored for the next visit. */
export function usePanelWidth() {
  const [chosenWidth, setChosenWidth] = useState(readPanelWidth)
  const [window_, setWindow] = useState(windowWidth)
  useEffect(() => {
    const measure = () => setWindow(windowWidth())
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return {
    width: boundedWidth(chosenWidth, window_),
    widest: widest(window_),
    resize: (width: number) => {
      const bounded = boundedWidth(width, window_)
      setChosenWidth(bounded)
      storePanelWidth(bounded)
    },
  }
}

interface ResizerProps {
  width: number
  widest: number
  onResize: (width: number) => void
}

/** The divider at the panel's left edge, moved by dragging or the arrow keys. */
export function Resizer({ width, widest: most, onResize }: ResizerProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const divider = event.currentTarget
    const right = divider.parentElement?.getBoundingClientRect().right ?? windowWidth()
    divider.setPointerCapture(event.pointerId)
    const stop = new AbortController()
    const follow = (moved: globalThis.PointerEvent) => onResize(right - moved.clientX)
    divider.addEventListener('pointermove', follow, { signal: stop.signal })
    for (const end of ['pointerup', 'pointercancel'] as const) {
      divider.addEventListener(end, () => stop.abort(), { signal: stop.signal })
    }
  }
  const press = (event: KeyboardEvent) => {
    const next = widthByKey(event.key, event.shiftKey, width, windowWidth())
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onResize(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of the page cannot be moved; a divider that can is this.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={text.panelWidth}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={most}
      aria-valuetext={pixels(width)}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => onResize(Number.NaN)}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1 after:w-px after:transition-colors hover:after:bg-accent focus-visible:outline-none focus-visible:after:w-0.5 focus-visible:after:bg-accent active:after:bg-accent"
    />
  )
}
