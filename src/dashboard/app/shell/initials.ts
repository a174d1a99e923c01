/** Returns one or two initials of a name: `Mina Kovač` → `MK`, `ci-bot` → `CB`, `mina@acme.example` → `M`. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?'
}
