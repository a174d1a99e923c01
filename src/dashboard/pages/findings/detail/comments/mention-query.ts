/** What is typed after an `@` before the caret, and where the `@` is. */
interface MentionQuery {
  at: number
  text: string
}

const longest = 40
const shownAtMost = 6

/** Returns what a person types of a name; undefined if the caret is not behind an `@` that begins a word. */
export function mentionQuery(text: string, caret: number): MentionQuery | undefined {
  const before = text.slice(Math.max(0, caret - longest - 2), caret)
  const match = /(?:^|[^\p{L}\p{N}@])@([^@\n]*)$/u.exec(before)
  const typed = match?.[1]
  if (typed === undefined || typed.length > longest || /^\s|\s{2}/.test(typed)) return undefined
  return { at: caret - typed.length - 1, text: typed }
}

/** Returns the names that fit what is typed, those that begin with it first. */
export function namesFor({ text }: MentionQuery, people: readonly string[]): string[] {
  const typed = text.toLowerCase()
  const first: string[] = []
  const others: string[] = []
  for (const name of people) {
    const lower = name.toLowerCase()
    if (lower.startsWith(typed)) first.push(name)
    else if (lower.includes(` ${typed}`)) others.push(name)
  }
  const found = [...first, ...others].slice(0, shownAtMost)
  // Nothing is left to choose.
  return found.length === 1 && found[0]?.toLowerCase() === typed ? [] : found
}

/** Puts a name in place of what is typed. @returns the text, and where the caret is then. */
export function withMention(
  text: string,
  { at, text: typed }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, at)}@${name} `
  return { text: before + text.slice(at + 1 + typed.length).replace(/^ /, ''), caret: before.length }
}
