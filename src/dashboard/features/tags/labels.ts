import { formatNumber, joinWords, plural } from '#lib/text/format.ts'

const quoted = (tags: readonly string[]) => joinWords(tags.map((tag) => `“${tag}”`))

/** Says what is, or would be, added and removed, and where. */
const sentenceOf =
  (added: string, removed: string) =>
  (where: string | number, add: readonly string[], remove: readonly string[]) => {
    const parts = [
      add.length > 0 && `${added} ${quoted(add)} to`,
      remove.length > 0 && `${removed} ${quoted(remove)} from`,
    ].filter(Boolean)
    const target = typeof where === 'number' ? plural(where, 'project') : where
    const sentence = `${parts.join(', ')} ${target}`
    return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
  }

/** Labels of the tag editor. */
export const labels = {
  add: 'Add',
  addTag: 'Add tag',
  newTag: 'New tag',
  known: 'Existing tags',
  hint: '1 to 64 characters, no commas; up to 50 tags per project.',
  tagsOf: (project: string) => `Tags of ${project}`,
  remove: (tag: string) => `Remove tag ${tag}`,
  notRemoved: (tag: string) => `Couldn't remove “${tag}”`,
  projects: (count: number) => plural(count, 'project'),
  /** Describes a change. */
  changed: sentenceOf('added', 'removed'),
  /** Asks before tags are changed that change modes. */
  modes: {
    title: 'These tags change modes of rules',
    text: sentenceOf('add', 'remove'),
    by: (policies: readonly string[]) =>
      `${joinWords(policies)} ${policies.length === 1 ? 'applies' : 'apply'} by these tags.`,
    cancel: 'Cancel',
    confirm: 'Change tags',
  },
  undo: 'Undo',
  undone: 'Tag change undone',
  notUndone: "Couldn't undo the tag change",
  theTag: 'The tag',
  more: (count: number) => `and ${formatNumber(count)} more`,
  /** Why a tag cannot be added. */
  faults: {
    empty: 'Enter a tag',
    long: (most: number, length: number) =>
      `Tags can have at most ${most} characters; this one has ${length}`,
    comma: "Tags can't contain commas",
    unseen: (fault: string) => `The tag ${fault}, which is invisible`,
    present: 'The project already has this tag',
    tooMany: (most: number) => `A project can have at most ${most} tags: remove one first`,
  },
} as const
