const signs: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
  Escape: 'Esc',
}

const isMac = () => typeof navigator !== 'undefined' && /^(Mac|iP)/.test(navigator.platform)

/** Returns the key caps of a shortcut, in the order in which they are pressed: `Mod+k` is `Ctrl` `K`. */
export function keyNames(written: string): string[] {
  return written.split(/[ +](?=.)/).map((key) => {
    if (key === 'Mod') return isMac() ? '⌘' : 'Ctrl'
    return signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  })
}
