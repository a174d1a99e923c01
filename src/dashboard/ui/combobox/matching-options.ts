import type { ComboboxOption } from './combobox.tsx'

/** The most options that a list has. */
const mostOptions = 50

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the options whose label contains a text, ignoring case and accents; those that begin with it come first. */
export function matchingOptions<Option extends Pick<ComboboxOption, 'label'>>(
  options: readonly Option[],
  text: string,
): Option[] {
  const sought = plain(text.trim())
  const found = options.filter(({ label }) => plain(label).includes(sought))
  const begins = ({ label }: Option) => plain(label).startsWith(sought)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, mostOptions)
}
